import { Section } from "../ui/page.tsx";

/** Requirements for pages that run the code, and why nothing outside the browser can call the service. */
export function RequirementsSection({ baseURL }: { readonly baseURL: string }) {
  const scope = new URL("./", baseURL).href;
  return (
    <Section title="What your page needs">
      <ul class="needs">
        <li>
          It is served from below <code>{scope}</code>: the service worker does not see requests from other
          pages.
        </li>
        <li>
          Its content security policy, if it has one, allows this origin in <code>script-src</code>,{" "}
          <code>connect-src</code> and <code>worker-src</code>: <code>'self'</code> is enough.
        </li>
        <li>
          Its bundler, if it has one, leaves <code>{new URL("insitu.js", scope).pathname}</code> external: it
          is loaded from this site when the page runs.
        </li>
      </ul>
      <p>
        No server answers at the base URL, so <code>curl</code>, a backend or another device cannot call it.
        Their requests reach the static host of these files, which answers everything below <code>/v1</code>{" "}
        with an error.
      </p>
    </Section>
  );
}
