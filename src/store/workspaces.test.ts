import { beforeEach, describe, expect, it } from "vitest";
import { limits, openTestStore, type TestStore } from "./testing/open-test-store.ts";

let store: TestStore["store"];
let clock: TestStore["clock"];
let recordOf: TestStore["recordOf"];

beforeEach(async () => {
  ({ store, clock, recordOf } = await openTestStore());
});

describe("workspaces", () => {
  it("have a default from the first use on, which cannot be deleted", async () => {
    expect(await store.listWorkspaces()).toEqual([
      { id: "default", name: "Default", createdAt: clock.now, limits: null },
    ]);
    await expect(store.deleteWorkspace("default")).rejects.toThrow("cannot be deleted");
  });

  it("set the limits of their keys", async () => {
    const { id } = await store.createWorkspace({ name: "w" });
    const { key } = await store.createKey({ name: "k", workspace: id });
    await store.setLimits(id, limits);
    expect(await store.authenticate(key)).toMatchObject({ workspace: id, limits });
    await store.setLimits(id, null);
    expect(await store.authenticate(key)).toMatchObject({ limits: null });
    await expect(store.setLimits(id, { ...limits, tokensPerMinute: 0 })).rejects.toThrow(
      "positive whole numbers",
    );
  });

  it("are deleted with their own keys and usage only", async () => {
    const { id: workspace } = await store.createWorkspace({ name: "w" });
    const gone = await store.createKey({ name: "gone", workspace });
    const stays = await store.createKey({ name: "stays" });
    await store.record(recordOf(gone));
    await store.record(recordOf(stays));
    await store.deleteWorkspace(workspace);
    expect(await store.listWorkspaces()).toHaveLength(1);
    expect(await store.authenticate(gone.key)).toBeUndefined();
    expect(await store.usage()).toMatchObject([{ workspace: "default", key: stays.id }]);
  });
});
