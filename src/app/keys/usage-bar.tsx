export interface UsageBarProps {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** The tokens of the busiest key, whose bar is the longest. */
  readonly maxTokens: number;
}

const LENGTH = 100;

/** A bar of prompt and completion tokens. It repeats the numbers beside it, so it is hidden from screen readers. */
export function UsageBar({ promptTokens, completionTokens, maxTokens }: UsageBarProps) {
  const scale = maxTokens > 0 ? LENGTH / maxTokens : 0;
  const prompt = promptTokens * scale;
  return (
    <svg class="usage-bar" viewBox={`0 0 ${LENGTH} 4`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="usage-track" width={LENGTH} height="4" />
      <rect class="usage-prompt" width={prompt} height="4" />
      <rect class="usage-completion" x={prompt} width={completionTokens * scale} height="4" />
    </svg>
  );
}
