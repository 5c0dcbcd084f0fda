/** The other engine workers of the deployment, where there are any. */
import { type Installs, type PeerMessage, peerMessageSchema } from "../wire/peer-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { type Locks, watchLock } from "../wire/watch-lock.ts";

export interface PeersOptions {
  readonly channel: Pick<BroadcastChannel, "postMessage" | "addEventListener">;
  readonly locks: Locks;
  /** The Web Lock that this worker holds while it lives. */
  readonly lock: string;
  /** What this worker installs. */
  readonly installs: () => Installs;
  readonly pause: (model: string) => void;
  readonly unload: (model: string) => void;
  /** A peer's installs have changed, or, with `catalogue`, more than them. */
  readonly onChange: (what: "progress" | "catalogue") => void;
}

export interface Peers {
  /** Own installs, and those of peers. */
  installs(): Installs;
  /** Tell the peers of a change here. */
  tell(what: "progress" | "catalogue"): void;
  pause(model: string): void;
  unload(model: string): void;
}

export function joinPeers(options: PeersOptions): Peers {
  const { channel, locks, lock, onChange } = options;
  const installsOf = new Map<string, Installs>();
  const alive = new AbortController();
  const send = (message: PeerMessage) => channel.postMessage(message);
  const sendInstalls = () => send({ v, type: "installs", lock, installs: options.installs() });

  function learn(peer: string, installs: Installs): void {
    if (!installsOf.has(peer)) {
      watchLock(locks, peer, alive.signal, () => {
        installsOf.delete(peer);
        onChange("catalogue");
      });
    }
    installsOf.set(peer, installs);
    onChange("progress");
  }

  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const parsed = peerMessageSchema.safeParse(data);
    if (!parsed.success) return;
    const message = parsed.data;
    switch (message.type) {
      case "hello":
        return sendInstalls();
      case "installs":
        return learn(message.lock, message.installs);
      case "changed":
        return onChange("catalogue");
      case "pause":
        return options.pause(message.model);
      case "unload":
        return options.unload(message.model);
    }
  });
  send({ v, type: "hello" });

  return {
    installs: () => merge([options.installs(), ...installsOf.values()]),
    tell(what) {
      sendInstalls();
      if (what === "catalogue") send({ v, type: "changed" });
    },
    pause: (model) => send({ v, type: "pause", model }),
    unload: (model) => send({ v, type: "unload", model }),
  };
}

/** One state for each model: that of the worker which downloads it, rather than of one which waits for its turn. */
function merge(lists: readonly Installs[]): Installs {
  const found = new Map<string, Installs[number]>();
  for (const install of lists.flat()) {
    const other = found.get(install.id)?.state;
    const waits = install.state.type === "installing" && install.state.phase === "waiting";
    if (other === undefined || !waits) found.set(install.id, install);
  }
  return [...found.values()];
}
