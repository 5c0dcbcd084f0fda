/** A tab that learns that it is being frozen hands over at once, and follows the tab that leads once it is resumed. */
import { setLifecycleState, withFreezableTabs } from "../../support/freezable-tabs.ts";
import { expect, test } from "../../support/leader-test.ts";
import { askWhole, expectRetryable, openReply } from "../../support/replies.ts";

test("a leader that the browser freezes hands over at once", async ({ site }) => {
  await withFreezableTabs(site.url, async (openTab) => {
    const [first, second] = [await openTab(), await openTab()];
    const whole = await second.evaluate(askWhole);
    expect([first.workers().length, second.workers().length]).toEqual([1, 0]);
    await second.evaluate(openReply);

    await setLifecycleState(first, "frozen");
    expectRetryable(await second.evaluate(() => restOfReply()), whole);
    expect(await second.evaluate(askWhole)).toBe(whole);
    expect([first.workers().length, second.workers().length]).toEqual([0, 1]);

    await setLifecycleState(first, "active");
    expect(await first.evaluate(askWhole)).toBe(whole);
    expect([first.workers().length, second.workers().length]).toEqual([0, 1]);
  });
});
