import { expect, it } from "vitest";
import type { EngineIdentity } from "../contract/engine-identity.ts";
import { engineHeader, systemFingerprint } from "./engine-names.ts";

const gpu = { name: "web-llm", version: "0.2.86" };
const cpu = { name: "wllama", version: "3.8.1" };

it.each<[EngineIdentity, string, string]>([
  [gpu, "web-llm/0.2.86", "fp_m_web-llm-0.2.86_b"],
  [
    { ...gpu, adapter: "SwiftShader" },
    'web-llm/0.2.86;adapter="SwiftShader"',
    "fp_m_web-llm-0.2.86-swiftshader_b",
  ],
  [{ ...cpu, threads: 3 }, "wllama/3.8.1;threads=3", "fp_m_wllama-3.8.1-3-threads_b"],
  [
    { ...gpu, adapter: 'Intel(R) "Arc"\\™\n' },
    String.raw`web-llm/0.2.86;adapter="Intel(R) \"Arc\"\\?"`,
    "fp_m_web-llm-0.2.86-intel-r-arc_b",
  ],
])("names %j", (engine, header, fingerprint) => {
  expect(engineHeader(engine)).toBe(header);
  expect(new Headers({ "x-insitu-engine": engineHeader(engine) }).get("x-insitu-engine")).toBe(header);
  expect(systemFingerprint("m", engine, "b")).toBe(fingerprint);
});
