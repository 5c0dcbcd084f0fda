/** Adding a model file of a person's own, loaded when it is done. */
import { WIRE_VERSION as v } from "../wire/version.ts";
import type { EngineHost } from "./engine-host.ts";
import type { FileSummary } from "./file-summary.ts";
import { InsituError } from "./insitu-error.ts";
import type { AddOptions, FileOptions, Models } from "./models.ts";

type CommandHost = Pick<EngineHost, "command">;

/** @throws {InsituError} `model-failed` */
export async function examineFile(
  file: Blob | string,
  { projector }: FileOptions,
  host: CommandHost,
): Promise<FileSummary> {
  const reply = await host.command({ v, type: "examine-file", file: offer(file, projector) });
  if (reply.type === "file") return reply.summary;
  throw otherVersion();
}

/**
 * @returns the model's id
 * @throws {InsituError} `model-failed` or `paused`
 */
export async function addFile(
  file: Blob | string,
  { projector, ...options }: AddOptions,
  { host, models }: { readonly host: CommandHost; readonly models: Pick<Models, "install" | "pause"> },
): Promise<string> {
  const reply = await host.command({ v, type: "add-file", file: offer(file, projector) });
  if (reply.type !== "adding") throw otherVersion();
  const { model } = reply;
  if (options.signal?.aborted === true) await models.pause(model);
  await models.install(model, options);
  return model;
}

/** @throws {InsituError} `model-failed` for a projector of a file at an address */
function offer(file: Blob | string, projector: Blob | undefined) {
  if (typeof file !== "string") {
    const name = file instanceof File ? file.name : "model.gguf";
    return { blob: file, name, ...(projector && { projector }) };
  }
  if (projector === undefined) return { url: new URL(file, document.baseURI).href };
  throw new InsituError("model-failed", "A projector can be added only with a model file from disk.");
}

function otherVersion(): InsituError {
  return new InsituError(
    "host-failed",
    "The worker that runs the model is of another version: reload the page.",
  );
}
