import type { CatalogueEntry } from "../../index.ts";
import { describeBytes } from "../../format/describe-bytes.ts";
import { describeCount } from "../ui/format.ts";

/** A model's size, memory, licence and origin, as far as they are known. */
export function ModelFacts({ entry }: { readonly entry: CatalogueEntry }) {
  const { downloadBytes, memoryBytes, processor, contextLength, license, source, origin, state } = entry;
  return (
    <ul class="model-facts soft figure">
      {state.type === "installed" ? (
        <li>{describeBytes(state.bytes)} on this device</li>
      ) : (
        downloadBytes !== null && <li>{describeBytes(downloadBytes)} to download</li>
      )}
      {memoryBytes !== null && (
        <li>
          {describeBytes(memoryBytes)} of {processor === "gpu" ? "GPU memory" : "memory"}
        </li>
      )}
      {contextLength !== null && <li>{describeCount(contextLength)} tokens of context</li>}
      <li>{license ?? "licence not stated"}</li>
      {source === "catalogue" && origin !== "" && <li>from {origin}</li>}
    </ul>
  );
}
