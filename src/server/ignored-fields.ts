const MAX_NAMES = 32;
const MAX_NAME_LENGTH = 64;

/**
 * The value of `x-ignored-fields`, or undefined if no field was ignored. Clients choose the names, so they are cut and
 * cleaned.
 */
export function ignoredFieldsHeader(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const shown = names
    .slice(0, MAX_NAMES)
    .map((name) => name.slice(0, MAX_NAME_LENGTH).replace(/[^\w.-]/g, "?"));
  return [...shown, ...(names.length > MAX_NAMES ? ["..."] : [])].join(", ");
}
