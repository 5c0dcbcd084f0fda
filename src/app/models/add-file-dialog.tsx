import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { FileSummary, InstallProgress, Models } from "../../index.ts";
import { messageOf } from "../../util/message-of.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { Problem } from "../ui/problem.tsx";
import { describeLoaded, fractionOf } from "./describe-install.ts";
import { FileFacts } from "./file-facts.tsx";
import { type ChosenFiles, sortFiles } from "./sort-files.ts";

export interface AddFileDialogProps {
  /** One model file, alone or with its projector, as the person chose them from disk; or the address of one. */
  readonly source: readonly File[] | string;
  readonly models: Models;
  /** Called with the model's id, before the dialog closes. */
  readonly onAdded: (id: string) => void;
  readonly onClose: () => void;
}

type Step =
  | { readonly type: "reading" }
  | { readonly type: "refused"; readonly reason: string; readonly summary?: FileSummary }
  | { readonly type: "asking"; readonly summary: FileSummary; readonly chosen: ChosenFiles }
  | {
      readonly type: "storing";
      readonly summary: FileSummary;
      /** Null until the first report. */
      readonly progress: InstallProgress | null;
    };

/**
 * Shows what files contain, and stores them once the person agrees. Closing it meanwhile cancels that, or pauses a
 * download, which the model's row resumes.
 */
export function AddFileDialog({ source, models, onAdded, onClose }: AddFileDialogProps) {
  const isRemote = typeof source === "string";
  const step = useSignal<Step>({ type: "reading" });
  const closing = useRef(new AbortController());
  const name =
    typeof source === "string" ? source.replace(/^.*\//, "") : source.map((file) => file.name).join(" and ");

  async function examine() {
    try {
      const chosen: ChosenFiles =
        typeof source === "string" ? { model: source } : await sortFiles(source, models.examine);
      const summary = await models.examine(chosen.model, chosen);
      const { problem: reason } = summary;
      step.value =
        reason === null ? { type: "asking", summary, chosen } : { type: "refused", reason, summary };
    } catch (error) {
      step.value = { type: "refused", reason: messageOf(error) };
    }
  }

  useEffect(() => {
    void examine();
    const { current } = closing;
    return () => current.abort();
  }, []);

  async function store(summary: FileSummary, { model, ...projector }: ChosenFiles) {
    const { signal } = closing.current;
    step.value = { type: "storing", summary, progress: null };
    try {
      const onProgress = (progress: InstallProgress) => {
        if (!signal.aborted) step.value = { type: "storing", summary, progress };
      };
      onAdded(await models.add(model, { ...projector, signal, onProgress }));
      onClose();
    } catch (error) {
      if (!signal.aborted) step.value = { type: "refused", reason: messageOf(error), summary };
    }
  }

  switch (step.value.type) {
    case "reading":
      return (
        <Dialog title={`Add ${name}`} onClose={onClose}>
          <p class="soft">Reading the file…</p>
        </Dialog>
      );
    case "refused":
      return (
        <Dialog title={`Add ${name}`} onClose={onClose}>
          <Problem message={step.value.reason} />
          {step.value.summary && <FileFacts summary={step.value.summary} />}
          <div class="dialog-actions">
            <Button onClick={onClose}>Close</Button>
          </div>
        </Dialog>
      );
    case "asking": {
      const { summary, chosen } = step.value;
      return (
        <FormDialog
          title={`Add ${summary.name}?`}
          action="Add"
          onSubmit={() => void store(summary, chosen)}
          onClose={onClose}
        >
          <FileFacts summary={summary} />
          <p class="soft">{describeCopy(source)}</p>
        </FormDialog>
      );
    }
    case "storing": {
      const { summary, progress } = step.value;
      return (
        <Dialog title={`Adding ${summary.name}`} onClose={onClose}>
          <div class="dialog-body">
            <progress
              class="bar"
              aria-label={`${isRemote ? "Download" : "Copy"} of ${summary.name}`}
              max={1}
              value={(progress && fractionOf(progress)) ?? 0}
            />
            <p class="soft figure">
              {describeLoaded({ loadedBytes: progress?.loadedBytes ?? 0, totalBytes: summary.bytes })}
            </p>
          </div>
          <div class="dialog-actions">
            <Button onClick={onClose}>{isRemote ? "Pause" : "Cancel"}</Button>
          </div>
        </Dialog>
      );
    }
  }
}

function describeCopy(source: AddFileDialogProps["source"]): string {
  if (typeof source === "string")
    return "The file is downloaded into this browser, and the model is used offline from then on.";
  return source.length === 1
    ? "The file is copied into this browser. It never leaves this device."
    : "The files are copied into this browser. They never leave this device.";
}
