import { describe, expect, it } from "vitest";
import { testConfig } from "../server/testing/test-service.ts";
import { contentSecurityPolicy, mayConnect } from "./content-security-policy.ts";

const config = {
  ...testConfig,
  catalogue: { hosts: ["https://models.example", "https://*.cdn.example", "http://127.0.0.1:47811"] },
  images: { allowed_hosts: ["images.example:8443"] },
};

describe("the content security policy", () => {
  it("lets a deployment without other hosts connect to its own origin only", () => {
    expect(contentSecurityPolicy(testConfig, "meta")).toContain("; connect-src 'self' blob: data:; ");
  });

  it("lists the hosts of the deployment", () => {
    expect(contentSecurityPolicy(config, "header")).toContain(
      "; connect-src 'self' blob: data: https://models.example https://*.cdn.example http://127.0.0.1:47811 https://images.example:8443; ",
    );
  });

  it("forbids framing only in an HTTP header, since a `<meta>` element cannot", () => {
    expect(contentSecurityPolicy(config, "header")).toContain("frame-ancestors 'none'");
    expect(contentSecurityPolicy(config, "meta")).not.toContain("frame-ancestors");
  });

  it.each([
    ["https://app.example/x", true],
    ["http://app.example/x", false],
    ["https://models.example/a/b", true],
    ["https://models.example:444/a", false],
    ["https://models.example.evil/a", false],
    ["https://eu.cdn.example/a", true],
    ["https://cdn.example/a", false],
    ["https://evilcdn.example/a", false],
    ["http://127.0.0.1:47811/a", true],
    ["https://images.example:8443/a.png", true],
    ["https://images.example/a.png", false],
  ])("lets a worker connect to %s: %s", (url, allowed) => {
    expect(mayConnect(config, "https://app.example", new URL(url))).toBe(allowed);
  });
});
