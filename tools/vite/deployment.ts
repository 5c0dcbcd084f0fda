import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import * as z from "zod/mini";
import { type Config, configSchema } from "../../src/config/schema.ts";

const VIRTUAL_MODULE = "virtual:insitu-config";
const RESOLVED = `\0${VIRTUAL_MODULE}`;

/**
 * The deployment file, validated.
 *
 * @throws with one line per fault, naming the field
 */
export function readDeployment(file: string): Config {
  const json: unknown = JSON.parse(readFileSync(file, "utf8"));
  const parsed = configSchema.safeParse(json);
  if (!parsed.success)
    throw new Error(`${file} is not a valid deployment file.\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Provides the deployment's configuration and the build's id to the code. */
export function deployment(config: Config): Plugin {
  return {
    name: "insitu:deployment",
    config: () => ({ define: { __INSITU_BUILD__: JSON.stringify(buildId(config)) } }),
    resolveId: (id) => (id === VIRTUAL_MODULE ? RESOLVED : undefined),
    load: (id) =>
      id === RESOLVED
        ? `export const DEFAULT_MODEL = ${JSON.stringify(config.default_model)};
           export const DEFAULT_ENGINE = ${JSON.stringify(config.engine ?? "auto")};
           export const EMBEDDED_MODELS = ${JSON.stringify(config.models.map(({ id }) => id))};
           export const MODEL_HOSTS = ${JSON.stringify(config.catalogue?.hosts ?? [])};
           export const DEFAULT_LIMITS = ${JSON.stringify(defaultLimits(config))};
           export const INSITU_CONFIG = ${JSON.stringify(config)};`
        : undefined,
  };
}

function defaultLimits({ limits }: Config) {
  return { requestsPerMinute: limits.requests_per_minute, tokensPerMinute: limits.tokens_per_minute };
}

/** A hash of the sources, the lock file and the configuration. */
function buildId(config: Config): string {
  const hash = createHash("sha256").update(JSON.stringify(config));
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).map((file) => join("src", file));
  for (const file of [...sources, "index.html", "package-lock.json"].sort()) {
    if (statSync(file).isFile()) hash.update(file).update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 12);
}
