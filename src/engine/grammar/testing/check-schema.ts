import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonSchema } from "../schema/json-schema-keywords.ts";
import { type AdmissionResult, admitSchema } from "./admit-schema.ts";
import { seededRandom } from "./random.ts";
import { createSampler } from "./sample.ts";

/** Of the text that a counterexample shows. */
const MAX_SHOWN = 500;

/**
 * Compiles the schema as a request's and, where it is admitted, checks that so many texts of its grammar are
 * valid by ajv.
 *
 * @throws {Error} with the text that is not
 */
export function checkSchema(schema: JsonSchema, samples: number): AdmissionResult {
  const admitted = admitSchema(schema);
  if (admitted.grammar === undefined) return admitted;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  const validate = ajv.compile(schema);
  const sample = createSampler(admitted.grammar);
  const random = seededRandom(1);
  for (let index = 0; index < samples; index++) {
    const text = sample(random);
    if (validate(JSON.parse(text))) continue;
    throw new Error(`${text.slice(0, MAX_SHOWN)} is not valid: ${ajv.errorsText(validate.errors)}`);
  }
  return admitted;
}
