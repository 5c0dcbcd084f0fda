import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isCovered } from "./hosts.ts";
import { configSchema } from "./schema.ts";

const json = JSON.parse(readFileSync("tests/fixtures/insitu.config.json", "utf8"));

function problems(change: object): string[] {
  const { error } = configSchema.safeParse({ ...json, ...change });
  return error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
}

describe("configSchema", () => {
  it("takes the tests' deployment file", () => {
    expect(problems({})).toEqual([]);
  });

  it("wants the origins of the catalogue's models listed", () => {
    expect(problems({ catalogue: { ...json.catalogue, hosts: ["https://example.org"] } })).toEqual([
      "catalogue.hosts: must list the origin of every model of the catalogue",
    ]);
  });

  it("refuses an id that is used twice", () => {
    const twice = { ...json.catalogue.web_llm_records[0], model_id: "fixture-chat" };
    expect(problems({ catalogue: { ...json.catalogue, web_llm_records: [twice] } })).toEqual([
      "catalogue: must not use the id of another model again",
    ]);
  });

  it("refuses hosts that are no origins", () => {
    expect(problems({ catalogue: { hosts: ["https://example.org/path"] } })).toEqual([
      "catalogue.hosts.0: must be an origin, such as https://example.org",
    ]);
  });
});

it.each([
  ["https://a.example.org/x", true],
  ["https://example.org:444/x", false],
  ["https://notexample.org/", false],
  ["http://plain.test:81/", true],
  ["https://plain.test:81/", false],
])("isCovered %s: %s", (url, covered) => {
  expect(isCovered(new URL(url), ["https://*.example.org", "http://plain.test:81"])).toBe(covered);
});
