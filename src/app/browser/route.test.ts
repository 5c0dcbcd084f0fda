import { expect, it, vi } from "vitest";

vi.stubGlobal("location", { hash: "" });
vi.stubGlobal("addEventListener", () => {});
const { hashOf, parseHash } = await import("./route.ts");

it("shows the chat for a hash that names no view", () => {
  for (const hash of ["", "#", "#/", "#/nowhere", "#x"])
    expect(parseHash(hash)).toEqual({ view: "chat", argument: "" });
});

it("reads what it wrote", () => {
  expect(parseHash(hashOf("keys"))).toEqual({ view: "keys", argument: "" });
  expect(parseHash(hashOf("chat", "a/b ü%"))).toEqual({ view: "chat", argument: "a/b ü%" });
});

it("treats an argument that cannot be decoded as absent", () => {
  expect(parseHash("#/chat/%")).toEqual({ view: "chat", argument: "" });
});
