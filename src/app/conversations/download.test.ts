import { afterEach, expect, it, vi } from "vitest";
import { downloadJson } from "./download.ts";

afterEach(() => vi.restoreAllMocks());

it("offers a JSON file under its name, and releases it afterwards", async () => {
  const blobs: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob);
    return "blob:file";
  });
  const revoke = vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => {});
  const link = { href: "", download: "", click: vi.fn(() => expect(revoke).not.toHaveBeenCalled()) };
  vi.stubGlobal("document", { createElement: () => link });

  downloadJson("chats.json", '{"a":1}');
  expect(link).toMatchObject({ href: "blob:file", download: "chats.json" });
  expect(link.click).toHaveBeenCalledOnce();
  expect(blobs[0]?.type).toBe("application/json");
  expect(await blobs[0]?.text()).toBe('{"a":1}');
  await vi.waitFor(() => expect(revoke).toHaveBeenCalledExactlyOnceWith("blob:file"));
});
