import type { Service } from "../service/service.ts";
import { describeBytes } from "../../format/describe-bytes.ts";
import type { ChatSession } from "./session.ts";
import "./empty-state.css";

export interface EmptyStateProps {
  readonly session: ChatSession;
  readonly service: Service;
}

const EXAMPLES = [
  "Explain what a service worker does, in three sentences.",
  "Write a short poem about rain on a tin roof.",
  "Suggest five names for a small bakery.",
  "Write a Python function that reverses a string.",
] as const;

/** The introduction before the first message: what the app is, its download, its privacy. */
export function EmptyState({ session, service }: EmptyStateProps) {
  const model = service.modelOf(session.settings.value);
  const ready = service.progress.value?.state === "ready";
  const problem = service.problem.value;
  const entry = service.entryOf(session.settings.value);
  const obstacle = entry?.fits.type === "no" ? entry.fits.reason : null;
  const name = model?.name ?? "the model";
  const bytes = entry?.downloadBytes ?? model?.downloadBytes;
  const size = bytes ? ` (${describeBytes(bytes)})` : "";
  return (
    <div class="empty">
      <h2>A language model in your browser</h2>
      {ready ? (
        <p>The model is in memory. It runs on this device, and nothing you write leaves it.</p>
      ) : obstacle !== null ? (
        <p class="problem" role="alert">
          {name} cannot run here. {obstacle}
        </p>
      ) : (
        <p>
          {entry?.state.type === "installed"
            ? `${name} is stored in this browser, and also works offline.`
            : `Your first message downloads ${name} once${size} and keeps it in this browser, where it also works offline.`}{" "}
          It runs on this device, and nothing you write leaves it. Conversations stay in this browser too:
          delete one in the list, or everything under Settings.
        </p>
      )}
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <ul class="examples" aria-label="Example prompts">
        {EXAMPLES.map((example) => (
          <li key={example}>
            <button
              type="button"
              class="example"
              onClick={() => {
                session.draft.value = { ...session.draft.value, text: example };
                void session.send();
              }}
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
