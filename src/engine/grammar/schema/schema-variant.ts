import type { FlatSchema } from "./flat-schema.ts";

/**
 * One alternative of a schema, approximated from both sides. Without `oneOf` the two are the same. With
 * `oneOf`, `generated` is narrowed so that other branches do not permit its values.
 */
export interface SchemaVariant {
  /** A subset of the valid values: those that the grammar generates. Absent if there are none. */
  readonly generated: FlatSchema | undefined;
  /** A superset of the valid values, to prove that values of other schemas are not among them. */
  readonly permitted: FlatSchema;
}
