/** The sampling settings as text fields, in both directions. */
import { type SamplingSettings, samplingSchema } from "../conversations/conversation.ts";

type NumberFieldName = Exclude<keyof SamplingSettings, "stop">;

export interface NumberField {
  readonly name: NumberFieldName;
  readonly label: string;
  /** The values that `samplingSchema` accepts, for the hint and the error. */
  readonly range: string;
}

export const NUMBER_FIELDS: readonly NumberField[] = [
  { name: "temperature", label: "Temperature", range: "a number from 0 to 2" },
  { name: "top_p", label: "Top p", range: "a number above 0, up to 1" },
  { name: "seed", label: "Seed", range: "a whole number" },
  { name: "presence_penalty", label: "Presence penalty", range: "a number from -2 to 2" },
  { name: "frequency_penalty", label: "Frequency penalty", range: "a number from -2 to 2" },
];

/** Texts of the fields. An empty one leaves the value to the model. */
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

/** Error messages by field. */
export type SamplingProblems = Readonly<Partial<Record<keyof SamplingSettings, string>>>;

/** Parses the fields: a comma can stand for the decimal point, and each line of `stop` is one stop text. */
export function readSampling(
  text: SamplingText,
): { readonly sampling: SamplingSettings } | { readonly problems: SamplingProblems } {
  const numberOf = (name: NumberFieldName): number | null => {
    const digits = text[name].trim().replace(",", ".");
    return digits === "" ? null : Number(digits);
  };
  const sampling: SamplingSettings = {
    temperature: numberOf("temperature"),
    top_p: numberOf("top_p"),
    seed: numberOf("seed"),
    presence_penalty: numberOf("presence_penalty"),
    frequency_penalty: numberOf("frequency_penalty"),
    stop: text.stop.split("\n").filter((line) => line !== ""),
  };

  const isValid = (name: keyof SamplingSettings) =>
    samplingSchema.shape[name].safeParse(sampling[name]).success;
  const problems = Object.fromEntries(
    NUMBER_FIELDS.filter(({ name }) => !isValid(name)).map(({ name, range }) => [
      name,
      `“${text[name].trim()}” is not ${range}.`,
    ]),
  );
  if (!isValid("stop")) problems["stop"] = `These are ${sampling.stop.length} lines. At most 4 are allowed.`;
  return Object.keys(problems).length === 0 ? { sampling } : { problems };
}
