/** Runs with each file of unit tests: files share their globals, so that a stub which is left behind breaks others. */
import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
