/**
 * The entry of the engine worker: a SharedWorker, or a dedicated worker of one page. Either serves all tabs with one
 * model. It greets before it loads the engine's code, which is large.
 */
import { listenToPages } from "./listen-to-pages.ts";
import { openEngineWorkerHost } from "./open-engine-worker-host.ts";

listenToPages(openEngineWorkerHost().receive);
