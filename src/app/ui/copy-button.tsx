import { Button } from "./button.tsx";
import { useSignal } from "@preact/signals";

export interface CopyButtonProps {
  readonly text: string;
  /** The noun in the button's label: "Copy key". */
  readonly what: string;
}

/** The label tells the outcome for this long. */
const FEEDBACK_MS = 2_000;

export function CopyButton({ text, what }: CopyButtonProps) {
  const outcome = useSignal<"idle" | "copied" | "refused">("idle");
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      outcome.value = "copied";
    } catch {
      outcome.value = "refused";
    }
    setTimeout(() => void (outcome.value = "idle"), FEEDBACK_MS);
  }
  return (
    <Button icon={outcome.value === "copied" ? "check" : "copy"} onClick={() => void copy()}>
      <span aria-live="polite">
        {outcome.value === "copied" ? "Copied" : outcome.value === "refused" ? "Not allowed" : `Copy ${what}`}
      </span>
    </Button>
  );
}
