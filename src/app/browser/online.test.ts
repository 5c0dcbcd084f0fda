import { expect, it, vi } from "vitest";

it("follows what the browser reports", async () => {
  const target = new EventTarget();
  const navigator = { onLine: false };
  vi.stubGlobal("navigator", navigator);
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  const { online } = await import("./online.ts");
  expect(online.value).toBe(false);
  for (const type of ["online", "offline"]) {
    navigator.onLine = type === "online";
    target.dispatchEvent(new Event(type));
    expect(online.value).toBe(type === "online");
  }
});
