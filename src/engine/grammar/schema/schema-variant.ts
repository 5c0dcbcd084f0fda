import type { FlatSchema } from "./flat-schema.ts";

export interface SchemaVariant {
  /** The values that are written: all of them are valid. Absent where none is. */
  readonly generated: FlatSchema | undefined;
  /** At least the values that are valid, to tell whether another schema's values can be among them. */
  readonly permitted: FlatSchema;
}
