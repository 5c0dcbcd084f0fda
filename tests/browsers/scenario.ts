import type { Site } from "../support/site.ts";
import type { BrowserPage, TestBrowser } from "./browser-page.ts";
import type { Expectations } from "./expectations.ts";

/** One way to use the service, in any browser. */
export interface Scenario {
  /** For the command line and the table. */
  readonly name: string;
  /** One line for a person. */
  readonly description: string;
  /** True: nothing can be seen where no engine answers. */
  readonly needsEngine?: boolean;
  /** @throws if the browser does not do what is expected of it */
  run(context: ScenarioContext): Promise<void>;
}

export interface ScenarioContext {
  readonly browser: TestBrowser;
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
