import { useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { ServiceConnection } from "../service/connection.ts";
import { ModelState } from "./model-state.tsx";
import { erased } from "../browser/erase.ts";
import { ErasedScreen } from "./erased-screen.tsx";
// Imported early: the browser offers to install the app before any view is loaded that could show the offer.
import "../browser/install-prompt.ts";
import { Navigation } from "./navigation.tsx";
import { OfflineBadge } from "./offline-badge.tsx";
import { route } from "../browser/route.ts";
import { UpdateBar } from "./update-bar.tsx";
import { VIEWS } from "./views.tsx";
import "./shell.css";

export interface FrameProps {
  readonly connection: ServiceConnection;
  /** The current view. */
  readonly children: ComponentChildren;
}

/** The frame around every view: the brand, the navigation, the model's state, and notices. */
export function Frame({ connection, children }: FrameProps) {
  const main = useRef<HTMLElement>(null);
  useSignalEffect(() => {
    document.title = `${VIEWS[route.value.view].label} · Insitu`;
  });
  if (erased.value) return <ErasedScreen />;
  return (
    <div class="shell">
      <a
        class="skip-link"
        href="#main"
        onClick={(event) => {
          // The hash names the view: following this link would leave it.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <header class="shell-header">
        <h1 class="brand">
          <img src={`${import.meta.env.BASE_URL}icons/icon.svg`} width="28" height="28" alt="" />
          Insitu
        </h1>
        <Navigation />
        <div class="shell-state">
          <OfflineBadge />
          <ModelState progress={connection.progress} problem={connection.problem} />
        </div>
      </header>
      <UpdateBar update={connection.update} />
      <main class="shell-main" id="main" tabIndex={-1} ref={main}>
        {children}
      </main>
    </div>
  );
}
