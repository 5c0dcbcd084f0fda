import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** The time in milliseconds since 1970, updated every `intervalMs` milliseconds. */
export function useNow(intervalMs: number): number {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => void (now.value = Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs, now]);
  return now.value;
}
