import { expect, it } from "vitest";
import { connectSourcesOf, parsePolicy } from "./policy.ts";

it("reads directives with their sources", () => {
  expect(parsePolicy("default-src 'none';  connect-src 'self' https://a.example ;")).toEqual([
    { name: "default-src", sources: ["'none'"], meaning: "everything that no other line covers" },
    {
      name: "connect-src",
      sources: ["'self'", "https://a.example"],
      meaning: "hosts that data may be sent to or fetched from",
    },
  ]);
});

it("keeps the first of a repeated directive in any case, and a directive without sources", () => {
  expect(parsePolicy("Img-Src 'self'; img-src *; upgrade-insecure-requests")).toEqual([
    { name: "img-src", sources: ["'self'"], meaning: "images" },
    { name: "upgrade-insecure-requests", sources: [], meaning: "" },
  ]);
});

it.each([
  ["default-src 'none'; connect-src 'self'", ["'self'"]],
  ["default-src 'self'; img-src *", ["'self'"]],
  ["img-src 'self'", ["*"]],
])("finds where %s lets the page connect to", (policy, sources) => {
  expect(connectSourcesOf(parsePolicy(policy))).toEqual(sources);
});
