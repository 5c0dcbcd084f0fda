/** The key in the code of the view Connect. It is in this page's memory only: a reload forgets it. */
import { signal } from "@preact/signals";

export const chosenKey = signal("");
