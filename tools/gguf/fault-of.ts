import { GgufError } from "../../src/gguf/gguf-error.ts";
import { messageOf } from "../../src/util/message-of.ts";

/** The fault, to be put after the path of the file at fault. */
export function faultOf(error: unknown): string {
  return error instanceof GgufError ? error.fault : messageOf(error);
}
