/** Functions and constants that chat templates use, as Hugging Face's `apply_chat_template` offers them. */
import { MAX_REASON, TemplateError } from "./template-error.ts";

const MAX_RANGE = 10_000;

/** A template's own message, by `raise_exception`. */
export class RaisedByTemplate extends TemplateError {}

export const GLOBALS: Readonly<Record<string, unknown>> = {
  false: false,
  true: true,
  none: null,
  False: false,
  True: true,
  None: null,
  raise_exception(reason: unknown) {
    throw new RaisedByTemplate(`says: "${String(reason).slice(0, MAX_REASON)}"`);
  },
  range: (...bounds: unknown[]) => range(bounds.filter((bound) => typeof bound === "number")),
  strftime_now: (format: unknown) => formatTime(String(format), new Date()),
};

/** Python's `range`. */
function range(bounds: readonly number[]): number[] {
  const [start = 0, stop = 0, step = 1] = bounds.length === 1 ? [0, ...bounds] : bounds;
  const length = Math.max(0, Math.ceil((stop - start) / step));
  if (!(length <= MAX_RANGE)) throw new TemplateError(`counts to more than ${MAX_RANGE}`);
  return Array.from({ length }, (_, index) => start + index * step);
}

const twoDigits = (number: number) => String(number).padStart(2, "0");
const inEnglish = (options: Intl.DateTimeFormatOptions) => (time: Date) =>
  new Intl.DateTimeFormat("en-US", options).format(time);

/** Of Python's `strftime`, those that chat templates use. */
const DIRECTIVES: Readonly<Record<string, (time: Date) => string>> = {
  "%Y": (time) => String(time.getFullYear()),
  "%y": (time) => twoDigits(time.getFullYear() % 100),
  "%m": (time) => twoDigits(time.getMonth() + 1),
  "%d": (time) => twoDigits(time.getDate()),
  "%H": (time) => twoDigits(time.getHours()),
  "%M": (time) => twoDigits(time.getMinutes()),
  "%S": (time) => twoDigits(time.getSeconds()),
  "%B": inEnglish({ month: "long" }),
  "%b": inEnglish({ month: "short" }),
  "%A": inEnglish({ weekday: "long" }),
  "%a": inEnglish({ weekday: "short" }),
  "%%": () => "%",
};

function formatTime(format: string, time: Date): string {
  return format.replace(/%[a-z%]/gi, (directive) => DIRECTIVES[directive]?.(time) ?? directive);
}
