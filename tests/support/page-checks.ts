/** Checks for every view of the app. Each gives the faults as text for a person; `[]`: none. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Violations of WCAG 2.2 AA and of best practice that axe finds; with `colors`, only those of colours. */
export async function axeViolations(page: Page, { colors = false } = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const rules = colors ? axe.withRules(["color-contrast", "link-in-text-block"]) : axe.withTags(RULES);
  // The other mode opens a page per run, for frames of other origins; there are none.
  const { violations } = await rules.setLegacyMode().analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" | ")}`,
  );
}

/** Containers that scroll sideways, except tables, code and rows of tabs, which may. */
export async function sidewaysScrolls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((element) => {
        if (element.matches("pre, .table-frame, .code, [role=tablist], .visually-hidden, textarea, input"))
          return false;
        if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0) return false;
        const { overflowX } = getComputedStyle(element);
        return overflowX === "auto" || overflowX === "scroll" || element === document.documentElement;
      })
      .map(
        (element) =>
          `${element.tagName}.${element.className}: ${element.scrollWidth} > ${element.clientWidth}`,
      ),
  );
}

/** Controls that are cut off at a side of the window, or whose centre is covered. */
export async function hiddenControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
      .filter((control) => {
        if (!control.checkVisibility({ visibilityProperty: true })) return false;
        if (control.matches(".skip-link, dialog:not([open]) *")) return false;
        // A modal dialog makes everything else inert.
        const dialog = document.querySelector("dialog[open]");
        if (dialog !== null && !dialog.contains(control)) return false;
        control.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
        const box = control.getClientRects()[0];
        if (box === undefined || box.width === 0) return false;
        if (box.left < -1 || box.right > innerWidth + 1) return true;
        const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        return (
          hit === null ||
          !(control.contains(hit) || hit.contains(control) || hit.closest("label")?.contains(control))
        );
      })
      .map((control) => control.outerHTML.slice(0, 200)),
  );
}

/** Running animations. */
export async function runningAnimations(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === "running")
      .map(({ effect }) =>
        effect instanceof KeyframeEffect ? `${effect.target?.className}` : "an animation",
      ),
  );
}

/** Controls that Tab does not reach, or that do not show their focus. */
export async function unreachableControls(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']"),
    ];
    const reachable = controls.filter((control) => {
      if (
        !control.checkVisibility({ visibilityProperty: true }) ||
        control.matches(":disabled, [tabindex='-1']")
      ) {
        return false;
      }
      const dialog = document.querySelector("dialog[open]");
      if (dialog !== null && !dialog.contains(control)) return false;
      // Of a group of radio buttons, Tab reaches only the checked one.
      return !(control.matches("input[type=radio]") && !control.matches(":checked"));
    });
    for (const control of reachable) control.setAttribute("data-awaits-focus", "");
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return reachable.length;
  });
  const unmarked: string[] = [];
  // Tab may also reach scrollable frames and the browser's own controls.
  for (let presses = 0; presses < count + 25; presses++) {
    await page.keyboard.press("Tab");
    const { left, unseen } = await page.evaluate(() => {
      const focused = document.activeElement;
      const waited = focused?.hasAttribute("data-awaits-focus") === true;
      focused?.removeAttribute("data-awaits-focus");
      const marks = [focused, focused?.parentElement].map((element) => element && getComputedStyle(element));
      const seen =
        marks[0]?.outlineStyle !== "none" || marks.some((style) => style && style.boxShadow !== "none");
      return {
        left: document.querySelectorAll("[data-awaits-focus]").length,
        unseen: waited && !seen ? focused?.outerHTML.slice(0, 200) : undefined,
      };
    });
    if (unseen !== undefined) unmarked.push(`no visible focus: ${unseen}`);
    if (left === 0) break;
  }
  const missed = await page.locator("[data-awaits-focus]").evaluateAll((controls) =>
    controls.map((control) => {
      control.removeAttribute("data-awaits-focus");
      return `not reached by Tab: ${control.outerHTML.slice(0, 200)}`;
    }),
  );
  return [...missed, ...unmarked];
}
