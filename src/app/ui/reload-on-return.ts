import { useEffect } from "preact/hooks";

/** Calls `reload` when the person comes back to this page: another tab may have changed what it shows. */
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
