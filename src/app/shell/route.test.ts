import { expect, it, vi } from "vitest";

vi.stubGlobal("location", { hash: "" });
vi.stubGlobal("addEventListener", () => {});
const { hashOf, parseHash } = await import("./route.ts");

it("shows the chat for an empty hash and for one that names no view", () => {
  for (const hash of ["", "#", "#/", "#/nowhere", "#x"])
    expect(parseHash(hash)).toEqual({ view: "chat", rest: "" });
});

it("reads what it wrote", () => {
  expect(parseHash(hashOf("keys"))).toEqual({ view: "keys", rest: "" });
  expect(parseHash(hashOf("chat", "a/b ü%"))).toEqual({ view: "chat", rest: "a/b ü%" });
});

it("takes an undecodable rest for none", () => {
  expect(parseHash("#/chat/%")).toEqual({ view: "chat", rest: "" });
});
