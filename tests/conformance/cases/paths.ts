import { type Case, get, type Expected, one, refusal, type CaseTheme } from "../case.ts";

const missing = (path: string): Case => one(`nothing is at /v1${path}`, get(path), refusal(404));
const wrong = (method: string, path: string, allow: string): Case => {
  const expected: Expected = { status: 405, headers: { allow }, ...(method === "HEAD" ? {} : refusal(405)) };
  return one(`${method} is not allowed on /v1${path}`, get(path, { method }), expected);
};

export const paths: CaseTheme = {
  name: "paths and methods",
  cases: [
    missing(""),
    missing("/"),
    missing("/models/"),
    missing("/models/fixture-chat/"),
    missing("/models/fixture-chat/files"),
    missing("/chat"),
    missing("/chat/completions/"),
    missing("/chat/completions/chatcmpl-1"),
    missing("//models"),
    missing("/MODELS"),
    missing("/completions"),
    missing("/embeddings"),
    missing("/responses"),
    missing("/models/%zz"),
    wrong("GET", "/chat/completions", "POST"),
    wrong("PUT", "/chat/completions", "POST"),
    wrong("DELETE", "/chat/completions", "POST"),
    wrong("OPTIONS", "/chat/completions", "POST"),
    wrong("HEAD", "/models", "GET"),
    wrong("POST", "/models", "GET"),
    wrong("DELETE", "/models/fixture-chat", "GET"),
  ],
};
