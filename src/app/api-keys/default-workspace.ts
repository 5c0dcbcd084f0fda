/** The workspace that always exists: a key created without a workspace belongs to it. */
export const DEFAULT_WORKSPACE = "default";
