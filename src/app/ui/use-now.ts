import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** The time in milliseconds since 1970, looked at again every `interval` milliseconds. */
export function useNow(interval: number): number {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => void (now.value = Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval, now]);
  return now.value;
}
