/** The public entry: what any page of the scope imports, here or as `/insitu.js`. */
export type {
  Accounts,
  KeyInfo,
  Limits,
  LogRow,
  NewKey,
  NewKeyOptions,
  OutboundHost,
  UsageRow,
  Workspace,
} from "./page/accounts.ts";
export type { CatalogueEntry, CatalogueState, InstallProgress } from "./page/catalogue-entry.ts";
export { connect } from "./page/connect.ts";
export type { FileSummary } from "./page/file-summary.ts";
export type { ConnectOptions, Insitu } from "./page/insitu.ts";
export { InsituError } from "./page/insitu-error.ts";
export type { InsituErrorCode } from "./page/insitu-error.ts";
export type { AddOptions, FileOptions, InstallOptions, Models, StorageReport } from "./page/models.ts";
export type { StatusListener } from "./page/observe-status.ts";
export type { SelfTestResult } from "./page/self-test.ts";
export type { Settings, SettingsApi, SettingsChange } from "./page/settings.ts";
export type { EngineHostStatus, EngineIdentity, ModelProgress, Status, WorkerStatus } from "./page/status.ts";
export type { Update, UpdateListener } from "./page/update.ts";
