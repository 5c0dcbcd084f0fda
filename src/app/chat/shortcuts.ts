/** Keyboard shortcuts that work anywhere in the chat. */
import { useEffect } from "preact/hooks";

export interface ShortcutHandlers {
  readonly onNew: () => void;
  readonly onSearch: () => void;
  readonly onStop: () => void;
  readonly onHelp: () => void;
}

const APPLE = /Mac|iPhone|iPad/.test(navigator.platform);
const COMMAND = APPLE ? "⌘" : "Ctrl";

/** For the help dialog. */
export const SHORTCUTS: readonly (readonly [keys: string, action: string])[] = [
  ["Enter", "Send the message"],
  ["Shift + Enter", "New line"],
  ["↑", "Edit the last message, if the message field is empty"],
  ["Esc", "Stop the reply, or cancel the editing of a message"],
  [`${COMMAND} + Shift + O`, "New chat"],
  [`${COMMAND} + K`, "Search conversations"],
  ["?", "Show the keyboard shortcuts"],
];

export function useShortcuts({ onNew, onSearch, onStop, onHelp }: ShortcutHandlers): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = APPLE ? event.metaKey : event.ctrlKey;
      // An open dialog handles Escape itself and blocks the other shortcuts.
      if (event.isComposing || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      const act = (action: () => void) => {
        event.preventDefault();
        action();
      };
      if (event.key === "Escape") onStop();
      else if (command && event.shiftKey && event.key.toLowerCase() === "o") act(onNew);
      else if (command && !event.shiftKey && event.key.toLowerCase() === "k") act(onSearch);
      else if (event.key === "?" && !command && !isField(event.target)) act(onHelp);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [onNew, onSearch, onStop, onHelp]);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select");
}
