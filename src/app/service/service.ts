/** The service as the app uses it: connected at the first need, the model loaded at the first message. */
import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Insitu } from "../../index.ts";
import type { ConversationSettings } from "../conversations/conversation.ts";
import { messageOf } from "../../util/message-of.ts";
import { abortable } from "./abortable.ts";
import { APP_KEY_NAME, createAccessKey } from "./access-key.ts";
import type { ServiceConnection } from "./connection.ts";
import type { Completions, CreateCompletions, ModelSummary } from "./completions.ts";
import type { RequestReply } from "./reply-event.ts";
import { toApiMessages } from "./api-messages.ts";

export interface Service {
  readonly progress: ServiceConnection["progress"];
  /** The models that a conversation can use; empty until the service has listed them. */
  readonly models: ReadonlySignal<readonly ModelSummary[]>;
  /** The model that replies where a conversation names none; null until the service has listed it. */
  readonly defaultModel: ReadonlySignal<ModelSummary | null>;
  /** Why the service cannot be used, in words for the person; null while nothing failed. */
  readonly problem: ReadonlySignal<string | null>;
  /** The model that replies in a conversation; null until it is listed, or where it no longer is. */
  modelOf(settings: ConversationSettings): ModelSummary | null;
  /** Connect ahead of the first message and list the models anew. Never rejects: `problem` says why not. */
  prepare(): Promise<void>;
  readonly requestReply: RequestReply;
}

/** As much of the public entry as the chat needs. */
export type ServiceApi = Pick<Insitu, "baseURL" | "fetch" | "createKey" | "load" | "settings">;

export interface ServiceDependencies {
  readonly connection: Pick<ServiceConnection, "progress"> & { open(): Promise<ServiceApi> };
  /** Gives the part that brings the SDK with it. */
  readonly importCompletions: () => Promise<{ readonly createCompletions: CreateCompletions }>;
}

interface OpenService {
  readonly insitu: ServiceApi;
  readonly completions: Completions;
}

export function createService({ connection, importCompletions }: ServiceDependencies): Service {
  const models = signal<readonly ModelSummary[]>([]);
  const defaultId = signal<string | null>(null);
  const problem = signal<string | null>(null);
  let session: Promise<OpenService> | undefined;

  const defaultModel = computed(
    () => models.value.find(({ id }) => id === defaultId.value) ?? models.value[0] ?? null,
  );

  function modelOf({ model }: ConversationSettings): ModelSummary | null {
    return model === null ? defaultModel.value : (models.value.find(({ id }) => id === model) ?? null);
  }

  async function open(): Promise<OpenService> {
    const [insitu, { createCompletions }] = await Promise.all([connection.open(), importCompletions()]);
    const key = createAccessKey((expiresIn) => insitu.createKey({ name: APP_KEY_NAME, expiresIn }));
    return { insitu, completions: createCompletions(insitu, key) };
  }

  /** The open session; with `anew`, or where nothing is listed yet, the listing as it is now. */
  async function current(anew: boolean): Promise<OpenService> {
    try {
      const opened = await (session ??= open());
      const [listing, { defaultModel }] = await Promise.all([
        anew || models.value.length === 0 ? opened.completions.models() : models.value,
        opened.insitu.settings.get(),
      ]);
      batch(() => {
        defaultId.value = defaultModel;
        models.value = listing;
        problem.value = null;
      });
      return opened;
    } catch (error) {
      session = undefined;
      problem.value = messageOf(error);
      throw error;
    }
  }

  return {
    progress: connection.progress,
    models,
    defaultModel,
    problem,
    modelOf,

    async prepare() {
      await current(true).catch(() => {});
    },

    async *requestReply({ messages, settings }, abortSignal) {
      const { insitu, completions } = await abortable(current(false), abortSignal);
      const model = modelOf(settings);
      if (model === null) {
        throw new Error(`The model "${settings.model}" is no longer installed. Choose another one above.`);
      }
      // Loading first keeps a long download apart from the reply, and its failure apart from the reply's.
      await abortable(insitu.load(model.id), abortSignal);
      yield { type: "requested" };
      const request = {
        model: model.id,
        messages: toApiMessages(messages, { systemPrompt: settings.systemPrompt, images: model.takesImages }),
        sampling: settings.sampling,
      };
      yield* completions.stream(request, abortSignal);
    },
  };
}
