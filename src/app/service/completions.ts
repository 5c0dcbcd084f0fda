/** The only importer of the `openai` SDK; loaded lazily, because it outweighs the rest of the app. */
import OpenAI, { APIError, AuthenticationError } from "openai";
import * as z from "zod/mini";
import type { Insitu } from "../../index.ts";
import type { SamplingSettings } from "../conversations/conversation.ts";
import type { AccessKey } from "./access-key.ts";
import type { ReplyEvent } from "./reply-event.ts";
import type { ApiMessage } from "./api-messages.ts";

/** A model of the service's model list. */
export interface ChatModel {
  readonly id: string;
  readonly name: string;
  /** Null if the list does not say. */
  readonly downloadBytes: number | null;
  readonly takesImages: boolean;
}

export interface CompletionRequest {
  readonly model: string;
  readonly messages: readonly ApiMessage[];
  readonly sampling: SamplingSettings;
}

export interface Completions {
  /** The models that a conversation can use, at least one. */
  models(): Promise<ChatModel[]>;
  stream(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<ReplyEvent>;
}

export type CreateCompletions = typeof createCompletions;

/** @throws {Error} from every method, with a message for the user */
export function createCompletions(insitu: Pick<Insitu, "baseURL" | "fetch">, key: AccessKey): Completions {
  const client = new OpenAI({
    baseURL: insitu.baseURL,
    fetch: insitu.fetch,
    apiKey: () => key.get(),
    dangerouslyAllowBrowser: true,
  });

  /** Retries once with a new key if the key is refused: it may have been revoked, or all data deleted. */
  async function authenticated<T>(call: () => PromiseLike<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error;
      key.invalidate();
      return await call();
    }
  }

  async function* chunks({ model, messages, sampling }: CompletionRequest, signal: AbortSignal) {
    const { stop, ...values } = sampling;
    try {
      yield* await authenticated(() =>
        client.chat.completions.create(
          {
            model,
            messages: [...messages],
            ...values,
            stop: stop.length === 0 ? null : [...stop],
            stream: true,
            stream_options: { include_usage: true },
          },
          { signal },
        ),
      );
    } catch (error) {
      throw toUserError(error);
    }
  }

  return {
    async models() {
      try {
        const { data } = await authenticated(() => client.models.list());
        if (data.length === 0) throw new Error("The service lists no model.");
        return data.map(toChatModel);
      } catch (error) {
        throw toUserError(error);
      }
    },

    async *stream(request, signal) {
      for await (const { choices, usage } of chunks(request, signal)) {
        const choice = choices[0];
        if (choice?.delta.content) yield { type: "text", text: choice.delta.content };
        if (choice?.finish_reason) {
          yield { type: "finish", reason: choice.finish_reason === "length" ? "length" : "complete" };
        }
        if (usage) {
          const promptTokens = usage.prompt_tokens;
          const cachedTokens = usage.prompt_tokens_details?.cached_tokens ?? 0;
          yield {
            type: "usage",
            usage: { promptTokens, cachedTokens, completionTokens: usage.completion_tokens },
          };
        }
      }
      // The SDK ends its iterator silently on an abort.
      signal.throwIfAborted();
    },
  };
}

/** Fields of our model list beyond OpenAI's. Another service may lack them, or use them otherwise. */
const extrasSchema = z.object({
  name: z.optional(z.string()),
  download_bytes: z.optional(z.number()),
  architecture: z.optional(z.object({ input_modalities: z.array(z.string()) })),
});

function toChatModel(model: OpenAI.Model): ChatModel {
  const { data: extras } = extrasSchema.safeParse(model);
  return {
    id: model.id,
    name: extras?.name ?? model.id,
    downloadBytes: extras?.download_bytes ?? null,
    takesImages: extras?.architecture?.input_modalities.includes("image") ?? false,
  };
}

function toUserError(error: unknown): unknown {
  if (!(error instanceof APIError)) return error;
  // The SDK puts the status in front of the service's message.
  return new Error(error.message.replace(/^\d{3} /, ""), { cause: error });
}
