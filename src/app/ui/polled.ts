import { useEffect } from "preact/hooks";
import { type Resource, useResource } from "./resource.ts";

/** What `load` gives, asked for again every `interval` milliseconds while the page is visible. */
export function usePolled<T>(load: () => Promise<T>, interval: number): Resource<T> {
  const resource = useResource(load);
  const { reload } = resource;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && reload(), interval);
    return () => clearInterval(timer);
  }, [interval, reload]);
  return resource;
}
