import type { CatalogueEntry, Insitu, Settings } from "../../index.ts";
import { useAction } from "../ui/action.ts";
import { Problem } from "../ui/problem.tsx";
import { useReloadOnReturn } from "../ui/reload-on-return.ts";
import { useResource } from "../ui/resource.ts";
import { SelectField } from "../ui/select-field.tsx";

const ENGINES: readonly { readonly value: Settings["engine"]; readonly label: string }[] = [
  { value: "auto", label: "Automatic" },
  { value: "web-llm", label: "GPU (web-llm)" },
  { value: "wllama", label: "CPU (wllama)" },
];

/** The default model and engine. A change is saved at once. */
export function ModelSettings({ models, settings }: Pick<Insitu, "models" | "settings">) {
  const { state, reload } = useResource(async () => {
    const [entries, chosen] = await Promise.all([models.list(), settings.get()]);
    return { entries: entries.filter(isUsable), chosen };
  });
  const save = useAction();
  useReloadOnReturn(reload);
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
      <SelectField
        label="Default model"
        hint={
          <>
            Used by new chats, and by apps that name no model. <a href="#/models">Install more models</a>
          </>
        }
        options={entries.map(({ id, name, state: { type } }) => ({
          value: id,
          label: type === "installed" ? name : `${name} (not downloaded yet)`,
        }))}
        value={chosen.defaultModel}
        onValue={(defaultModel) => change({ defaultModel })}
      />
      <SelectField
        label="Engine"
        hint="Automatic picks the best one that each model can run on here: the GPU, if there is one, then the CPU. The others are used for every model, or not at all. Each needs its own files of a model."
        options={ENGINES}
        value={chosen.engine}
        onValue={(value) => {
          const engine = ENGINES.find((option) => option.value === value)?.value;
          if (engine !== undefined) change({ engine });
        }}
      />
      {save.problem.value !== null && <Problem message={save.problem.value} />}
    </>
  );
}

/** True for a model that requests can name: installed, or part of the deployment. */
function isUsable({ state, source }: CatalogueEntry): boolean {
  return state.type === "installed" || source === "embedded";
}
