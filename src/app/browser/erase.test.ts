import { expect, it } from "vitest";
import { eraseEverything, erased, onErase } from "./erase.ts";

it("deletes each part's data before the service's, and is done only when all have succeeded", async () => {
  const order: string[] = [];
  let refuses = true;
  onErase(() => void order.push("theme"));
  onErase(async () => {
    if (refuses) throw new Error("The database is locked.");
    order.push("conversations");
  });
  const insitu = { deleteAllData: async () => void order.push("service") };

  await expect(eraseEverything(insitu)).rejects.toThrow("The database is locked.");
  expect(erased.value).toBe(false);
  expect(order).not.toContain("service");

  refuses = false;
  await eraseEverything(insitu);
  expect(order.slice(-3)).toEqual(["theme", "conversations", "service"]);
  expect(erased.value).toBe(true);
});
