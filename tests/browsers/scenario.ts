import type { EngineName } from "../../src/contract/engine-name.ts";
import type { Site } from "../support/site.ts";
import type { BrowserPage, TestBrowser } from "./browser-page.ts";
import type { Expectations } from "./expectations.ts";

/** One way to use the service, in any browser. */
export interface Scenario {
  /** For the command line and the table. */
  readonly name: string;
  /** One line for a person. */
  readonly description: string;
  /**
   * `reply`: nothing can be seen where the engine cannot run. `choice`: the deployment chooses the engine, so it runs once
   * for each browser, with the engine that is expected.
   */
  readonly needs?: "reply" | "choice";
  /** @throws if the browser does not do what is expected of it */
  run(context: ScenarioContext): Promise<void>;
}

export interface ScenarioContext {
  readonly browser: TestBrowser;
  /** The engine to select in the settings. */
  readonly engine: EngineName;
  /** False: that engine cannot run in this browser. */
  readonly canReply: boolean;
  readonly expected: Expectations;
  /** The app at `/`, the same for all scenarios of a browser. */
  readonly site: Site;
  /** Folder for pictures. */
  readonly pictures: string;
  /** Open a blank tab, which is closed after the scenario. */
  newPage(): Promise<BrowserPage>;
  /** Call `task` after the scenario, even if it fails. Later ones are called first. */
  defer(task: () => Promise<void>): void;
}
