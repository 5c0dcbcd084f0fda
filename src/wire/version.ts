import * as z from "zod/mini";

/** Raised when a message changes in a way that an older context would misread. */
export const WIRE_VERSION = 3;

/** The field that every message carries. */
export const versionSchema = z.literal(WIRE_VERSION);
