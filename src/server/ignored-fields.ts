const MOST = 32;
const LONGEST = 64;

/** A header value that names fields, or undefined where there are none. Clients chose the names. */
export function ignoredFieldsHeader(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const shown = names.slice(0, MOST).map((name) => name.slice(0, LONGEST).replace(/[^\w.-]/g, "?"));
  return [...shown, ...(names.length > MOST ? ["..."] : [])].join(", ");
}
