import type { FlatSchema } from "./flat-schema.ts";

/** Objects that are generated for a branch of `oneOf`. */
export interface GeneratedObject {
  /** Index of the branch. */
  readonly branch: number;
  /** Its type is `object` alone. */
  readonly generated: FlatSchema;
}

/** Objects that a branch of `oneOf` permits. */
export interface PermittedObject {
  readonly branch: number;
  readonly schema: FlatSchema;
}
