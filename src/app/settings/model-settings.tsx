import { useId } from "preact/hooks";
import type { CatalogueEntry, Insitu, Settings } from "../../index.ts";
import { useAction } from "../ui/action.ts";
import { Problem } from "../ui/problem.tsx";
import { useReloadOnReturn } from "../ui/reload-on-return.ts";
import { useResource } from "../ui/resource.ts";

const ENGINES: readonly { readonly id: Settings["engine"]; readonly label: string }[] = [
  { id: "auto", label: "Automatic" },
  { id: "web-llm", label: "web-llm, on the GPU" },
];

/** The model and the engine that are used where an app names none. Saved as they are chosen. */
export function ModelSettings({ models, settings }: Pick<Insitu, "models" | "settings">) {
  const { state, reload } = useResource(async () => {
    const [entries, chosen] = await Promise.all([models.list(), settings.get()]);
    return { entries: entries.filter(isUsable), chosen };
  });
  const save = useAction();
  useReloadOnReturn(reload);
  const modelField = useId();
  const engineField = useId();
  if (state.type === "loading") return <p class="soft">Reading the settings…</p>;
  if (state.type === "failed") return <Problem message={state.message} onRetry={reload} />;
  const { entries, chosen } = state.value;
  const change = (changed: Partial<Settings>) =>
    void save.run(async () => {
      await settings.set(changed);
      reload();
    });
  return (
    <>
      <div class="field">
        <label class="field-label" for={modelField}>
          Default model
        </label>
        <select
          class="select"
          id={modelField}
          value={chosen.defaultModel}
          onChange={({ currentTarget }) => change({ defaultModel: currentTarget.value })}
        >
          {entries.map(({ id, name, state: { type } }) => (
            <option key={id} value={id}>
              {type === "installed" ? name : `${name} (not downloaded yet)`}
            </option>
          ))}
        </select>
        <p class="field-hint">
          Used by new chats, and by apps that name no model. <a href="#/models">Install more models</a>
        </p>
      </div>
      <div class="field">
        <label class="field-label" for={engineField}>
          Engine
        </label>
        <select
          class="select"
          id={engineField}
          value={chosen.engine}
          onChange={({ currentTarget }) => {
            const engine = ENGINES.find(({ id }) => id === currentTarget.value)?.id;
            if (engine !== undefined) change({ engine });
          }}
        >
          {ENGINES.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        <p class="field-hint">
          Automatic picks the best engine that runs here. So far that is web-llm, which needs WebGPU.
        </p>
      </div>
      {save.problem.value !== null && <Problem message={save.problem.value} />}
    </>
  );
}

/** A request can name it: it is there, or the deployment brings it along. */
function isUsable({ state, source }: CatalogueEntry): boolean {
  return state.type === "installed" || source === "embedded";
}
