import { useSignal } from "@preact/signals";
import type { Insitu } from "../../index.ts";
import { chosenKey } from "../api-keys/chosen-key.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Section } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { useResource } from "../ui/resource.ts";
import { SelectField } from "../ui/select-field.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { listModels } from "./list-models.ts";
import { type Snippet, SNIPPETS } from "./snippets.ts";

/** Stands in the code until there is a key. */
const KEY_PLACEHOLDER = "YOUR_KEY";

/** Code for each SDK, with the key and the model filled in. */
export function CodeSection({ insitu }: { readonly insitu: Insitu }) {
  const { state, reload } = useResource(() => listModels(insitu));
  // The listing asks the engine's host what it has loaded, which takes a while; the default is known at once.
  const settings = useResource(() => insitu.settings.get());
  const wanted = useSignal<string | null>(null);
  const chosen = useSignal<Snippet["id"]>("openai");
  const streaming = useSignal(true);
  const standard = settings.state.type === "ready" ? [settings.state.value.defaultModel] : [];
  const models = state.type === "ready" ? state.value : standard;
  const model = models.find((id) => id === (wanted.value ?? standard[0])) ?? models[0];
  const snippet = SNIPPETS.find(({ id }) => id === chosen.value);

  return (
    <Section title="Code">
      {state.type === "failed" && <Problem message={state.message} onRetry={reload} />}
      <div class="code-options">
        <SelectField
          label="Model"
          options={models.map((id) => ({ value: id, label: id }))}
          value={model ?? ""}
          onValue={(id) => void (wanted.value = id)}
        />
        <label class="choice">
          <input
            type="checkbox"
            checked={streaming.value}
            onChange={(event) => void (streaming.value = event.currentTarget.checked)}
          />
          Stream the reply
        </label>
      </div>
      <Tabs label="SDK" tabs={SNIPPETS} chosen={chosen.value} onChoose={(id) => void (chosen.value = id)}>
        {snippet !== undefined && model !== undefined && (
          <SnippetPanel
            snippet={snippet}
            code={snippet.code({
              entry: new URL("../insitu.js", `${insitu.baseURL}/`).pathname,
              baseURL: insitu.baseURL,
              apiKey: chosenKey.value || KEY_PLACEHOLDER,
              model,
              streaming: streaming.value,
            })}
          />
        )}
      </Tabs>
    </Section>
  );
}

interface SnippetPanelProps {
  readonly snippet: Snippet;
  readonly code: string;
}

function SnippetPanel({ snippet, code }: SnippetPanelProps) {
  return (
    <>
      <div class="snippet-header">
        {snippet.packages.length > 0 ? (
          <code class="install">npm install {snippet.packages.join(" ")}</code>
        ) : (
          <span class="soft">Nothing to install: this is a module script of the page.</span>
        )}
        <CopyButton text={code} what="code" />
      </div>
      <pre class="code snippet" tabIndex={0} aria-label={`Code for ${snippet.label}`}>
        {code}
      </pre>
      {chosenKey.value === "" && (
        <p class="soft">Create or paste a key above to replace {KEY_PLACEHOLDER}.</p>
      )}
    </>
  );
}
