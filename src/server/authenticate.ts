import { ApiError } from "../openai/error.ts";
import { readStorage } from "./read-storage.ts";
import type { Caller, Store } from "../store/store.ts";

/**
 * Identifies the caller by the API key in the `Authorization` header.
 * @throws {ApiError} 401 if the key is missing, malformed, unknown, revoked or expired; 503 if the storage cannot be read
 */
export async function authenticate(headers: Headers, store: Store): Promise<Caller> {
  const header = headers.get("authorization");
  // The scheme is case-insensitive: RFC 9110, section 11.1.
  const [, key] = /^bearer +(\S+)$/i.exec(header ?? "") ?? [];
  const caller = key === undefined ? undefined : await readStorage(store.authenticate(key));
  if (caller !== undefined) return caller;
  throw new ApiError(
    401,
    key === undefined
      ? "No API key was sent: send one in the header 'Authorization: Bearer <key>'."
      : "The API key is not valid: it is unknown, revoked or expired. Create a new one on the API keys page.",
    { code: "invalid_api_key", headers: { "www-authenticate": "Bearer" } },
  );
}
