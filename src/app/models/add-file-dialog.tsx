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

export interface AddFileDialogProps {
  /** From disk, or its address. */
  readonly file: File | string;
  readonly models: Models;
  /** Called with the model's id, before the dialog closes. */
  readonly onAdded: (id: string) => void;
  readonly onClose: () => void;
}

type Step =
  | { readonly type: "reading" }
  | { readonly type: "refused"; readonly reason: string; readonly summary?: FileSummary }
  | { readonly type: "asking"; readonly summary: FileSummary }
  | {
      readonly type: "storing";
      readonly summary: FileSummary;
      /** Null until the first report. */
      readonly progress: InstallProgress | null;
    };

/**
 * Shows what a file contains, and stores it once the person agrees. Closing it meanwhile cancels that, or pauses a
 * download, which the model's row resumes.
 */
export function AddFileDialog({ file, models, onAdded, onClose }: AddFileDialogProps) {
  const step = useSignal<Step>({ type: "reading" });
  const closing = useRef(new AbortController());
  const isRemote = typeof file === "string";
  const name = isRemote ? file.replace(/^.*\//, "") : file.name;

  async function examine() {
    try {
      const summary = await models.examine(file);
      const { problem: reason } = summary;
      step.value = reason === null ? { type: "asking", summary } : { type: "refused", reason, summary };
    } catch (error) {
      step.value = { type: "refused", reason: messageOf(error) };
    }
  }

  useEffect(() => {
    void examine();
    const { current } = closing;
    return () => current.abort();
  }, []);

  async function store(summary: FileSummary) {
    const { signal } = closing.current;
    step.value = { type: "storing", summary, progress: null };
    try {
      const onProgress = (progress: InstallProgress) => {
        if (!signal.aborted) step.value = { type: "storing", summary, progress };
      };
      onAdded(await models.add(file, { signal, onProgress }));
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
      const { summary } = step.value;
      return (
        <FormDialog
          title={`Add ${summary.name}?`}
          action="Add"
          onSubmit={() => void store(summary)}
          onClose={onClose}
        >
          <FileFacts summary={summary} />
          <p class="soft">
            {isRemote
              ? "The file is downloaded into this browser, and the model is used offline from then on."
              : "The file is copied into this browser. It never leaves this device."}
          </p>
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
