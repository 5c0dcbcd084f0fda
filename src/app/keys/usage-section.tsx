import { useSignal } from "@preact/signals";
import { DataTable } from "../ui/data-table.tsx";
import { describeCount, describeTime } from "../ui/format.ts";
import { Section } from "../ui/page.tsx";
import { describeRelative } from "../ui/relative-time.ts";
import { ShowMore } from "../ui/show-more.tsx";
import { Figure } from "./limits-section.tsx";
import { UsageBar } from "./usage-bar.tsx";
import { tokensOf, totalOf, type UsageFigure } from "./usage-figures.ts";
import "./usage-section.css";

export interface UsageSectionProps {
  readonly figures: readonly UsageFigure[];
}

/** Number of rows shown at first, and added each time. */
const INITIAL_COUNT = 10;
const PAGE_SIZE = 100;

const COLUMNS = [
  { title: "Key" },
  { title: "Requests", number: true },
  { title: [<span class="swatch" data-kind="prompt" key="swatch" />, " Prompt"], number: true },
  { title: [<span class="swatch" data-kind="completion" key="swatch" />, " Completion"], number: true },
  { title: "Last used" },
];

/** The usage of the workspace's keys: a table with a bar of tokens for each key. */
export function UsageSection({ figures }: UsageSectionProps) {
  const limit = useSignal(INITIAL_COUNT);
  if (figures.length === 0) {
    return (
      <Section title="Usage">
        <p class="card soft">No usage yet. Requests and tokens are counted here for each key.</p>
      </Section>
    );
  }
  const total = totalOf(figures);
  const maxTokens = Math.max(...figures.map(tokensOf));
  const shown = figures.slice(0, limit.value);
  return (
    <Section title="Usage">
      <dl class="figures-list">
        <Figure label="Requests" count={total.requests} />
        <Figure label="Prompt tokens" count={total.promptTokens} />
        <Figure label="of which reused" count={total.cachedTokens} />
        <Figure label="Completion tokens" count={total.completionTokens} />
      </dl>
      <DataTable label="Usage by key" class="usage-table" columns={COLUMNS}>
        {shown.map((figure) => (
          <Row key={figure.id} figure={figure} maxTokens={maxTokens} />
        ))}
      </DataTable>
      <ShowMore
        shown={shown.length}
        total={figures.length}
        noun="key"
        onMore={() => void (limit.value += PAGE_SIZE)}
      />
    </Section>
  );
}

function Row({ figure, maxTokens }: { readonly figure: UsageFigure; readonly maxTokens: number }) {
  const { label, requests, promptTokens, completionTokens, lastUsedAt } = figure;
  return (
    <tr>
      <th scope="row" class="usage-name">
        {label}
        <UsageBar promptTokens={promptTokens} completionTokens={completionTokens} maxTokens={maxTokens} />
      </th>
      <td class="number">{describeCount(requests)}</td>
      <td class="number">{describeCount(promptTokens)}</td>
      <td class="number">{describeCount(completionTokens)}</td>
      <td class="usage-time">
        {lastUsedAt !== null && (
          <time dateTime={new Date(lastUsedAt).toISOString()} title={describeTime(lastUsedAt)}>
            {describeRelative(lastUsedAt, Date.now())}
          </time>
        )}
      </td>
    </tr>
  );
}
