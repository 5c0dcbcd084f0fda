import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { configSchema } from "./schema.ts";

const json = JSON.parse(readFileSync("tests/fixtures/insitu.config.json", "utf8"));

function problems(change: object): string[] {
  const { error } = configSchema.safeParse({ ...json, ...change });
  return error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
}

describe("configSchema", () => {
  it("accepts the tests' deployment file", () => {
    expect(problems({})).toEqual([]);
  });

  it("requires that `hosts` lists the origins of the catalogue's models", () => {
    expect(problems({ catalogue: { ...json.catalogue, hosts: ["https://example.org"] } })).toEqual([
      "catalogue.hosts: must list the origin of every model in the catalogue",
    ]);
  });

  it("refuses an id that is used twice", () => {
    const twice = { ...json.catalogue.web_llm_records[0], model_id: "fixture-chat" };
    expect(problems({ catalogue: { ...json.catalogue, web_llm_records: [twice] } })).toEqual([
      "catalogue: must not reuse the id of another model",
    ]);
  });

  it("knows three extents of cross-origin isolation", () => {
    for (const pages of ["build", "scope", "none"])
      expect(problems({ cross_origin_isolation: pages })).toEqual([]);
    expect(problems({ cross_origin_isolation: true })).toEqual([
      'cross_origin_isolation: must be "build", "scope" or "none"',
    ]);
  });

  it("refuses hosts that are not origins", () => {
    expect(problems({ catalogue: { hosts: ["https://example.org/path"] } })).toEqual([
      "catalogue.hosts.0: must be an origin, such as https://example.org",
    ]);
  });
});
