/**
 * Code for app developers to paste. The view shows the same code that an end-to-end test bundles and runs. Each snippet
 * is a complete module that appends the model's answer to the page.
 */

export interface SnippetValues {
  /** The URL of the public entry, as a page of this origin imports it: "/insitu.js". */
  readonly entry: string;
  /** Absolute URL of the API. */
  readonly baseURL: string;
  readonly apiKey: string;
  readonly model: string;
  /** True to show the answer as it is generated. */
  readonly streaming: boolean;
}

export interface Snippet {
  readonly id: "openai" | "ai-sdk" | "langchain" | "fetch";
  readonly label: string;
  /** npm packages to install; none for `fetch`. */
  readonly packages: readonly string[];
  readonly code: (values: SnippetValues) => string;
}

const QUESTION = "Say hello in one sentence.";

/** A JavaScript string literal: a pasted key can contain any character. */
const quoted = (text: string) => JSON.stringify(text);

const connected = ({ entry, baseURL }: SnippetValues) => `import { connect } from ${quoted(entry)};

const insitu = await connect(); // insitu.baseURL is ${baseURL}`;

function openai(values: SnippetValues): string {
  const start = `import OpenAI from "openai";
${connected(values)}
const client = new OpenAI({
  baseURL: insitu.baseURL,
  apiKey: ${quoted(values.apiKey)},
  fetch: insitu.fetch,
  dangerouslyAllowBrowser: true, // The key was made in this browser and works in no other.
});
`;
  if (!values.streaming) {
    return `${start}
const completion = await client.chat.completions.create({
  model: ${quoted(values.model)},
  messages: [{ role: "user", content: ${quoted(QUESTION)} }],
});
document.body.append(completion.choices[0].message.content);
`;
  }
  return `${start}
const stream = await client.chat.completions.create({
  model: ${quoted(values.model)},
  messages: [{ role: "user", content: ${quoted(QUESTION)} }],
  stream: true,
});
for await (const chunk of stream) {
  document.body.append(chunk.choices[0]?.delta.content ?? "");
}
`;
}

function aiSdk(values: SnippetValues): string {
  const call = values.streaming ? "streamText" : "generateText";
  const start = `import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { ${call} } from "ai";
${connected(values)}
const provider = createOpenAICompatible({
  name: "insitu",
  baseURL: insitu.baseURL,
  apiKey: ${quoted(values.apiKey)},
  fetch: insitu.fetch,
});
`;
  if (!values.streaming) {
    return `${start}
const { text } = await generateText({
  model: provider(${quoted(values.model)}),
  prompt: ${quoted(QUESTION)},
});
document.body.append(text);
`;
  }
  return `${start}
const { textStream } = streamText({
  model: provider(${quoted(values.model)}),
  prompt: ${quoted(QUESTION)},
});
for await (const text of textStream) {
  document.body.append(text);
}
`;
}

function langchain(values: SnippetValues): string {
  const start = `import { ChatOpenAI } from "@langchain/openai";
${connected(values)}
const model = new ChatOpenAI({
  model: ${quoted(values.model)},
  apiKey: ${quoted(values.apiKey)},
  configuration: {
    baseURL: insitu.baseURL,
    fetch: insitu.fetch,
    dangerouslyAllowBrowser: true, // The key was made in this browser and works in no other.
  },
});
`;
  if (!values.streaming) {
    return `${start}
const answer = await model.invoke(${quoted(QUESTION)});
document.body.append(answer.text);
`;
  }
  return `${start}
for await (const chunk of await model.stream(${quoted(QUESTION)})) {
  document.body.append(chunk.text);
}
`;
}

function plainFetch(values: SnippetValues): string {
  const start = `${connected(values)}
const response = await insitu.fetch(\`\${insitu.baseURL}/chat/completions\`, {
  method: "POST",
  headers: {
    authorization: ${quoted(`Bearer ${values.apiKey}`)},
    "content-type": "application/json",
  },
  body: JSON.stringify({
    model: ${quoted(values.model)},
    messages: [{ role: "user", content: ${quoted(QUESTION)} }],${values.streaming ? "\n    stream: true," : ""}
  }),
});
if (!response.ok) throw new Error((await response.json()).error.message);
`;
  if (!values.streaming) {
    return `${start}
const completion = await response.json();
document.body.append(completion.choices[0].message.content);
`;
  }
  return `${start}
const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
let rest = "";
for (let part = await reader.read(); !part.done; part = await reader.read()) {
  const lines = (rest + part.value).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    if (!line.startsWith("data: ") || line === "data: [DONE]") continue;
    const { choices, error } = JSON.parse(line.slice("data: ".length));
    if (error) throw new Error(error.message);
    document.body.append(choices[0]?.delta.content ?? "");
  }
}
`;
}

export const SNIPPETS: readonly Snippet[] = [
  { id: "openai", label: "OpenAI SDK", packages: ["openai"], code: openai },
  { id: "ai-sdk", label: "AI SDK", packages: ["ai", "@ai-sdk/openai-compatible"], code: aiSdk },
  { id: "langchain", label: "LangChain", packages: ["@langchain/openai"], code: langchain },
  { id: "fetch", label: "fetch", packages: [], code: plainFetch },
];
