/** The service in the bench's page, with the stock SDK as its client. */
import type { EngineName } from "../../src/contract/engine-name.ts";
import type * as PublicEntry from "../../src/index.ts";
import type * as Sdk from "../../src/openai-sdk.ts";

export const MODEL = "smollm2-135m-instruct";

export async function openService() {
  // From the app's build, not from this bundle.
  const load = <T>(path: string): Promise<T> => import(/* @vite-ignore */ path);
  const { connect } = await load<typeof PublicEntry>("/insitu.js");
  const { default: OpenAI } = await load<typeof Sdk>("/openai.js");
  const insitu = await connect();
  const { key } = await insitu.createKey({ name: "bench", expiresIn: 7200 });
  const client = new OpenAI({
    baseURL: insitu.baseURL,
    apiKey: key,
    fetch: insitu.fetch,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
  });
  return {
    insitu,
    client,
    /** Loads the embedded model on an engine, which then answers all requests. */
    async select(engine: EngineName): Promise<void> {
      await insitu.settings.set({ engine });
      await insitu.load(MODEL);
    },
  };
}
