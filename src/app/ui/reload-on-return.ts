import { useEffect } from "preact/hooks";

/** Calls `reload` when the person returns to this page: another tab may have changed its data. */
export function useReloadOnReturn(reload: () => void): void {
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === "visible") reload();
    };
    addEventListener("focus", reload);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      removeEventListener("focus", reload);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [reload]);
}
