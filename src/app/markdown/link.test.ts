import { expect, it } from "vitest";
import { checkLink } from "./link.ts";

it("accepts only absolute web and mail addresses", () => {
  for (const url of [
    "javascript:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "blob:https://a.example/1",
    "file:///etc/passwd",
    "/v1/models",
    "//a.example",
    "#x",
    "https://bank.example@evil.example/",
    `https://a.example/${"x".repeat(2_000)}`,
  ]) {
    expect(checkLink(url, "text"), url).toBeUndefined();
  }
  expect(checkLink("https://a.example/b", "text")?.href).toBe("https://a.example/b");
  expect(checkLink("mailto:a@b.example", "text")?.href).toBe("mailto:a@b.example");
});

it("gives the complete address, and the host if the text names another one", () => {
  expect(checkLink("https://a.example/b?c", "here")).toMatchObject({
    title: "https://a.example/b?c",
    warning: null,
  });
  expect(checkLink("https://evil.example/", "https://bank.example/")?.warning).toBe("evil.example");
  expect(checkLink("https://evil.example/", "bank.example")?.warning).toBe("evil.example");
  expect(checkLink("https://www.a.example/x", "a.example")?.warning).toBeNull();
});
