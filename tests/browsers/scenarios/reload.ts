import { connectPage, openConnectedPage } from "../connected.ts";
import { askStreamed, checkOutcome } from "../replies.ts";
import type { Scenario } from "../scenario.ts";

export const reload: Scenario = {
  name: "reload",
  description: "the only tab is reloaded, also in the middle of a reply, and answers again",
  async run(context) {
    const page = await openConnectedPage(context);
    checkOutcome(await page.evaluate(askStreamed, "fixture-chat", "Hello."), context);
    await page.evaluate(leaveReplyOpen);
    await page.reload();
    await connectPage(page, context.site.url, context.engine);
    checkOutcome(await page.evaluate(askStreamed, "fixture-chat", "Hello again."), context);
  },
};

/** In the page: request a reply, and do not wait for it. */
function leaveReplyOpen(): void {
  client.chat.completions
    .create({ model: "fixture-length", stream: true, messages: [{ role: "user", content: "Go on." }] })
    .catch(() => {});
}
