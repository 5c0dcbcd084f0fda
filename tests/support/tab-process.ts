/** The renderer processes of a browser. Stopping one freezes its pages and their workers at once, without any event. */
import { readdirSync, readFileSync } from "node:fs";

/** Beginnings of the names that Chromium gives the threads of workers. Linux cuts them off after 15 characters. */
const THREADS = { dedicated: "DedicatedWorker", shared: "SharedWorker", service: "ServiceWorker" };

/**
 * The process id of the renderer that runs the workers of this kind. Linux only.
 *
 * @throws unless there is exactly one such process among the descendants of this one
 */
export function processOfWorker(kind: keyof typeof THREADS): number {
  const found = renderers().filter((id) => threadsOf(id).some((name) => name.startsWith(THREADS[kind])));
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error(`There are ${found.length} processes with ${kind} workers.`);
  return only;
}

function threadsOf(id: number): string[] {
  return entriesOf(`/proc/${id}/task`).map((thread) => contentOf(`/proc/${id}/task/${thread}/comm`));
}

/** Renderers that descend from this process. */
function renderers(): number[] {
  const ids = entriesOf("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  // The field after the name, which is in parentheses, and the state: proc_pid_stat(5).
  const parentOf = (id: number) => Number(/\) \w (\d+)/.exec(contentOf(`/proc/${id}/stat`))?.[1]);
  const parents = new Map(ids.map((id) => [id, parentOf(id)]));
  const isOurs = (id: number | undefined): boolean =>
    id === process.pid || (id !== undefined && isOurs(parents.get(id)));
  return ids.filter((id) => isOurs(id) && contentOf(`/proc/${id}/cmdline`).includes("--type=renderer"));
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The process has ended meanwhile.
    return [];
  }
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
