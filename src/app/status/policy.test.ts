import { expect, it } from "vitest";
import { parsePolicy } from "./policy.ts";

it("reads directives with their sources", () => {
  expect(parsePolicy("default-src 'none';  connect-src 'self' https://a.example ;")).toEqual([
    { name: "default-src", sources: ["'none'"], meaning: "what no other line allows" },
    {
      name: "connect-src",
      sources: ["'self'", "https://a.example"],
      meaning: "where anything may be sent or fetched from",
    },
  ]);
});

it("keeps the first of a repeated directive, whatever its case, and one without sources", () => {
  expect(parsePolicy("Img-Src 'self'; img-src *; upgrade-insecure-requests")).toEqual([
    { name: "img-src", sources: ["'self'"], meaning: "images" },
    { name: "upgrade-insecure-requests", sources: [], meaning: "" },
  ]);
});
