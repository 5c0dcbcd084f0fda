import type { DatabaseConnection } from "./database.ts";
import type { RowParser } from "./parse-rows.ts";
import type { UnsavedBuckets } from "./unsaved-buckets.ts";
import type { WriteHealth } from "./write-health.ts";

/** The collaborators of the functions that charge and record requests. */
export interface MeteringDependencies {
  readonly connection: DatabaseConnection;
  readonly rows: RowParser;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly health: WriteHealth;
  readonly unsavedBuckets: UnsavedBuckets;
}
