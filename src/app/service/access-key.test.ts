import { expect, it, vi } from "vitest";
import { createAccessKey } from "./access-key.ts";

const issuer = () => {
  let count = 0;
  return vi.fn(async () => ({ key: `key-${++count}` }));
};

it("issues one key and replaces it a minute before it expires", async () => {
  const issue = issuer();
  let time = 0;
  const key = createAccessKey(issue, () => time);
  expect(await Promise.all([key.get(), key.get()])).toEqual(["key-1", "key-1"]);
  expect(issue).toHaveBeenCalledWith(86_400);

  time = 86_400_000 - 60_001;
  expect(await key.get()).toBe("key-1");
  time += 1;
  expect(await key.get()).toBe("key-2");
});

it("issues a new key after a refusal or a failure", async () => {
  const issue = issuer();
  const key = createAccessKey(issue);
  await key.get();
  key.invalidate();
  issue.mockRejectedValueOnce(new Error("no storage"));
  await expect(key.get()).rejects.toThrow("no storage");
  expect(await key.get()).toBe("key-2");
});
