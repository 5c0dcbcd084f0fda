/**
 * What the database holds, a schema for each kind of row. Rows are parsed when they are read: an older
 * build, a newer one or a script of the origin may have written them. Times are milliseconds since 1970.
 */
import * as z from "zod/mini";

const count = z.number().check(z.nonnegative());
const time = z.number();

export const limitsSchema = z.object({
  /** Size of a key's request bucket; it refills at this many a minute. */
  requestsPerMinute: z.int().check(z.positive()),
  /** Size of a key's token bucket, prompt and completion together. */
  tokensPerMinute: z.int().check(z.positive()),
});

export const workspaceSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: time,
  /** What each key of the workspace gets; null leaves it to the deployment's configuration. */
  limits: z.nullable(limitsSchema),
});

export const keySchema = z.object({
  id: z.string(),
  workspace: z.string(),
  name: z.string(),
  /** The beginning of the key's text, to tell keys apart. */
  prefix: z.string(),
  /** SHA-256 of the key's text, hexadecimal. The text itself is not kept. */
  hash: z.string(),
  createdAt: time,
  /** Absent in a key that does not expire, which also keeps it out of the index. */
  expiresAt: z.exactOptional(time),
});

const bucketSchema = z.object({ level: z.number(), updatedAt: time });

export const bucketsSchema = z.object({ key: z.string(), requests: bucketSchema, tokens: bucketSchema });

/** That a request was taken from its key's bucket, kept for a while: it may be dispatched again. */
export const takeSchema = z.object({
  key: z.string(),
  request: z.string(),
  /** Which store took it: each service worker's life has its own. */
  life: z.string(),
  at: time,
});

export const usageSchema = z.object({
  workspace: z.string(),
  /** A key's id, or "" for all former keys of the workspace together. */
  key: z.string(),
  requests: count,
  promptTokens: count,
  completionTokens: count,
  lastUsedAt: time,
});

/** One request, never its content. */
export const logRowSchema = z.object({
  at: time,
  requestId: z.string(),
  /** Null where the request was not authenticated. */
  key: z.nullable(z.string()),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  durationMs: count,
  promptTokens: count,
  completionTokens: count,
});

/** What went out to one host. */
export const outboundSchema = z.object({
  /** With the port where it is not the scheme's own. */
  host: z.string(),
  /** Requests that went out. The browser's HTTP cache may have answered some of them. */
  requests: z.int().check(z.nonnegative()),
  /**
   * Bytes of response bodies: of the own origin what arrived, of others what their responses announced. Null
   * where one did not say.
   */
  bytesReceived: z.nullable(count),
  /** Bytes of request bodies; null where one could not be counted. */
  bytesSent: z.nullable(count),
  /** Requests that the service worker refused to let out. */
  refused: z.int().check(z.nonnegative()),
  lastAt: time,
});

export type Limits = z.infer<typeof limitsSchema>;
export type Workspace = z.infer<typeof workspaceSchema>;
export type KeyRow = z.infer<typeof keySchema>;
export type Bucket = z.infer<typeof bucketSchema>;
export type TakeRow = z.infer<typeof takeSchema>;
export type UsageRow = z.infer<typeof usageSchema>;
export type LogRow = z.infer<typeof logRowSchema>;
export type OutboundHost = z.infer<typeof outboundSchema>;
