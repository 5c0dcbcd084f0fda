/** Requests to the network, by host: counts and times, never a path, a query or content. */
import type { DatabaseConnection } from "./database.ts";
import type { RowParser } from "./parse-rows.ts";
import { outboundSchema, type OutboundHost } from "./rows.ts";

export interface OutboundStore {
  /** Adds `counts` to the rows of their hosts. */
  addOutbound(counts: readonly OutboundHost[]): Promise<void>;
  /** One row per host, the most recent first. */
  outbound(): Promise<readonly OutboundHost[]>;
}

/** The sum of two rows. If one summand is unknown (null), so is the sum. */
export function sumOutbound(one: OutboundHost | undefined, other: OutboundHost): OutboundHost {
  if (one === undefined) return other;
  return {
    host: other.host,
    requests: one.requests + other.requests,
    bytesReceived: sum(one.bytesReceived, other.bytesReceived),
    bytesSent: sum(one.bytesSent, other.bytesSent),
    refused: one.refused + other.refused,
    lastAt: Math.max(one.lastAt, other.lastAt),
  };
}

function sum(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

export function createOutboundStore(connection: DatabaseConnection, rows: RowParser): OutboundStore {
  return {
    async addOutbound(counts) {
      const database = await connection.open();
      const transaction = database.transaction("outbound", "readwrite");
      for (const count of counts) {
        const row = rows.parseRow("outbound", outboundSchema, await transaction.store.get(count.host));
        await transaction.store.put(sumOutbound(row, count));
      }
      await transaction.done;
    },

    async outbound() {
      const database = await connection.open();
      const hosts = rows.parseRows("outbound", outboundSchema, await database.getAll("outbound"));
      return hosts.sort((one, other) => other.lastAt - one.lastAt);
    },
  };
}
