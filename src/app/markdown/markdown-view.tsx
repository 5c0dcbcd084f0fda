import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { cacheNodes, takeCachedNodes } from "./node-cache.ts";
import "./markdown.css";

/** Loaded with the first reply; until then, or if that fails, replies are plain text. */
const renderer = signal<typeof import("./render.ts") | null>(null);
let loading: Promise<void> | undefined;

export function loadMarkdown(): Promise<void> {
  loading ??= import("./render.ts").then(
    (loaded) => void (renderer.value = loaded),
    () => void (loading = undefined),
  );
  return loading;
}

export interface MarkdownViewProps {
  /** The message's id. */
  readonly id: string;
  readonly text: string;
}

/** A complete reply. */
export function MarkdownView({ id, text }: MarkdownViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const loaded = renderer.value;
  useLayoutEffect(() => {
    if (loaded === null) void loadMarkdown();
    const element = host.current;
    if (loaded === null || element === null) return undefined;
    const nodes = takeCachedNodes(id, text) ?? [loaded.renderMarkdown(text, { settled: true })];
    element.replaceChildren(...nodes);
    return () => cacheNodes(id, text, [...element.childNodes]);
  }, [loaded, id, text]);
  return loaded === null ? <p class="text">{text}</p> : <div class="markdown" ref={host} />;
}

/** A reply that is being generated. */
export function GrowingMarkdownView({ text }: { readonly text: string }) {
  const host = useRef<HTMLDivElement>(null);
  const grow = useRef<(text: string) => void>(null);
  const loaded = renderer.value;
  useLayoutEffect(() => {
    if (loaded === null) void loadMarkdown();
    if (loaded === null || host.current === null) return;
    grow.current ??= loaded.createGrowingRenderer(host.current);
    grow.current(text);
  }, [loaded, text]);
  return loaded === null ? <p class="text writing">{text}</p> : <div class="markdown writing" ref={host} />;
}
