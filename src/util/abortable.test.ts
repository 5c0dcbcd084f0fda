import { expect, it } from "vitest";
import { abortable } from "./abortable.ts";

it("settles as the promise does if nobody aborts", async () => {
  const { signal } = new AbortController();
  expect(await abortable(Promise.resolve(1), signal)).toBe(1);
  await expect(abortable(Promise.reject(new Error("failed")), signal)).rejects.toThrow("failed");
});

it("rejects as soon as the signal is aborted, before or after the call", async () => {
  const abort = new AbortController();
  const waiting = abortable(new Promise(() => {}), abort.signal);
  abort.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
  await expect(abortable(Promise.resolve(1), abort.signal)).rejects.toThrow("stopped");
});

it("rejects with an error of the caller's choice", async () => {
  const reason = () => new Error("cancelled");
  await expect(abortable(new Promise(() => {}), AbortSignal.abort(), reason)).rejects.toThrow("cancelled");
});
