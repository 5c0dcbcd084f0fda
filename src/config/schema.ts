/** The deployment file (`insitu.config.json`): identity, models, catalogue and limits of a deployment. */
import * as z from "zod/mini";
import { enginePreferenceSchema } from "../contract/engine-name.ts";
import { type Model, modelSchema, webLlmRecordSchema } from "../contract/model.ts";
import { matchesOriginPattern } from "./origin-pattern.ts";

const hostSchema = z
  .string()
  .check(z.regex(/^https?:\/\/(\*\.)?[\w.-]+(:\d+)?$/, "must be an origin, such as https://example.org"));

const catalogueSchema = z.strictObject({
  /** True if the models of web-llm's prebuilt list can be installed. */
  web_llm_prebuilt: z.exactOptional(z.boolean()),
  /** Further models, described as in web-llm's list. */
  web_llm_records: z.exactOptional(z.array(webLlmRecordSchema)),
  /** Models whose files are listed with size and checksum. Their `base` is an absolute URL. */
  models: z.exactOptional(z.array(modelSchema)),
  /** Origins from which models may be fetched, for example `https://example.org` or `https://*.example.org`. */
  hosts: z.exactOptional(z.array(hostSchema)),
});

export const configSchema = z
  .strictObject({
    /** The service's identity and rules: the first text of every prompt. */
    identity: z.string().check(z.minLength(1)),
    default_model: z.string(),
    /** The engine that runs models, unless the person has chosen one. `auto` if absent. */
    engine: z.exactOptional(enginePreferenceSchema),
    models: z.array(modelSchema).check(z.minLength(1)),
    /** Models that are not part of the deployment but can be installed from other hosts. */
    catalogue: z.exactOptional(catalogueSchema),
    limits: z.strictObject({
      /** Limits of each key whose workspace sets none. */
      requests_per_minute: z.int().check(z.positive()),
      tokens_per_minute: z.int().check(z.positive()),
      /** False: the limits never refill, so that tests can count on them. True if absent. */
      refill: z.exactOptional(z.boolean()),
      /** Maximum number of requests that wait for the engine, over all callers. */
      queue_length: z.int().check(z.positive()),
      /** Maximum size of a request's body, in bytes. */
      body_bytes: z.int().check(z.positive()),
    }),
    images: z.strictObject({
      /** Hosts, besides the deployment's own origin, from which images may be fetched over https. */
      allowed_hosts: z.array(z.string()),
    }),
    /**
     * Pages that become cross-origin isolated: those of the build (`build`, also if absent), all pages of the scope
     * whose host sent no such header (`scope`), or none (`none`).
     */
    cross_origin_isolation: z.exactOptional(
      z.enum(["build", "scope", "none"], { error: 'must be "build", "scope" or "none"' }),
    ),
  })
  .check(
    z.refine((config) => config.models.some(({ id }) => id === config.default_model), {
      path: ["default_model"],
      error: "must be the id of one of the models",
    }),
    z.refine(hasDistinctIds, { path: ["catalogue"], error: "must not reuse the id of another model" }),
    z.refine(hostsCoverModels, {
      path: ["catalogue", "hosts"],
      error: "must list the origin of every model in the catalogue",
    }),
  );

interface ConfiguredModels {
  readonly models: readonly Model[];
  readonly catalogue?: CatalogueConfig;
}

function hasDistinctIds({ models, catalogue }: ConfiguredModels): boolean {
  const ids = [
    ...[...models, ...(catalogue?.models ?? [])].map(({ id }) => id),
    ...(catalogue?.web_llm_records ?? []).map(({ model_id }) => model_id),
  ];
  return new Set(ids).size === ids.length;
}

/** The content security policy allows these hosts only, so a model on another one could not be fetched. */
function hostsCoverModels({
  catalogue: { models = [], web_llm_records = [], hosts = [] } = {},
}: ConfiguredModels): boolean {
  const urls = [
    ...models.flatMap(({ engines }) => Object.values(engines).map(({ base }) => base)),
    ...web_llm_records.flatMap(({ model, model_lib }) => [model, model_lib]),
  ];
  return urls.every((url) => URL.canParse(url) && matchesOriginPattern(new URL(url), hosts));
}

export type CatalogueConfig = z.infer<typeof catalogueSchema>;
export type Config = z.infer<typeof configSchema>;
