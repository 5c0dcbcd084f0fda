/** All scenarios, in the order in which they run. */
import type { Scenario } from "./scenario.ts";
import { chat } from "./scenarios/chat.ts";
import { connect } from "./scenarios/connect.ts";
import { models } from "./scenarios/models.ts";

/** They run in `npm test` too, where the browsers are installed. */
export const QUICK_SCENARIOS: readonly Scenario[] = [connect, models, chat];

export const SCENARIOS: readonly Scenario[] = [...QUICK_SCENARIOS];
