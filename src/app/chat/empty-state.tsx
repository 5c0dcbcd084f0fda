import type { Service } from "../service/service.ts";
import { describeBytes } from "../status/describe.ts";

/** What this is, what it costs and where everything stays, before the first message. */
export function EmptyState({ service }: { readonly service: Service }) {
  const bytes = service.model.value?.downloadBytes ?? null;
  const problem = service.problem.value;
  return (
    <div class="empty">
      <h2>A language model in your browser</h2>
      <p>
        Your first message downloads the model once{bytes === null ? "" : ` (${describeBytes(bytes)})`} and
        keeps it in this browser, where it also works offline. It runs on this device, and nothing you write
        leaves it.
      </p>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
