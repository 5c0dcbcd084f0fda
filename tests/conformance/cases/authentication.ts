import { chat, get, type Key, one, refusal, type CaseTheme } from "../case.ts";

const refused = refusal(401, "invalid_api_key");
const withHeader = (authorization: string): { readonly key: Key } => ({ key: { authorization } });

export const authentication: CaseTheme = {
  name: "authentication",
  cases: [
    one("a request without a key is refused", get("/models", { key: "none" }), refused),
    one("an unknown key is refused", get("/models", withHeader("Bearer sk-insitu-unknown")), refused),
    one(
      "a key of the right form that nobody made is refused",
      get("/models", withHeader(`Bearer sk-insitu-${"a".repeat(43)}`)),
      refused,
    ),
    one("another scheme is refused", get("/models", withHeader("Basic aW5zaXR1Og==")), refused),
    one("a scheme without a key is refused", get("/models", withHeader("Bearer ")), refused),
    one("two keys at once are refused", get("/models", withHeader("Bearer one, Bearer two")), refused),
    one("a revoked key is refused", get("/models", { key: "revoked" }), refused),
    one("an expired key is refused", get("/models", { key: "expired" }), refused),
    one("a revoked key cannot generate", chat({}, { key: "revoked" }), refused),
    one("a revoked key gets no stream", chat({ stream: true }, { key: "revoked" }), refused),
    one("a good key is let in", get("/models"), { status: 200, headers: { "www-authenticate": null } }),
  ],
};
