import { Button } from "./button.tsx";
import "./problem.css";

export interface ProblemProps {
  readonly message: string;
  readonly onRetry?: () => void;
}

/** An error message, announced to screen readers, with a button to try again if `onRetry` is given. */
export function Problem({ message, onRetry }: ProblemProps) {
  return (
    <div class="problem-note" role="alert">
      <p class="problem">{message}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
