import { Button } from "../ui/button.tsx";
import { useSignal } from "@preact/signals";
import type { Insitu, SelfTestResult } from "../../index.ts";
import { useAction } from "../ui/action.ts";
import { describeCount, describeMilliseconds } from "../ui/format.ts";
import { Problem } from "../ui/problem.tsx";

/** Has a question answered while the service worker refuses every request to the network. */
export function SelfTest({ selfTest }: Pick<Insitu, "selfTest">) {
  const result = useSignal<SelfTestResult | null>(null);
  const { busy, problem, run } = useAction();
  const start = () =>
    run(async () => {
      result.value = null;
      result.value = await selfTest();
    });
  return (
    <div class="card">
      <div class="spread">
        <p>
          Ask the default model a question while the service worker refuses every request to the network, from
          all pages of this app.
        </p>
        <Button variant="primary" aria-disabled={busy} onClick={() => void start()}>
          {busy.value ? "Testing…" : "Run the test"}
        </Button>
      </div>
      {problem.value !== null && <Problem message={problem.value} />}
      <div role="status">{result.value !== null && <Result result={result.value} />}</div>
    </div>
  );
}

function Result({ result }: { readonly result: SelfTestResult }) {
  const { passed, question, answer, refused, networkRequests, durationMs } = result;
  return (
    <>
      <p class={passed ? "verdict" : "verdict problem"}>
        {passed ? "Passed: it was answered on this device." : "Failed."}
      </p>
      <dl class="facts">
        <dt>Question</dt>
        <dd>{question}</dd>
        <dt>Answer</dt>
        <dd class="answer">{answer === "" ? "(none)" : answer}</dd>
        <dt>Refused</dt>
        <dd class="figure">{describeCount(refused)}, including the test's own attempt</dd>
        <dt>Went out</dt>
        <dd class="figure">{describeCount(networkRequests)}</dd>
        <dt>Took</dt>
        <dd class="figure">{describeMilliseconds(durationMs)}</dd>
      </dl>
    </>
  );
}
