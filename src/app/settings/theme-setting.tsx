import { setTheme, type Theme, theme, THEMES } from "../browser/theme.ts";

const LABELS: Readonly<Record<Theme, string>> = { system: "Same as system", light: "Light", dark: "Dark" };

export function ThemeSetting() {
  return (
    <fieldset class="theme">
      <legend class="field-label">Theme</legend>
      <div class="theme-options">
        {THEMES.map((option) => (
          <label key={option} class="theme-option">
            <input
              type="radio"
              name="theme"
              checked={theme.value === option}
              onChange={() => setTheme(option)}
            />
            {LABELS[option]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
