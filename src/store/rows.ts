/**
 * A schema for each kind of row. Rows are parsed when they are read: an older build, a newer one or a script of the
 * origin may have written them. Times are in milliseconds since 1970.
 */
import * as z from "zod/mini";

const count = z.number().check(z.nonnegative());
const time = z.number();

export const limitsSchema = z.object({
  /** Capacity of a key's request bucket, which refills by as many per minute. */
  requestsPerMinute: z.int().check(z.positive()),
  /** Capacity of a key's token bucket, for the tokens of prompts and completions. */
  tokensPerMinute: z.int().check(z.positive()),
});

export const workspaceSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: time,
  /** The limits of each key in the workspace; null for the deployment's. */
  limits: z.nullable(limitsSchema),
});

export const keySchema = z.object({
  id: z.string(),
  workspace: z.string(),
  name: z.string(),
  /** The beginning of the key's text, to tell keys apart. */
  prefix: z.string(),
  /** SHA-256 of the key's text in hexadecimal. The text itself is not stored. */
  hash: z.string(),
  createdAt: time,
  /** Absent from a key that does not expire, so that the index does not have it. */
  expiresAt: z.exactOptional(time),
});

const bucketSchema = z.object({ level: z.number(), updatedAt: time });

export const bucketsSchema = z.object({ key: z.string(), requests: bucketSchema, tokens: bucketSchema });

/** A request that was taken from its key's bucket. Kept for a while, since it may be dispatched again. */
export const takeSchema = z.object({
  key: z.string(),
  request: z.string(),
  /** Id of the store that took it: each start of a service worker has its own. */
  life: z.string(),
  at: time,
});

export const usageSchema = z.object({
  workspace: z.string(),
  /** A key's id, or "" for all former keys of the workspace together. */
  key: z.string(),
  requests: count,
  promptTokens: count,
  /** Of `promptTokens`. Rows of earlier versions lack it. */
  cachedTokens: z._default(count, 0),
  completionTokens: count,
  lastUsedAt: time,
});

/** One request, never its content. */
export const logRowSchema = z.object({
  at: time,
  requestId: z.string(),
  /** Null if the request was not authenticated. */
  key: z.nullable(z.string()),
  method: z.string(),
  path: z.string(),
  status: z.int(),
  durationMs: count,
  promptTokens: count,
  /** Of `promptTokens`. Rows of earlier versions lack it. */
  cachedTokens: z._default(count, 0),
  completionTokens: count,
});

/** Requests to one host. */
export const outboundSchema = z.object({
  /** With the port, unless it is the scheme's default. */
  host: z.string(),
  /** Requests sent. The browser's HTTP cache may have answered some of them. */
  requests: z.int().check(z.nonnegative()),
  /**
   * Bytes of response bodies: as received from our own origin, and as announced by `content-length` from others. Null
   * if a response did not announce its length.
   */
  bytesReceived: z.nullable(count),
  /** Bytes of request bodies; null if one could not be counted. */
  bytesSent: z.nullable(count),
  /** Requests that the service worker refused to send. */
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
