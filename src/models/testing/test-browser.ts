import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import type { Config } from "../../config/schema.ts";
import type { CatalogueEntry } from "../../contract/catalogue.ts";
import type { EnginePreference } from "../../contract/engine-name.ts";
import { openStore, type Store } from "../../store/store.ts";
import { createFileAdder, type FileAdder } from "../add-file.ts";
import { modelFolder } from "../cached-file.ts";
import { type Catalogue, createCatalogue } from "../catalogue.ts";
import type { EngineModels } from "../engine-models.ts";
import { createInstaller, type Installer } from "../installer.ts";
import { createModelFiles, type ModelFiles } from "../model-files.ts";
import { testDevice } from "./devices.ts";
import { type MemoryCaches, memoryCaches } from "./memory-cache.ts";
import { memoryLocks } from "./memory-locks.ts";
import { createTestEngine, testEngineConfig, testEngineContent } from "./test-engine.ts";
import { examineTestFile } from "./test-files.ts";
import { createTestHost, type TestHost } from "./test-host.ts";

export interface TestTab {
  readonly adder: FileAdder;
  readonly files: ModelFiles;
  readonly installer: Installer;
  readonly catalogue: Catalogue;
  /** Starts an install whose host stops answering at `file`. */
  installUntil(file: string, id: string): Promise<{ readonly installing: Promise<void> }>;
  stateOf(id: string): Promise<CatalogueEntry["state"] | undefined>;
}

/** The state that the tabs of a browser share. */
export interface TestBrowser {
  readonly store: Store;
  readonly caches: MemoryCaches;
  /** Changes that installers reported. */
  readonly changes: string[];
  /** Models that installers unloaded. */
  readonly unloaded: string[];
  quota: number;
  preference: EnginePreference;
  /** Opens a tab; also stands for a restart of the browser. `onRemoved` is called once files are removed. */
  openTab(options?: { readonly isResponsive?: boolean; readonly onRemoved?: () => void }): TestTab;
}

export interface TestBrowserOptions {
  readonly config: Pick<Config, "models" | "catalogue">;
  readonly engines: readonly EngineModels[];
  readonly host: TestHost;
}

/** A browser with the test engine's models, and their host. */
export async function openTestEngineBrowser(): Promise<{ host: TestHost; browser: TestBrowser }> {
  const host = createTestHost(testEngineContent);
  const browser = await openTestBrowser({ config: testEngineConfig, engines: [createTestEngine()], host });
  return { host, browser };
}

export async function openTestBrowser({ config, engines, host }: TestBrowserOptions): Promise<TestBrowser> {
  globalThis.indexedDB = new IDBFactory();
  const locks = memoryLocks();
  const tabs: Installer[] = [];
  const browser: TestBrowser = {
    store: await openStore("test"),
    caches: memoryCaches(),
    changes: [],
    unloaded: [],
    quota: 1e9,
    preference: "auto",
    openTab({ isResponsive = true, onRemoved = () => {} } = {}) {
      const { store, caches } = browser;
      const scope = new URL("https://app.test/");
      const files = createModelFiles({
        scope,
        caches: caches.storage,
        locks,
        fetch: host.fetch,
        retryDelaysMs: [1],
      });
      const catalogue = createCatalogue({
        config,
        engines,
        store,
        files,
        describeDevice: () => Promise.resolve(testDevice),
        readPreference: () => Promise.resolve(browser.preference),
        scope,
      });
      const storage = {
        files,
        store,
        removeFiles: async (id: string) => {
          for (const key of caches.keys()) if (key.startsWith(modelFolder(id))) caches.delete(key);
          onRemoved();
        },
        locks,
        estimate: () => Promise.resolve({ quota: browser.quota, usage: 0 }),
        now: () => 1_800_000_000_000,
      };
      const installer = createInstaller({
        ...storage,
        catalogue,
        pauseElsewhere: (id) => {
          for (const tab of tabs) if (tab !== installer) void tab.pause(id);
        },
        pauseTimeoutMs: 100,
        unload: async (id) => {
          browser.unloaded.push(id);
        },
        onChange: (change) => browser.changes.push(change),
      });
      const adder = createFileAdder({
        ...storage,
        catalogue,
        installer,
        engines,
        examineFile: examineTestFile,
        caches: caches.storage,
        fetch: host.fetch,
        isAllowed: (url) => url.host === "hub.test",
      });
      if (isResponsive) tabs.push(installer);
      const install = (id: string) => {
        const installing = installer.install(id);
        // A test awaits a failure later than it happens.
        installing.catch(() => {});
        return installing;
      };
      return {
        adder,
        files,
        catalogue,
        installer: { ...installer, install },
        async installUntil(file, id) {
          const stalled = host.stall(file);
          const installing = install(id);
          await stalled;
          return { installing };
        },
        stateOf: async (id) =>
          installer.states().find((install) => install.id === id)?.state ??
          (await catalogue.entries()).find((entry) => entry.id === id)?.state,
      };
    },
  };
  return browser;
}
