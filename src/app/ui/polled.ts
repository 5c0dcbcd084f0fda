import { useEffect } from "preact/hooks";
import { type Resource, useResource } from "./resource.ts";

/** A resource that is loaded again every `intervalMs` milliseconds while the page is visible. */
export function usePolled<T>(load: () => Promise<T>, intervalMs: number): Resource<T> {
  const resource = useResource(load);
  const { reload } = resource;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && reload(), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs, reload]);
  return resource;
}
