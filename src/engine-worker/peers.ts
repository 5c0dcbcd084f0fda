/** The other engine workers of the deployment, where there are any. */
import type { InstallerChange } from "../models/installer.ts";
import { Emitter } from "../util/emitter.ts";
import { type Installs, type PeerMessage, peerMessageSchema } from "../wire/peer-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { type Locks, watchLock } from "../wire/watch-lock.ts";

export interface PeersOptions {
  readonly channel: Pick<BroadcastChannel, "postMessage" | "addEventListener">;
  readonly locks: Locks;
  /** The name of the Web Lock that this worker holds while it lives, once it is held. */
  readonly lock: Promise<string>;
}

export type PeerEvent =
  /** A peer's installs have changed or, with `catalogue`, more than the progress of an install. */
  | { readonly type: "changed"; readonly change: InstallerChange }
  /** A peer asks to pause the model's install, if it runs here. */
  | { readonly type: "pause"; readonly model: string }
  /** A peer removes the model and asks to free its memory. */
  | { readonly type: "unload"; readonly model: string };

export interface Peers {
  /** The installs of all workers: those announced here and those of the peers. */
  installs(): Installs;
  /** Announce the installs of this worker after a change. */
  announce(installs: Installs, change: InstallerChange): void;
  /** Ask the peers to pause their installs of a model. */
  pause(model: string): void;
  /** Ask the peers to free the memory of a model. */
  unload(model: string): void;
  observe(observer: (event: PeerEvent) => void): () => void;
}

export function joinPeers({ channel, locks, lock }: PeersOptions): Peers {
  const events = new Emitter<PeerEvent>();
  const installsByPeer = new Map<string, Installs>();
  const never = new AbortController().signal;
  let own: Installs = [];

  const send = (message: PeerMessage) => channel.postMessage(message);

  /** Peers watch the lock: they must not hear of it before it is held. */
  async function sendInstalls(change: InstallerChange): Promise<void> {
    const name = await lock;
    send({ v, type: "installs", lock: name, installs: own });
    if (change === "catalogue") send({ v, type: "changed" });
  }

  function learn(peer: string, installs: Installs): void {
    if (!installsByPeer.has(peer)) {
      watchLock(locks, peer, never, () => {
        installsByPeer.delete(peer);
        events.emit({ type: "changed", change: "catalogue" });
      });
    }
    installsByPeer.set(peer, installs);
    events.emit({ type: "changed", change: "progress" });
  }

  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const parsed = peerMessageSchema.safeParse(data);
    if (!parsed.success) return;
    const message = parsed.data;
    switch (message.type) {
      case "hello":
        return void sendInstalls("progress");
      case "installs":
        return learn(message.lock, message.installs);
      case "changed":
        return events.emit({ type: "changed", change: "catalogue" });
      case "pause":
      case "unload":
        return events.emit({ type: message.type, model: message.model });
    }
  });
  send({ v, type: "hello" });

  return {
    installs: () => merge([own, ...installsByPeer.values()]),
    announce(installs, change) {
      own = installs;
      void sendInstalls(change);
    },
    pause: (model) => send({ v, type: "pause", model }),
    unload: (model) => send({ v, type: "unload", model }),
    observe: events.observe,
  };
}

/** One state per model: that of the worker which downloads it, rather than of one which waits for its turn. */
function merge(lists: readonly Installs[]): Installs {
  const merged = new Map<string, Installs[number]>();
  for (const install of lists.flat()) {
    const other = merged.get(install.id)?.state;
    const isWaiting = install.state.type === "installing" && install.state.phase === "waiting";
    if (other === undefined || !isWaiting) merged.set(install.id, install);
  }
  return [...merged.values()];
}
