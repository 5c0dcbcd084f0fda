import { Button } from "./button.tsx";
import "./problem.css";

export interface ProblemProps {
  readonly message: string;
  readonly onRetry?: () => void;
}

/** What went wrong, announced, with a way to try again where there is one. */
export function Problem({ message, onRetry }: ProblemProps) {
  return (
    <div class="problem-note" role="alert">
      <p class="problem">{message}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
