/** The deployment file (`insitu.config.json`): who the service is, which models it has, its limits. */
import * as z from "zod/mini";
import { isCovered } from "./hosts.ts";
import { type Model, modelSchema, webLlmRecordSchema } from "./model.ts";

const hostSchema = z
  .string()
  .check(z.regex(/^https?:\/\/(\*\.)?[\w.-]+(:\d+)?$/, "must be an origin, such as https://example.org"));

const catalogueSchema = z.strictObject({
  /** Whether the records of web-llm's own list can be installed. */
  web_llm_prebuilt: z.exactOptional(z.boolean()),
  /** More records of that kind. */
  web_llm_records: z.exactOptional(z.array(webLlmRecordSchema)),
  /** Models with the size and sum of every file, whose `base` is a URL of any host. */
  models: z.exactOptional(z.array(modelSchema)),
  /** Origins that models may be fetched from, for example `https://example.org` or `https://*.example.org`. */
  hosts: z.exactOptional(z.array(hostSchema)),
});

export const configSchema = z
  .strictObject({
    /** The service's own identity and rules: they stand first in every prompt. */
    identity: z.string().check(z.minLength(1)),
    default_model: z.string(),
    models: z.array(modelSchema).check(z.minLength(1)),
    /** Models that are not part of the deployment and can be installed from elsewhere. */
    catalogue: z.exactOptional(catalogueSchema),
    limits: z.strictObject({
      /** Defaults of a workspace; each of its keys gets them. */
      requests_per_minute: z.int().check(z.positive()),
      tokens_per_minute: z.int().check(z.positive()),
      /** False: what a key has spent stays spent, which makes limits countable in tests. True where absent. */
      refill: z.exactOptional(z.boolean()),
      /** Requests that may wait for the engine, over all callers. */
      queue_length: z.int().check(z.positive()),
      body_bytes: z.int().check(z.positive()),
    }),
    images: z.strictObject({
      /** Hosts besides our own origin from which an image may be fetched. */
      allowed_hosts: z.array(z.string()),
    }),
  })
  .check(
    z.refine((config) => config.models.some(({ id }) => id === config.default_model), {
      path: ["default_model"],
      error: "must be the id of one of the models",
    }),
    z.refine(hasDistinctIds, { path: ["catalogue"], error: "must not use the id of another model again" }),
    z.refine(hostsCoverModels, {
      path: ["catalogue", "hosts"],
      error: "must list the origin of every model of the catalogue",
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

/** The content security policy is made from the hosts: a model of another one could not be fetched. */
function hostsCoverModels({
  catalogue: { models = [], web_llm_records = [], hosts = [] } = {},
}: ConfiguredModels): boolean {
  const urls = [
    ...models.map(({ engines }) => engines["web-llm"]?.base ?? ""),
    ...web_llm_records.flatMap(({ model, model_lib }) => [model, model_lib]),
  ];
  return urls.every((url) => URL.canParse(url) && isCovered(new URL(url), hosts));
}

export type CatalogueConfig = z.infer<typeof catalogueSchema>;
export type Config = z.infer<typeof configSchema>;
