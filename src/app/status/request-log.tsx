import { useSignal } from "@preact/signals";
import type { Insitu, LogRow } from "../../index.ts";
import { DataTable } from "../ui/data-table.tsx";
import { describeCount, describeMilliseconds, describeTime } from "../ui/format.ts";
import { usePolled } from "../ui/polled.ts";
import { Problem } from "../ui/problem.tsx";
import { ShowMore } from "../ui/show-more.tsx";

const POLL_INTERVAL_MS = 2_000;
/** Number of requests shown at first, and added each time; the service keeps the last 500. */
const INITIAL_COUNT = 20;
const PAGE_SIZE = 100;

const COLUMNS = [
  { title: "Time" },
  { title: "Request" },
  { title: "Status", number: true },
  { title: "Duration", number: true },
  { title: "Tokens", number: true },
];

/** The latest requests to the service. Their content is not stored. */
export function RequestLog({ requestLog }: Pick<Insitu, "requestLog">) {
  const { state, reload } = usePolled(requestLog, POLL_INTERVAL_MS);
  const limit = useSignal(INITIAL_COUNT);
  if (state.type === "loading") return null;
  if (state.type === "failed") return <Problem message={state.message} onRetry={reload} />;
  const rows = state.value.toReversed();
  if (rows.length === 0) return <p class="soft">No requests yet.</p>;
  const shown = rows.slice(0, limit.value);
  return (
    <>
      <DataTable label="Requests to the service" columns={COLUMNS}>
        {shown.map((row) => (
          <Row key={row.requestId} row={row} />
        ))}
      </DataTable>
      <ShowMore
        shown={shown.length}
        total={rows.length}
        noun="request"
        onMore={() => void (limit.value += PAGE_SIZE)}
      />
    </>
  );
}

function Row({ row }: { readonly row: LogRow }) {
  const { at, method, path, status, durationMs, promptTokens, cachedTokens, completionTokens } = row;
  const tokens = promptTokens + completionTokens;
  return (
    <tr>
      <td class="time">{describeTime(at)}</td>
      <td class="path">
        {method} {path}
      </td>
      <td class={status >= 400 ? "number problem" : "number"}>{status}</td>
      <td class="number">{describeMilliseconds(durationMs)}</td>
      <td
        class="number"
        title={`${describeCount(promptTokens)} in the prompt (${describeCount(cachedTokens)} reused), ${describeCount(completionTokens)} in the reply`}
      >
        {tokens === 0 ? "–" : describeCount(tokens)}
      </td>
    </tr>
  );
}
