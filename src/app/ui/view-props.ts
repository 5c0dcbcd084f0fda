import type { Insitu } from "../../index.ts";

/** Props of every view but the chat. */
export interface ViewProps {
  readonly connection: {
    /** Rejects where the service cannot be used, with the reason for the person. */
    readonly open: () => Promise<Insitu>;
  };
}
