/** Models installed from the catalogue, and unfinished installs. */
import * as z from "zod/mini";
import { remoteFileSchema } from "../contract/file-summary.ts";
import { modelFileSchema, modelSchema } from "../contract/model.ts";
import type { DatabaseConnection } from "./database.ts";
import type { RowParser } from "./parse-rows.ts";

const count = z.number().check(z.nonnegative());

export const modelRowSchema = z.discriminatedUnion("status", [
  /** `model` is complete: every file has its size and checksum. */
  z.object({ id: z.string(), status: z.literal("installed"), model: modelSchema }),
  z.object({
    id: z.string(),
    /** An install that was interrupted by closing the browser stays `installing`. */
    status: z.enum(["installing", "paused", "failed"]),
    /** The failure, in one line. */
    message: z.string(),
    loadedBytes: count,
    totalBytes: z.nullable(count),
    /** The files that have been downloaded, if the checksums are only known from the download. */
    files: z.readonly(z.array(modelFileSchema)),
    /** A file that a person named by its address, which no other list contains. */
    remote: z.exactOptional(remoteFileSchema),
  }),
]);

export type ModelRow = z.infer<typeof modelRowSchema>;
export type UnfinishedModelRow = Exclude<ModelRow, { status: "installed" }>;

export interface ModelRowStore {
  listModelRows(): Promise<readonly ModelRow[]>;
  modelRow(id: string): Promise<ModelRow | undefined>;
  putModelRow(row: ModelRow): Promise<void>;
  deleteModelRow(id: string): Promise<void>;
}

export function createModelRowStore(connection: DatabaseConnection, rows: RowParser): ModelRowStore {
  return {
    async listModelRows() {
      const database = await connection.open();
      return rows.parseRows("models", modelRowSchema, await database.getAll("models"));
    },
    async modelRow(id) {
      const database = await connection.open();
      return rows.parseRow("models", modelRowSchema, await database.get("models", id));
    },
    async putModelRow(row) {
      const database = await connection.open();
      await database.put("models", row);
    },
    async deleteModelRow(id) {
      const database = await connection.open();
      await database.delete("models", id);
    },
  };
}
