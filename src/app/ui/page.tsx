import type { ComponentChildren } from "preact";
import "./page.css";

export interface PageProps {
  /** The root class of the view's style sheet, which styles nothing outside it. */
  readonly class: string;
  readonly title: string;
  /** One or two sentences about the view's purpose. */
  readonly lead?: ComponentChildren;
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A view that scrolls, with its heading. */
export function Page({ class: root, title, lead, actions, children }: PageProps) {
  return (
    <div class={`page ${root}`}>
      <div class="page-content">
        <header class="page-header">
          <h2 class="page-title">{title}</h2>
          {actions !== undefined && <div class="page-actions">{actions}</div>}
          {lead !== undefined && <p class="page-lead">{lead}</p>}
        </header>
        {children}
      </div>
    </div>
  );
}

export interface SectionProps {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Section({ title, actions, children }: SectionProps) {
  return (
    <section class="section" aria-label={title}>
      <header class="section-header">
        <h3 class="section-title">{title}</h3>
        {actions}
      </header>
      {children}
    </section>
  );
}
