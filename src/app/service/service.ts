/** The service as the chat uses it: connects at the first use, and loads the model at the first message. */
import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { CatalogueEntry, Insitu } from "../../index.ts";
import type { ConversationSettings } from "../conversations/conversation.ts";
import { abortable } from "../../util/abortable.ts";
import { messageOf } from "../../util/message-of.ts";
import { APP_KEY_NAME, createAccessKey } from "./access-key.ts";
import type { ServiceConnection } from "./connection.ts";
import type { Completions, CreateCompletions, ChatModel } from "./completions.ts";
import type { RequestReply } from "./reply-event.ts";
import { toApiMessages } from "./api-messages.ts";

export interface Service {
  readonly progress: ServiceConnection["progress"];
  /** The models that a conversation can use; empty until they have been listed. */
  readonly models: ReadonlySignal<readonly ChatModel[]>;
  /** The model of a conversation that names none; null until the models have been listed. */
  readonly defaultModel: ReadonlySignal<ChatModel | null>;
  /** The reason why the service cannot be used, for the user; null if it can, or has not been tried. */
  readonly problem: ReadonlySignal<string | null>;
  /** The model of a conversation with these settings; null if it is not in the list. */
  modelOf(settings: ConversationSettings): ChatModel | null;
  /** That model's entry in the catalogue; null until that is known. */
  entryOf(settings: ConversationSettings): CatalogueEntry | null;
  /** Connect ahead of the first message and list the models again. Never rejects: a failure sets `problem`. */
  prepare(): Promise<void>;
  readonly requestReply: RequestReply;
}

/** The part of the public API that the chat uses. */
export type ServiceApi = Pick<Insitu, "baseURL" | "fetch" | "createKey" | "load" | "settings"> & {
  readonly models: Pick<Insitu["models"], "list">;
};

export interface ServiceDependencies {
  readonly connection: Pick<ServiceConnection, "progress"> & { open(): Promise<ServiceApi> };
  /** Imports `completions.ts`, and with it the SDK. */
  readonly importCompletions: () => Promise<{ readonly createCompletions: CreateCompletions }>;
}

interface OpenService {
  readonly insitu: ServiceApi;
  readonly completions: Completions;
}

export function createService({ connection, importCompletions }: ServiceDependencies): Service {
  const models = signal<readonly ChatModel[]>([]);
  const entries = signal<readonly CatalogueEntry[]>([]);
  const defaultId = signal<string | null>(null);
  const problem = signal<string | null>(null);
  let opening: Promise<OpenService> | undefined;

  const defaultModel = computed(
    () => models.value.find(({ id }) => id === defaultId.value) ?? models.value[0] ?? null,
  );

  function modelOf({ model }: ConversationSettings): ChatModel | null {
    return model === null ? defaultModel.value : (models.value.find(({ id }) => id === model) ?? null);
  }

  async function open(): Promise<OpenService> {
    const [insitu, { createCompletions }] = await Promise.all([connection.open(), importCompletions()]);
    const key = createAccessKey((expiresIn) => insitu.createKey({ name: APP_KEY_NAME, expiresIn }));
    return { insitu, completions: createCompletions(insitu, key) };
  }

  /** Connects if need be, and lists the models if `listAgain` is set or none are listed yet. */
  async function refresh({ listAgain }: { readonly listAgain: boolean }): Promise<OpenService> {
    try {
      const opened = await (opening ??= open());
      const [listing, { defaultModel }] = await Promise.all([
        listAgain || models.value.length === 0 ? opened.completions.models() : models.value,
        opened.insitu.settings.get(),
      ]);
      batch(() => {
        defaultId.value = defaultModel;
        models.value = listing;
        problem.value = null;
      });
      return opened;
    } catch (error) {
      opening = undefined;
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

    entryOf(settings) {
      const model = modelOf(settings);
      return entries.value.find(({ id }) => id === model?.id) ?? null;
    },

    async prepare() {
      try {
        const { insitu } = await refresh({ listAgain: true });
        entries.value = await insitu.models.list();
      } catch {
        // `refresh` has set `problem`. Without the catalogue, the chat works.
      }
    },

    async *requestReply({ messages, settings }, abortSignal) {
      const { insitu, completions } = await abortable(refresh({ listAgain: false }), abortSignal);
      const model = modelOf(settings);
      if (model === null) {
        throw new Error(`The model "${settings.model}" is no longer installed. Choose another one above.`);
      }
      // Loading first separates a long download, and its failure, from the reply.
      await abortable(insitu.load(model.id), abortSignal);
      yield { type: "requested" };
      const request = {
        model: model.id,
        messages: toApiMessages(messages, {
          systemPrompt: settings.systemPrompt,
          takesImages: model.takesImages,
        }),
        sampling: settings.sampling,
      };
      yield* completions.stream(request, abortSignal);
    },
  };
}
