import { useSignal } from "@preact/signals";
import { useCallback, useEffect, useRef } from "preact/hooks";
import { messageOf } from "../../util/message-of.ts";

export type ResourceState<T> =
  | { readonly type: "loading" }
  | { readonly type: "ready"; readonly value: T }
  | { readonly type: "failed"; readonly message: string };

export interface Resource<T> {
  readonly state: ResourceState<T>;
  /** Load again; the old value stays until the new one arrives. */
  readonly reload: () => void;
}

/** The result of `load`, which is called when the component mounts. Of several loads the latest one counts. */
export function useResource<T>(load: () => Promise<T>): Resource<T> {
  const state = useSignal<ResourceState<T>>({ type: "loading" });
  const latest = useRef(0);
  const current = useRef(load);
  current.current = load;
  const reload = useCallback(() => {
    const turn = ++latest.current;
    const settle = (settled: ResourceState<T>) => {
      if (turn === latest.current) state.value = settled;
    };
    current.current().then(
      (value) => settle({ type: "ready", value }),
      (error: unknown) => settle({ type: "failed", message: messageOf(error) }),
    );
  }, [state]);
  useEffect(() => {
    reload();
    return () => void latest.current++;
  }, [reload]);
  return { state: state.value, reload };
}
