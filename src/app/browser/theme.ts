/** The theme: light, dark, or the system's. Stored in localStorage. */
import { scopedName } from "../../scope/scoped-name.ts";
import { effect, signal } from "@preact/signals";
import { onErase } from "./erase.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = scopedName("insitu:theme");

function readStored(): Theme {
  try {
    const value = localStorage.getItem(STORAGE_KEY);
    return THEMES.find((theme) => theme === value) ?? "system";
  } catch {
    // The browser refuses storage.
    return "system";
  }
}

export const theme = signal<Theme>(readStored());

effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
});

export function setTheme(chosen: Theme): void {
  theme.value = chosen;
  try {
    localStorage.setItem(STORAGE_KEY, chosen);
  } catch {
    // The browser refuses storage: the choice lasts as long as this page.
  }
}

onErase(() => {
  theme.value = "system";
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // The browser refuses storage, so there is nothing to delete.
  }
});
