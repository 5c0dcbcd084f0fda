/** The public entry: what any page of the scope imports, here or as `/insitu.js`. */
export { connect } from "./page/connect.ts";
export type { ConnectOptions, Insitu } from "./page/connect.ts";
export { InsituError } from "./page/insitu-error.ts";
export type { InsituErrorCode } from "./page/insitu-error.ts";
export type { InstallOptions, Models, StorageReport } from "./page/models.ts";
export type { StatusListener } from "./page/observe-status.ts";
export type { SelfTestResult } from "./page/self-test.ts";
export type { SettingsApi } from "./page/settings.ts";
export type { Status } from "./page/status.ts";
export type { Update, UpdateListener } from "./page/update.ts";
export type { Limits, LogRow, OutboundHost, UsageRow, Workspace } from "./store/rows.ts";
export type { KeyInfo, NewKey, NewKeyOptions } from "./store/store.ts";
export type { Settings } from "./store/settings.ts";
export type { CatalogueEntry, InstallProgress } from "./contract/catalogue.ts";
export type { WorkerStatus } from "./wire/page-messages.ts";
export type { EngineHostStatus } from "./contract/engine-host-status.ts";
export type { ModelProgress } from "./contract/model-progress.ts";
