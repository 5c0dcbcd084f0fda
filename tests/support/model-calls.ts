/** The fixture models of another host, and calls of the page API for them. */
import type { Page } from "@playwright/test";
import type { Hub } from "./hub.ts";
import { fixtureBytes } from "./site.ts";

export const REMOTE = "fixture-remote";
/** Title of `REMOTE`, as the app shows it. */
export const REMOTE_TITLE = "Fixture of another host";
export const RECORD = "fixture-record";
export const SHARD = "params_shard_0.bin";
export const SHARD_BYTES = fixtureBytes("fixture-length/resolve/main/params_shard_0.bin");
/** Bytes of the files that are fetched before the weights. */
export const BEFORE_SHARD = fixtureBytes(
  "fixture-chat/library.wasm",
  "fixture-length/resolve/main/mlc-chat-config.json",
  "fixture-length/resolve/main/tokenizer.json",
);

export function stateOf(page: Page, id: string) {
  return page.evaluate(
    async (model) => (await insitu.models.list()).find((entry) => entry.id === model)?.state,
    id,
  );
}

/** Install a model. Gives "installed", or the message of the error. */
export function install(page: Page, id: string): Promise<string> {
  return page.evaluate(
    (model) =>
      insitu.models.install(model).then(
        () => "installed",
        (error: Error) => error.message,
      ),
    id,
  );
}

export function remove(page: Page, id: string): Promise<void> {
  return page.evaluate((model) => insitu.models.remove(model), id);
}

export function listed(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => (await client.models.list()).data.map(({ id }) => id));
}

/** Ask a model. Gives the reply, or the status and the code of the error. */
export function ask(page: Page, id: string): Promise<string> {
  return page.evaluate(
    (model) =>
      client.chat.completions
        .create({ model, temperature: 0, messages: [{ role: "user", content: "What is new?" }] })
        .then(
          ({ choices }) => choices[0]?.message.content ?? "",
          (error: { status: number; code: string }) => `${error.status} ${error.code}`,
        ),
    id,
  );
}

/** State of an install that has the library, the small files and `bytes` of the weights. */
export function arrived(bytes: number) {
  return { type: "installing", loadedBytes: BEFORE_SHARD + bytes };
}

/** The `Range` header of each request for the weights. */
export function shardRanges(hub: Hub): (string | undefined)[] {
  return hub.requests.filter(({ file }) => file === SHARD).map(({ range }) => range);
}
