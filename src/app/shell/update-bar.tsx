import { Button } from "../ui/button.tsx";
import { type ReadonlySignal, useSignal } from "@preact/signals";
import type { Update } from "../../index.ts";
import { messageOf } from "../../util/message-of.ts";
import "./update-bar.css";

export interface UpdateBarProps {
  readonly update: ReadonlySignal<Update | null>;
}

type Choice =
  | { readonly type: "open" }
  | { readonly type: "later"; readonly update: Update }
  | { readonly type: "applying" }
  | { readonly type: "failed"; readonly message: string };

/** Offers a new version. "Later" hides it until there is a newer one. */
export function UpdateBar({ update }: UpdateBarProps) {
  const choice = useSignal<Choice>({ type: "open" });
  const waiting = update.value;
  const { value } = choice;
  const shown = waiting !== null && !(value.type === "later" && value.update === waiting);

  async function apply(chosen: Update) {
    choice.value = { type: "applying" };
    try {
      await chosen.apply();
    } catch (error) {
      choice.value = { type: "failed", message: messageOf(error) };
    }
  }

  return (
    <div class="notices" role="status">
      {shown && (
        <div class="notice">
          <p class="notice-text">{describe(value)}</p>
          <Button
            variant="primary"
            aria-disabled={value.type === "applying"}
            onClick={() => value.type !== "applying" && void apply(waiting)}
          >
            Update
          </Button>
          {value.type !== "applying" && (
            <Button onClick={() => void (choice.value = { type: "later", update: waiting })}>Later</Button>
          )}
        </div>
      )}
    </div>
  );
}

function describe(choice: Choice): string {
  switch (choice.type) {
    case "applying":
      return "Updating as soon as all replies have finished…";
    case "failed":
      return `The update failed: ${choice.message}`;
    default:
      return "A new version is ready.";
  }
}
