import type { Plugin } from "vite";
import * as z from "zod/mini";
import { matchesOriginPattern } from "../../src/config/origin-pattern.ts";
import { type WebLlmRecord, webLlmRecordSchema } from "../../src/contract/model.ts";
import type { Config } from "../../src/config/schema.ts";

const VIRTUAL_MODULE = "virtual:insitu-catalogue";
const RESOLVED = `\0${VIRTUAL_MODULE}`;
/** web-llm's `ModelType.embedding`. */
const EMBEDDING = 1;

/**
 * The records of the deployment's catalogue: its own, and those of web-llm's list if the deployment includes it.
 * Embedding models are left out, because nothing here can use them.
 *
 * @throws if the list has an unexpected form, or a host that the deployment does not list
 */
export async function readWebLlmRecords({ catalogue, models }: Config): Promise<WebLlmRecord[]> {
  const { web_llm_prebuilt = false, web_llm_records = [], hosts = [] } = catalogue ?? {};
  if (!web_llm_prebuilt) return web_llm_records;
  const { prebuiltAppConfig } = await import("@mlc-ai/web-llm");
  const taken = new Set([
    ...[...models, ...(catalogue?.models ?? [])].map(({ id }) => id),
    ...web_llm_records.map(({ model_id }) => model_id),
  ]);
  const prebuilt = z
    .parse(z.array(webLlmRecordSchema), prebuiltAppConfig.model_list)
    .filter(({ model_type, model_id }) => model_type !== EMBEDDING && !taken.has(model_id));
  for (const url of prebuilt.flatMap(({ model, model_lib }) => [model, model_lib])) {
    if (matchesOriginPattern(new URL(url), hosts)) continue;
    throw new Error(`catalogue.hosts must list ${new URL(url).origin}, the host of web-llm's models.`);
  }
  return [...web_llm_records, ...prebuilt];
}

/** Puts the catalogue's records into a separate module, which is loaded when the catalogue is used. */
export function catalogue(config: Config): Plugin {
  return {
    name: "insitu:catalogue",
    resolveId: (id) => (id === VIRTUAL_MODULE ? RESOLVED : undefined),
    load: async (id) =>
      id === RESOLVED
        ? `export const WEB_LLM_RECORDS = ${JSON.stringify(await readWebLlmRecords(config))};`
        : undefined,
  };
}
