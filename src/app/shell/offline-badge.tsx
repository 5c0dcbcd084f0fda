import { online } from "../browser/online.ts";

/** Shows that there is no network. The live region is always there, so that a change is announced. */
export function OfflineBadge() {
  return (
    <p class="offline-state" role="status">
      {!online.value && (
        <span class="badge" title="No network. Installed models keep working.">
          Offline
        </span>
      )}
    </p>
  );
}
