import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonSchema } from "../schema/json-schema.ts";
import { admitSchema, type SchemaAdmission } from "./admit-schema.ts";
import { seededRandom } from "./random.ts";
import { createSampler } from "./sample.ts";

/** Characters of a counterexample that an error shows. */
const MAX_SHOWN_CHARACTERS = 500;

/**
 * Compiles the schema as a request's and, if it is admitted, lets ajv validate texts of its grammar.
 *
 * @param samples number of texts
 * @throws {Error} with the first text that is not valid
 */
export function checkSchema(schema: JsonSchema, samples: number): SchemaAdmission {
  const admission = admitSchema(schema);
  if (admission.grammar === undefined) return admission;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  const validate = ajv.compile(schema);
  const sample = createSampler(admission.grammar);
  const random = seededRandom(1);
  for (let index = 0; index < samples; index++) {
    const text = sample(random);
    if (validate(JSON.parse(text))) continue;
    const shown = text.slice(0, MAX_SHOWN_CHARACTERS);
    throw new Error(`${shown} is not valid: ${ajv.errorsText(validate.errors)}`);
  }
  return admission;
}
