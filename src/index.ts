/** The public entry: what any page of the scope imports, here or as `/insitu.js`. */
export { connect } from "./page/connect.ts";
export type { ConnectOptions, Insitu, Status } from "./page/connect.ts";
export { InsituError } from "./page/insitu-error.ts";
export type { InsituErrorCode } from "./page/insitu-error.ts";
export type { CreatedKey, KeyOptions } from "./page/keys.ts";
export type { HostStatus, ModelProgress, WorkerStatus } from "./wire/messages.ts";
