import { Icon } from "../ui/icon.tsx";
import { hashOf, route, VIEW_IDS } from "../browser/route.ts";
import { VIEWS } from "./views.tsx";

/** The links to the views: beside the brand, or along the lower edge of narrow screens. */
export function Navigation() {
  return (
    <nav class="navigation" aria-label="Views">
      {VIEW_IDS.map((id) => (
        <a
          key={id}
          href={hashOf(id)}
          class="navigation-link"
          aria-current={route.value.view === id ? "page" : undefined}
        >
          <Icon name={VIEWS[id].icon} />
          <span data-label={VIEWS[id].label}>{VIEWS[id].label}</span>
        </a>
      ))}
    </nav>
  );
}
