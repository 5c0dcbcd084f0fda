/** The only importer of the `openai` SDK; loaded lazily, because it outweighs the rest of the app. */
import OpenAI, { APIError, AuthenticationError } from "openai";
import type { Insitu } from "../../index.ts";
import type { Turn } from "../conversations/conversation.ts";
import type { AccessKey } from "./access-key.ts";
import type { ReplyEvent } from "./reply-event.ts";

export interface ModelSummary {
  readonly id: string;
  /** Null where the listing does not say. */
  readonly downloadBytes: number | null;
}

export interface Completions {
  /** The model that a new conversation uses: the first of the listing. */
  defaultModel(): Promise<ModelSummary>;
  stream(model: string, turns: readonly Turn[], signal: AbortSignal): AsyncGenerator<ReplyEvent>;
}

export type CreateCompletions = typeof createCompletions;

/** @throws {Error} from every method, with a message written for the person */
export function createCompletions(insitu: Pick<Insitu, "baseURL" | "fetch">, key: AccessKey): Completions {
  const client = new OpenAI({
    baseURL: insitu.baseURL,
    fetch: insitu.fetch,
    apiKey: () => key.get(),
    dangerouslyAllowBrowser: true,
  });

  /** Once more with a new key where the key was refused: it may have been revoked, or all data deleted. */
  async function authenticated<T>(call: () => PromiseLike<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error;
      key.forget();
      return await call();
    }
  }

  async function* chunks(model: string, turns: readonly Turn[], signal: AbortSignal) {
    try {
      yield* await authenticated(() =>
        client.chat.completions.create(
          { model, messages: [...turns], stream: true, stream_options: { include_usage: true } },
          { signal },
        ),
      );
    } catch (error) {
      throw explained(error);
    }
  }

  return {
    async defaultModel() {
      try {
        const [first] = (await authenticated(() => client.models.list())).data;
        if (first === undefined) throw new Error("The service lists no model.");
        const bytes = "download_bytes" in first ? first.download_bytes : null;
        return { id: first.id, downloadBytes: typeof bytes === "number" ? bytes : null };
      } catch (error) {
        throw explained(error);
      }
    },

    async *stream(model, turns, signal) {
      let finished = false;
      for await (const { choices, usage } of chunks(model, turns, signal)) {
        const choice = choices[0];
        if (choice?.delta.content) yield { type: "text", text: choice.delta.content };
        if (choice?.finish_reason) {
          finished = true;
          yield { type: "finish", reason: choice.finish_reason === "length" ? "length" : "complete" };
        }
        if (usage) yield { type: "usage", completionTokens: usage.completion_tokens };
      }
      // The SDK ends its iterator silently on an abort, and does not look at finish reasons.
      signal.throwIfAborted();
      if (!finished) throw new Error("The reply was cut before its end.");
    },
  };
}

function explained(error: unknown): unknown {
  if (!(error instanceof APIError)) return error;
  // The SDK puts the status before the service's own message, which says enough.
  return new Error(error.message.replace(/^\d{3} /, ""), { cause: error });
}
