import { Button } from "../ui/button.tsx";
import type { Limits, Workspace } from "../../index.ts";
import { describeCount } from "../ui/format.ts";
import { Section } from "../ui/page.tsx";

export interface LimitsSectionProps {
  readonly workspace: Workspace;
  readonly defaultLimits: Limits;
  readonly onChange: () => void;
}

export function LimitsSection({ workspace, defaultLimits, onChange }: LimitsSectionProps) {
  const { requestsPerMinute, tokensPerMinute } = workspace.limits ?? defaultLimits;
  return (
    <Section title="Limits per key" actions={<Button onClick={onChange}>Change limits</Button>}>
      <div class="card figures-card">
        <dl class="figures-list">
          <Figure label="Requests per minute" count={requestsPerMinute} />
          <Figure label="Tokens per minute" count={tokensPerMinute} />
        </dl>
        <p class="soft">{workspace.limits === null ? "This site’s default" : "Set for this workspace"}</p>
      </div>
    </Section>
  );
}

interface FigureProps {
  readonly label: string;
  readonly count: number;
}

/** A number with its label, for a `dl`. */
export function Figure({ label, count }: FigureProps) {
  return (
    <div>
      <dt class="soft">{label}</dt>
      <dd class="figure big-figure">{describeCount(count)}</dd>
    </div>
  );
}
