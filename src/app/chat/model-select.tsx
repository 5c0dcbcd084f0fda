import type { Service } from "../service/service.ts";
import type { ChatSession } from "./session.ts";

export interface ModelSelectProps {
  readonly session: ChatSession;
  readonly service: Service;
}

/** Selects the model of this conversation, from the next message on. */
export function ModelSelect({ session, service }: ModelSelectProps) {
  const models = service.models.value;
  const { model } = session.settings.value;
  if (models.length < 2 && model === null) return null;
  const gone = model !== null && !models.some(({ id }) => id === model);
  return (
    <select
      class="select model-select"
      aria-label="Model"
      value={model ?? ""}
      onChange={({ currentTarget: { value } }) =>
        session.changeSettings({ ...session.settings.value, model: value === "" ? null : value })
      }
    >
      <option value="">Default: {service.defaultModel.value?.name ?? "not known yet"}</option>
      {models.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {gone && <option value={model}>{model} (not installed)</option>}
    </select>
  );
}
