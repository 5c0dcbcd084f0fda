import { expect, it, vi } from "vitest";
import { scopedName } from "../../scope/scoped-name.ts";

const KEY = scopedName("insitu:theme");

async function load(storage: Partial<Storage>) {
  vi.resetModules();
  const dataset: Record<string, string> = {};
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("document", { documentElement: { dataset } });
  return { dataset, ...(await import("./theme.ts")), ...(await import("./erase.ts")) };
}

function memoryStorage(stored: Record<string, string>) {
  return {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => void (stored[key] = value),
    removeItem: (key: string) => void delete stored[key],
  };
}

it("applies the stored theme, stores a choice, and forgets it when everything is deleted", async () => {
  const stored: Record<string, string> = { [KEY]: "dark" };
  const { dataset, setTheme, eraseEverything } = await load(memoryStorage(stored));
  expect(dataset).toEqual({ theme: "dark" });
  setTheme("light");
  expect(dataset).toEqual({ theme: "light" });
  expect(stored).toEqual({ [KEY]: "light" });
  await eraseEverything({ deleteAllData: async () => {} });
  expect(dataset).toEqual({ theme: "system" });
  expect(stored).toEqual({});
});

it("uses the system's theme for an unknown value", async () => {
  const { theme } = await load(memoryStorage({ [KEY]: "sepia" }));
  expect(theme.value).toBe("system");
});

it("works without storage", async () => {
  const refuse = () => {
    throw new DOMException("refused", "SecurityError");
  };
  const { dataset, setTheme, eraseEverything } = await load({
    getItem: refuse,
    setItem: refuse,
    removeItem: refuse,
  });
  setTheme("dark");
  expect(dataset).toEqual({ theme: "dark" });
  await eraseEverything({ deleteAllData: async () => {} });
  expect(dataset).toEqual({ theme: "system" });
});
