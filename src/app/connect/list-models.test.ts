import { expect, it } from "vitest";
import { listModels, listModelsWithKey } from "./list-models.ts";

function entry(answer: Response) {
  const sent: Request[] = [];
  const revoked: string[] = [];
  return {
    sent,
    revoked,
    baseURL: "https://example.org/v1",
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      sent.push(new Request(input, init));
      return answer;
    },
    createKey: async ({ name }: { name: string }) => ({
      id: "k",
      key: "sk-1",
      name,
      workspace: "default",
      prefix: "sk-",
      createdAt: 0,
      expiresAt: null,
      lastUsedAt: null,
    }),
    revokeKey: async (id: string) => void revoked.push(id),
  };
}

it("uses a key that it revokes after the request", async () => {
  const insitu = entry(Response.json({ object: "list", data: [{ id: "a", more: 1 }, { id: "b" }] }));
  expect(await listModels(insitu)).toEqual(["a", "b"]);
  expect(insitu.sent[0]?.url).toBe("https://example.org/v1/models");
  expect(insitu.sent[0]?.headers.get("authorization")).toBe("Bearer sk-1");
  expect(insitu.revoked).toEqual(["k"]);
});

it("throws the service's message of a refusal, and revokes its key then too", async () => {
  const insitu = entry(Response.json({ error: { message: "No such key." } }, { status: 401 }));
  await expect(listModelsWithKey(insitu, "sk-2")).rejects.toThrow("No such key.");
  const broken = entry(Response.json({}, { status: 500 }));
  await expect(listModels(broken)).rejects.toThrow("The service answered 500.");
  expect(broken.revoked).toEqual(["k"]);
});
