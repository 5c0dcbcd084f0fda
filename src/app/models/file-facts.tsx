import type { FileSummary } from "../../index.ts";
import { describeBytes } from "../../format/describe-bytes.ts";
import { describeCount } from "../ui/format.ts";

/** Facts about a model, from the header of its GGUF file. */
export function FileFacts({ summary }: { readonly summary: FileSummary }) {
  const facts = [
    ["Architecture", summary.architecture || "not stated"],
    ["Parameters", describeParameters(summary.parameters)],
    ["Weights", summary.quantization],
    ["Size", describeBytes(summary.bytes)],
    ["Memory", describeBytes(summary.memoryBytes)],
    ["Context", describeContext(summary)],
    ["Takes", summary.inputModalities.includes("image") ? "text and images" : "text"],
    ["Licence", summary.license ?? "not stated"],
    ["Chat template", describeTemplate(summary)],
  ] as const;
  return (
    <dl class="file-facts figure">
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt class="soft">{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function describeTemplate({ chosenTemplate }: FileSummary): string {
  if (chosenTemplate === null) return "the file's own";
  return `the file has none; that of ${chosenTemplate} was chosen by its control tokens`;
}

/** 134515008 → "135 million". */
function describeParameters(count: number): string {
  return new Intl.NumberFormat("en", {
    notation: "compact",
    compactDisplay: "long",
    maximumSignificantDigits: 3,
  }).format(count);
}

function describeContext({ contextLength, trainedContextLength }: FileSummary): string {
  const here = `${describeCount(contextLength)} tokens`;
  if (trainedContextLength === null || trainedContextLength <= contextLength) return here;
  return `${here}; the model was made for ${describeCount(trainedContextLength)}, which would take more memory`;
}
