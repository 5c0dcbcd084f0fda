/** Reads the ids of `GET /models`, which a request can name. */
import * as z from "zod/mini";
import type { Insitu } from "../../index.ts";
import { APP_KEY_NAME } from "../service/access-key.ts";

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });
const errorSchema = z.object({ error: z.object({ message: z.string() }) });

/** Enough for one request. The key of a tab that was closed meanwhile expires soon. */
const KEY_LIFETIME_SECONDS = 60;

export type ModelListApi = Pick<Insitu, "baseURL" | "fetch" | "createKey" | "revokeKey">;

/**
 * Uses a key that is created for this request and revoked afterwards.
 *
 * @throws {Error} with the service's message if it refuses
 */
export async function listModels(insitu: ModelListApi): Promise<readonly string[]> {
  const { id, key } = await insitu.createKey({ name: APP_KEY_NAME, expiresIn: KEY_LIFETIME_SECONDS });
  try {
    return await listModelsWithKey(insitu, key);
  } finally {
    await insitu.revokeKey(id);
  }
}

/** @throws {Error} with the service's message if it refuses, for example an unknown or revoked key */
export async function listModelsWithKey(
  { baseURL, fetch }: Pick<Insitu, "baseURL" | "fetch">,
  key: string,
): Promise<readonly string[]> {
  const response = await fetch(`${baseURL}/models`, { headers: { authorization: `Bearer ${key}` } });
  const body: unknown = await response.json();
  if (response.ok) return listSchema.parse(body).data.map(({ id }) => id);
  const refusal = errorSchema.safeParse(body);
  throw new Error(refusal.success ? refusal.data.error.message : `The service answered ${response.status}.`);
}
