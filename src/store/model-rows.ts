/** Models that were installed from the catalogue, and installs that are not complete. */
import * as z from "zod/mini";
import { modelFileSchema, modelSchema } from "../config/model.ts";
import type { DatabaseConnection } from "./database.ts";
import type { RowParser } from "./parse-rows.ts";

const count = z.number().check(z.nonnegative());

export const modelRowSchema = z.discriminatedUnion("status", [
  /** `model` as the service may run it: every file with its size and sum. */
  z.object({ id: z.string(), status: z.literal("installed"), model: modelSchema }),
  z.object({
    id: z.string(),
    /** `installing` is also what an install that was cut off by a closed browser has. */
    status: z.enum(["installing", "paused", "failed"]),
    /** What failed, in one line. */
    message: z.string(),
    loadedBytes: count,
    totalBytes: z.nullable(count),
    /** Files that are there, of a model whose sums are found out by installing it. */
    files: z.readonly(z.array(modelFileSchema)),
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
