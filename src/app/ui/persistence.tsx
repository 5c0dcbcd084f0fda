import { Button } from "./button.tsx";
import { useSignal } from "@preact/signals";
import type { Models } from "../../index.ts";

/** False in WebKitGTK 2.50. */
const CAN_BE_ASKED = "storage" in navigator;

export interface PersistenceProps {
  readonly persisted: boolean;
  readonly models: Pick<Models, "requestPersistence">;
  /** Called when the browser has granted persistent storage. */
  readonly onPersisted: () => void;
}

/** Tells whether the browser may clear the storage by itself, with a button to ask it not to, if it can be asked. */
export function Persistence({ persisted, models, onPersisted }: PersistenceProps) {
  const refused = useSignal(false);
  async function ask() {
    const agreed = await models.requestPersistence().catch(() => false);
    refused.value = !agreed;
    if (agreed) onPersisted();
  }
  if (persisted) {
    return <p class="soft">The browser keeps what is stored here until you delete it.</p>;
  }
  return (
    <div class="spread">
      <p class="soft">
        The browser may clear this when the disk is full or the app has not been used for a while.
        <span role="status">
          {refused.value &&
            " The browser declined. It is more likely to agree once you have installed the app or used it more."}
        </span>
      </p>
      {CAN_BE_ASKED && <Button onClick={() => void ask()}>Keep it</Button>}
    </div>
  );
}
