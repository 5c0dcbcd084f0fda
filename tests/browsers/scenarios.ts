/** All scenarios, in the order in which they run. */
import type { Scenario } from "./scenario.ts";
import { abort } from "./scenarios/abort.ts";
import { app } from "./scenarios/app.ts";
import { chat } from "./scenarios/chat.ts";
import { connect } from "./scenarios/connect.ts";
import { embedded } from "./scenarios/embedded.ts";
import { models } from "./scenarios/models.ts";
import { offline } from "./scenarios/offline.ts";
import { reload } from "./scenarios/reload.ts";
import { shipped } from "./scenarios/shipped.ts";
import { silence } from "./scenarios/silence.ts";
import { tabs } from "./scenarios/tabs.ts";
import { tools } from "./scenarios/tools.ts";
import { update } from "./scenarios/update.ts";
import { workerStop } from "./scenarios/worker-stop.ts";

/** They run in `npm test` too, where the browsers are installed. */
export const QUICK_SCENARIOS: readonly Scenario[] = [connect, models, chat];

export const SCENARIOS: readonly Scenario[] = [
  ...QUICK_SCENARIOS,
  tools,
  abort,
  tabs,
  reload,
  offline,
  workerStop,
  update,
  silence,
  embedded,
  shipped,
  app,
];
