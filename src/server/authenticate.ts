import { ApiError } from "../openai/error.ts";
import { readStorage } from "./read-storage.ts";
import type { Caller, Store } from "../store/store.ts";

/**
 * Whom a request comes from, by its `Authorization` header.
 * @throws {ApiError} 401 where the key is missing, malformed, unknown, revoked or expired; 503 where that cannot be read
 */
export async function authenticate(headers: Headers, store: Store): Promise<Caller> {
  const header = headers.get("authorization");
  // The scheme's name is case-insensitive: RFC 9110, section 11.1.
  const [, key] = /^bearer +(\S+)$/i.exec(header ?? "") ?? [];
  const caller = key === undefined ? undefined : await readStorage(store.authenticate(key));
  if (caller !== undefined) return caller;
  throw new ApiError(
    401,
    key === undefined
      ? "No API key was given: send it in the header 'Authorization: Bearer <key>'."
      : "The API key is not valid: it is unknown, revoked or expired. Make a new one on the page of API keys.",
    { code: "invalid_api_key", headers: { "www-authenticate": "Bearer" } },
  );
}
