/** Parses JSON of the documentation, and validates examples of the deployment file. */
import { join } from "node:path";
import { prettifyError } from "zod/mini";
import { configSchema } from "../../../src/config/schema.ts";
import { readDeployment } from "../../../tools/vite/deployment.ts";
import { ROOT } from "../../build.ts";
import type { CodeBlock } from "../markdown.ts";

/**
 * An object with a field of the deployment file is an example of that file: its fields replace those of
 * `insitu.config.json`, and the result must be valid.
 *
 * @returns the fault; "" if there is none
 */
export function checkJson({ code }: CodeBlock): string {
  let value: unknown;
  try {
    value = JSON.parse(code);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  if (typeof value !== "object" || value === null) return "";
  const deployment = readDeployment(join(ROOT, "insitu.config.json"));
  if (!Object.keys(value).some((field) => Object.hasOwn(deployment, field))) return "";
  const { success, error } = configSchema.safeParse({ ...deployment, ...value });
  return success ? "" : prettifyError(error);
}
