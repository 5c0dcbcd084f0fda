// The public types of workspaces, keys, limits, usage and the outbound log. They are written out here and not taken from
// the store, whose rows may change without a change for apps: the compiler checks that the store's results still fit.
// `insitu.d.ts` also shows plain types this way, where the store's are inferred from schemas of zod.

/** Rate limits of a key. */
export interface Limits {
  /** Capacity of the key's request bucket, which refills at this rate. */
  readonly requestsPerMinute: number;
  /** Capacity of the key's token bucket (prompt and completion tokens together), which refills at this rate. */
  readonly tokensPerMinute: number;
}

/** Groups keys, with limits and usage of its own. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Limits for each key of the workspace; null uses the deployment's (`defaultLimits`). */
  readonly limits: Limits | null;
}

/** A key as listings show it. Times are milliseconds since 1970. */
export interface KeyInfo {
  readonly id: string;
  /** The workspace's id. */
  readonly workspace: string;
  readonly name: string;
  /** First characters of the key, to recognise it by. */
  readonly prefix: string;
  readonly createdAt: number;
  /** Null if the key does not expire. */
  readonly expiresAt: number | null;
  /** Null if the key has not been used. */
  readonly lastUsedAt: number | null;
}

/** A new key. */
export interface NewKey extends KeyInfo {
  /** The key itself, shown only here: the database keeps a hash of it. */
  readonly key: string;
}

export interface NewKeyOptions {
  /** The purpose of the key, shown in listings. */
  readonly name: string;
  /** Seconds until the key expires; a key without it works until it is revoked. */
  readonly expiresIn?: number;
  /** The workspace's id; the default workspace if absent. */
  readonly workspace?: string;
}

/** Requests and tokens of one key. */
export interface UsageRow {
  /** The workspace's id. */
  readonly workspace: string;
  /** The key's id; "" is the sum over the workspace's deleted keys. */
  readonly key: string;
  readonly requests: number;
  readonly promptTokens: number;
  /** Tokens of the prompts that needed no processing, because earlier prompts began alike; part of `promptTokens`. */
  readonly cachedTokens: number;
  readonly completionTokens: number;
  /** Milliseconds since 1970. */
  readonly lastUsedAt: number;
}

/** One request to the service, without its content. */
export interface LogRow {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly requestId: string;
  /** The key's id; null if the request was not authenticated. */
  readonly key: string | null;
  readonly method: string;
  readonly path: string;
  /** HTTP status. */
  readonly status: number;
  readonly durationMs: number;
  readonly promptTokens: number;
  /** Tokens of the prompts that needed no processing, because earlier prompts began alike; part of `promptTokens`. */
  readonly cachedTokens: number;
  readonly completionTokens: number;
}

/** Requests of the scope's pages and workers to one host of the network. */
export interface OutboundHost {
  /** With the port, unless it is the scheme's default. */
  readonly host: string;
  /** Requests that went out; the browser's HTTP cache may have answered some of them. */
  readonly requests: number;
  /**
   * Bytes of response bodies: received ones from our own origin, announced ones from others; null if a response did
   * not announce its size.
   */
  readonly bytesReceived: number | null;
  /** Bytes of request bodies; null if one could not be counted. */
  readonly bytesSent: number | null;
  /** Requests that the service worker refused during a self-test. */
  readonly refused: number;
  /** Milliseconds since 1970. */
  readonly lastAt: number;
}

/** Everything that the service stores about its callers. */
export interface Accounts {
  /**
   * Create an API key.
   *
   * @throws {RangeError} on an empty name, an expiry that is not in the future, or an unknown workspace
   * @example
   * ```ts
   * import { connect } from "/insitu.js";
   *
   * const insitu = await connect();
   * const { key } = await insitu.createKey({ name: "My app", expiresIn: 3600 });
   * const response = await insitu.fetch(`${insitu.baseURL}/models`, {
   *   headers: { authorization: `Bearer ${key}` },
   * });
   * console.log((await response.json()).data);
   * ```
   */
  createKey(options: NewKeyOptions): Promise<NewKey>;
  /** Keys of one workspace, or of all, oldest first. */
  listKeys(workspace?: string): Promise<readonly KeyInfo[]>;
  /** @throws {RangeError} on an empty name or an unknown key */
  renameKey(id: string, name: string): Promise<void>;
  /** The key stops working at once. Its usage stays with the workspace. Unknown ids are ignored. */
  revokeKey(id: string): Promise<void>;
  /** Oldest first. The default workspace always exists. */
  listWorkspaces(): Promise<readonly Workspace[]>;
  /** @throws {RangeError} on an empty name */
  createWorkspace(options: { readonly name: string }): Promise<Workspace>;
  /** @throws {RangeError} on an empty name or an unknown workspace */
  renameWorkspace(id: string, name: string): Promise<void>;
  /**
   * Delete the workspace with its keys and usage.
   *
   * @throws {RangeError} on the default workspace
   */
  deleteWorkspace(id: string): Promise<void>;
  /**
   * Set the limits of each key of the workspace; null restores the deployment's.
   *
   * @throws {RangeError} on an unknown workspace, or limits that are not positive integers
   */
  setLimits(id: string, limits: Limits | null): Promise<void>;
  /** Usage of each key of one workspace, or of all. */
  usage(workspace?: string): Promise<readonly UsageRow[]>;
  /** The last 500 requests, oldest first. */
  requestLog(): Promise<readonly LogRow[]>;
  /** Network traffic of the scope by host, latest first. */
  outbound(): Promise<readonly OutboundHost[]>;
}
