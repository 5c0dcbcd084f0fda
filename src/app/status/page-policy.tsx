import { connectSourcesOf, policyOf } from "./policy.ts";

/** The content security policy of this page, from its own document. */
export function PagePolicy() {
  const policy = policyOf(document);
  if (policy === null) {
    return (
      <p class="problem">
        This page's document contains no content security policy: only requests that the service worker sees
        are restricted.
      </p>
    );
  }
  return (
    <details class="policy">
      <summary>
        The browser itself blocks all other connections: this page may connect only to{" "}
        <code>{connectSourcesOf(policy).join(" ")}</code>
      </summary>
      <dl class="policy-lines">
        {policy.map(({ name, sources, meaning }) => (
          <div key={name} class="policy-line">
            <dt>
              <code>{name}</code>
              {meaning !== "" && <span class="soft"> {meaning}</span>}
            </dt>
            <dd>
              <code>{sources.join(" ")}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
