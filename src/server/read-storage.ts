import { ApiError } from "../openai/error.ts";
import { retryAfter } from "./rate-limit.ts";

/** Time after which a client should try again, in milliseconds. */
const RETRY_AFTER_MS = 5_000;

/**
 * Awaits a read of the store.
 * @throws {ApiError} 503 if the database fails: without it no key can be checked, so no request may be answered
 */
export async function readStorage<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new ApiError(
      503,
      "The browser's storage cannot be read, so no API key can be checked: free some disk space, or restart the browser.",
      { code: "storage_unavailable", headers: retryAfter(RETRY_AFTER_MS), cause: error },
    );
  }
}
