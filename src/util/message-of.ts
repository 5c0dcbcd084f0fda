/** The message of an error, in one line for a person. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
