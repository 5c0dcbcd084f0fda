import { online } from "../browser/online.ts";

/** Says that there is no network, which stops no chat. The live region is always there, so that it speaks. */
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
