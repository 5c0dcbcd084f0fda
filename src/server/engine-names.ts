/** The engine in the fields that name it to clients. */
import type { EngineIdentity } from "../contract/engine-identity.ts";

/**
 * The value of `x-insitu-engine`: `web-llm/0.2.86;adapter="SwiftShader"`, `wllama/3.8.1;threads=2`. It is an item of RFC
 * 9651 (structured fields): a token with parameters.
 */
export function engineHeader({ name, version, threads, adapter }: EngineIdentity): string {
  const parameters = [
    ...(threads === undefined ? [] : [`threads=${threads}`]),
    ...(adapter === undefined ? [] : [`adapter="${escapeString(adapter)}"`]),
  ];
  return [`${name}/${version}`, ...parameters].join(";");
}

/** A string of RFC 9651 has printable ASCII characters only; a driver may describe itself by others. */
function escapeString(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]+/g, "?").replaceAll(/["\\]/g, String.raw`\$&`);
}

/** OpenAI's field for everything that a reply depends on besides the request. */
export function systemFingerprint(model: string, engine: EngineIdentity, build: string): string {
  const { name, version, threads, adapter } = engine;
  const parts = [name, version, ...(threads === undefined ? [] : [`${threads}-threads`])];
  if (adapter !== undefined) parts.push(toSlug(adapter));
  return `fp_${model}_${parts.join("-")}_${build}`;
}

function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z\d.]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
