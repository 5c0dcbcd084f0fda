import type { ViewProps } from "../ui/view-props.ts";
import { Connected } from "../ui/connected.tsx";
import { Page, Section } from "../ui/page.tsx";
import { About } from "./about.tsx";
import { DeleteEverything } from "./delete-everything.tsx";
import { InstallApp } from "./install-app.tsx";
import { ModelSettings } from "./model-settings.tsx";
import { StorageSetting } from "./storage-setting.tsx";
import { ThemeSetting } from "./theme-setting.tsx";
import "./settings.css";

/** The settings. Those that need no service come first: they work without it. */
export function SettingsView({ connection }: ViewProps) {
  return (
    <Page class="settings-view" title="Settings" lead="Stored in this browser, and saved as you change them.">
      <Section title="App">
        <div class="card">
          <ThemeSetting />
          <InstallApp />
        </div>
      </Section>
      <Connected connection={connection}>
        {(insitu) => (
          <>
            <Section title="Model">
              <div class="card">
                <ModelSettings models={insitu.models} settings={insitu.settings} />
              </div>
            </Section>
            <Section title="Storage">
              <div class="card">
                <StorageSetting models={insitu.models} />
              </div>
            </Section>
            <Section title="About">
              <div class="card">
                <About status={insitu.status} />
              </div>
            </Section>
            <Section title="Delete">
              <div class="card">
                <DeleteEverything insitu={insitu} />
              </div>
            </Section>
          </>
        )}
      </Connected>
    </Page>
  );
}
