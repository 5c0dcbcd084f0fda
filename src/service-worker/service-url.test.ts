import { expect, it } from "vitest";
import { createServiceUrl } from "./service-url.ts";

const serviceUrl = createServiceUrl("https://own.example/app/");

it("has the path of the scope", () => {
  expect(serviceUrl.basePath).toBe("/app/v1");
});

it.each(["v1", "v1/", "v1?x", "v1/models", "v1/a/../b", "v1//x"])("includes %s", (path) => {
  expect(serviceUrl.includes(`https://own.example/app/${path}`)).toBe(true);
});

it.each([
  "https://own.example/v1/models",
  "https://own.example/app/v10",
  "https://own.example/app/v1/../index.html",
  "https://other.example/app/v1/models",
  "http://own.example/app/v1/models",
])("does not include %s", (url) => {
  expect(serviceUrl.includes(url)).toBe(false);
});
