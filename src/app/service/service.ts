/** The service as the app uses it: connected at the first need, the model loaded at the first message. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Insitu } from "../../index.ts";
import { messageOf } from "../ui/message-of.ts";
import { abortable } from "./abortable.ts";
import { APP_KEY_NAME, createAccessKey } from "./access-key.ts";
import type { Connection } from "./connection.ts";
import type { Completions, CreateCompletions, ModelSummary } from "./completions.ts";
import type { RequestReply } from "./reply-event.ts";

export interface Service {
  readonly progress: Connection["progress"];
  /** The model that replies; null until the service has listed it. */
  readonly model: ReadonlySignal<ModelSummary | null>;
  /** Why the service cannot be used, in words for the person; null while nothing failed. */
  readonly problem: ReadonlySignal<string | null>;
  /** Connect ahead of the first message. Never rejects: `problem` says what went wrong. */
  prepare(): Promise<void>;
  readonly requestReply: RequestReply;
}

/** As much of the public entry as the chat needs. */
export type Entry = Pick<Insitu, "baseURL" | "fetch" | "createKey" | "load">;

export interface ServiceParts {
  readonly connection: Pick<Connection, "progress"> & { open(): Promise<Entry> };
  /** Gives the part that brings the SDK with it. */
  readonly importCompletions: () => Promise<{ readonly createCompletions: CreateCompletions }>;
}

interface Session {
  readonly insitu: Entry;
  readonly completions: Completions;
  readonly model: ModelSummary;
}

export function createService({ connection, importCompletions }: ServiceParts): Service {
  const model = signal<ModelSummary | null>(null);
  const problem = signal<string | null>(null);
  let session: Promise<Session> | undefined;

  async function open(): Promise<Session> {
    try {
      const [insitu, { createCompletions }] = await Promise.all([connection.open(), importCompletions()]);
      const key = createAccessKey((expiresIn) => insitu.createKey({ name: APP_KEY_NAME, expiresIn }));
      const completions = createCompletions(insitu, key);
      model.value = await completions.defaultModel();
      problem.value = null;
      return { insitu, completions, model: model.value };
    } catch (error) {
      session = undefined;
      problem.value = messageOf(error);
      throw error;
    }
  }

  return {
    progress: connection.progress,
    model,
    problem,

    async prepare() {
      await (session ??= open()).catch(() => {});
    },

    async *requestReply(turns, abortSignal) {
      const { insitu, completions, model: chosen } = await abortable((session ??= open()), abortSignal);
      // Loading first keeps a long download apart from the reply, and its failure apart from the reply's.
      await abortable(insitu.load(chosen.id), abortSignal);
      yield { type: "requested" };
      yield* completions.stream(chosen.id, turns, abortSignal);
    },
  };
}
