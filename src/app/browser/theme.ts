/** Light, dark, or as the system has it. A preference of this browser, kept in localStorage. */
import { scopedName } from "../../scope/scoped-name.ts";
import { effect, signal } from "@preact/signals";
import { onErase } from "./erase.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = scopedName("insitu:theme");

function stored(): Theme {
  try {
    const value = localStorage.getItem(STORAGE_KEY);
    return THEMES.find((theme) => theme === value) ?? "system";
  } catch {
    // Storage is refused: the system's theme is a fine one.
    return "system";
  }
}

export const theme = signal<Theme>(stored());

effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
});

export function setTheme(chosen: Theme): void {
  theme.value = chosen;
  try {
    localStorage.setItem(STORAGE_KEY, chosen);
  } catch {
    // It holds for this page at least.
  }
}

onErase(() => {
  theme.value = "system";
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Where nothing can be stored nothing is.
  }
});
