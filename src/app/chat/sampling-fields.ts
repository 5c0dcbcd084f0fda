/** What a person types for the sampling, and what it says. */
import type { SamplingSettings } from "../conversations/conversation.ts";

type NumberName = Exclude<keyof SamplingSettings, "stop">;

export interface NumberField {
  readonly name: NumberName;
  readonly label: string;
  /** What is right, for the hint and for the error. */
  readonly range: string;
  readonly holds: (value: number) => boolean;
}

const between = (low: number, high: number) => (value: number) => value >= low && value <= high;

export const NUMBER_FIELDS: readonly NumberField[] = [
  { name: "temperature", label: "Temperature", range: "a number from 0 to 2", holds: between(0, 2) },
  {
    name: "top_p",
    label: "Top p",
    range: "a number above 0, up to 1",
    holds: (value) => value > 0 && value <= 1,
  },
  { name: "seed", label: "Seed", range: "a whole number", holds: Number.isSafeInteger },
  {
    name: "presence_penalty",
    label: "Presence penalty",
    range: "a number from -2 to 2",
    holds: between(-2, 2),
  },
  {
    name: "frequency_penalty",
    label: "Frequency penalty",
    range: "a number from -2 to 2",
    holds: between(-2, 2),
  },
];

/** As it stands in the fields: empty leaves a value to the model. */
export type SamplingText = Readonly<Record<keyof SamplingSettings, string>>;

export function toSamplingText(sampling: SamplingSettings): SamplingText {
  const text = (value: number | null) => (value === null ? "" : String(value));
  return {
    temperature: text(sampling.temperature),
    top_p: text(sampling.top_p),
    seed: text(sampling.seed),
    presence_penalty: text(sampling.presence_penalty),
    frequency_penalty: text(sampling.frequency_penalty),
    stop: sampling.stop.join("\n"),
  };
}

export type SamplingProblems = Readonly<Partial<Record<keyof SamplingSettings, string>>>;

/** The sampling that the fields say, or what is wrong with which of them. */
export function readSampling(
  text: SamplingText,
): { readonly sampling: SamplingSettings } | { readonly problems: SamplingProblems } {
  const problems: { -readonly [name in keyof SamplingProblems]: SamplingProblems[name] } = {};
  const read = (name: NumberName): number | null => {
    const written = text[name].trim().replace(",", ".");
    if (written === "") return null;
    const value = Number(written);
    const field = NUMBER_FIELDS.find((candidate) => candidate.name === name);
    if (!Number.isFinite(value) || field?.holds(value) !== true) {
      problems[name] = `“${text[name].trim()}” is not ${field?.range ?? "a number"}.`;
    }
    return value;
  };
  const sampling = {
    temperature: read("temperature"),
    top_p: read("top_p"),
    seed: read("seed"),
    presence_penalty: read("presence_penalty"),
    frequency_penalty: read("frequency_penalty"),
    stop: text.stop.split("\n").filter((line) => line !== ""),
  };
  if (sampling.stop.length > 4) problems.stop = `These are ${sampling.stop.length} lines: 4 are the most.`;
  return Object.keys(problems).length === 0 ? { sampling } : { problems };
}
