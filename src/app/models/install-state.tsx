import type { CatalogueEntry } from "../../index.ts";
import { describeLoaded, describeInstall, fractionOf } from "./describe-install.ts";

/** The progress of an install, or why it stopped. Not a live region: the view announces its steps. */
export function InstallState({ entry: { name, state } }: { readonly entry: CatalogueEntry }) {
  switch (state.type) {
    case "not-installed":
    case "installed":
      return null;
    case "installing":
      return (
        <div class="model-install">
          <progress class="bar" aria-label={`Install of ${name}`} {...barValue(state)} />
          <p class="soft figure">{describeInstall(state)}</p>
          {state.problem !== null && <p class="soft">{state.problem}</p>}
        </div>
      );
    case "paused":
    case "failed":
      return (
        <div class="model-install">
          <progress class="bar" aria-label={`Install of ${name}`} max={1} value={fractionOf(state) ?? 0} />
          {state.type === "failed" && <p class="problem">{state.message}</p>}
          <p class="soft figure">
            {state.type === "paused" ? "Paused" : "Stopped"} at {describeLoaded(state)}
          </p>
        </div>
      );
  }
}

/** A bar without a value shows that the total is not known. */
function barValue(state: CatalogueEntry["state"]): { max: number; value?: number } {
  const fraction = fractionOf(state);
  return fraction === null ? { max: 1 } : { max: 1, value: fraction };
}
