/** The key that the connect view puts into its code: in this page's memory only, gone with a reload. */
import { signal } from "@preact/signals";

export const chosenKey = signal("");
