/** The renderer processes of tabs. Stopping one freezes its page and its workers at once, without any event. */
import { readdirSync, readFileSync } from "node:fs";

/** A context in the browser: a page, a worker or a service worker. */
interface BusyContext {
  evaluate(expression: string): Promise<unknown>;
}

/** Computes for a time in which every other tab is idle. A clock tick has 10 ms. */
const COMPUTE =
  '(() => { const end = performance.now() + 400; while (performance.now() < end); return ""; })()';

/** The process id of the renderer that runs `context`: the one that computes while the context does. Linux only. */
export async function processOf(context: BusyContext): Promise<number> {
  const before = renderers();
  await context.evaluate(COMPUTE);
  const after = [...renderers()].map(([id, ticks]) => [id, ticks - (before.get(id) ?? 0)] as const);
  const [busiest] = after.toSorted(([, a], [, b]) => b - a);
  if (busiest === undefined) throw new Error("There is no renderer.");
  return busiest[0];
}

/** The processor time in ticks of each renderer that descends from this process. */
function renderers(): Map<number, number> {
  const parents = new Map<number, number>();
  const ticks = new Map<number, number>();
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const id = Number(entry);
    try {
      // The name in parentheses may have spaces. Fields as in proc_pid_stat(5), counted from the state.
      const fields = readFileSync(`/proc/${id}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      parents.set(id, Number(fields[1]));
      if (readFileSync(`/proc/${id}/cmdline`, "utf8").includes("--type=renderer"))
        ticks.set(id, Number(fields[11]) + Number(fields[12]));
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (id: number): boolean => {
    const parent = parents.get(id);
    return parent === process.pid || (parent !== undefined && isOurs(parent));
  };
  return new Map([...ticks].filter(([id]) => isOurs(id)));
}
