import { expect, it } from "vitest";
import { Emitter } from "./emitter.ts";

it("passes events on to its observers until they unsubscribe", () => {
  const { observe, emit } = new Emitter<number>();
  const seen: string[] = [];
  const unsubscribe = observe((event) => seen.push(`first ${event}`));
  observe((event) => seen.push(`second ${event}`));
  emit(1);
  unsubscribe();
  emit(2);
  expect(seen).toEqual(["first 1", "second 1", "second 2"]);
});
