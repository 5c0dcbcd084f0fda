import { InstallPausedError } from "../models/install-errors.ts";
import { ModelError } from "../models/model-error.ts";
import type { CommandReply, ControlMessage } from "../wire/control-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import type { ModelService } from "./model-service.ts";
import type { Peers } from "./peers.ts";

export type ModelCommand = Extract<
  ControlMessage,
  { type: "list-models" | "install" | "pause" | "remove" | "examine-file" | "add-file" }
>;

/** Carry out a page's command about models. Never rejects: a failure is in the reply. */
export async function runModelCommand(
  command: ModelCommand,
  { catalogue, installer, adder }: Pick<ModelService, "catalogue" | "installer" | "adder">,
  peers: Pick<Peers, "pause">,
): Promise<CommandReply> {
  try {
    switch (command.type) {
      case "list-models":
        return { v, type: "models", entries: await catalogue.entries() };
      case "install":
        await installer.install(command.model);
        break;
      case "pause":
        peers.pause(command.model);
        await installer.pause(command.model);
        break;
      case "remove":
        await installer.remove(command.model);
        break;
      case "examine-file":
        return { v, type: "file", summary: await adder.examine(command.file) };
      case "add-file":
        return { v, type: "adding", model: await adder.add(command.file) };
    }
    return { v, type: "done" };
  } catch (error) {
    return refusal(error);
  }
}

function refusal(error: unknown): CommandReply {
  if (error instanceof InstallPausedError) {
    return { v, type: "refused", reason: "paused", message: error.message };
  }
  if (error instanceof ModelError) return { v, type: "refused", reason: "failed", message: error.message };
  console.error(error);
  return { v, type: "refused", reason: "failed", message: "The command failed: see the worker's console." };
}
