import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readImage } from "./ask/image.ts";
import { findChromium } from "./chromium.mjs";
import { missingPackages } from "./installed-packages.mjs";

const folder = mkdtempSync(join(tmpdir(), "insitu-setup-"));
afterAll(() => rmSync(folder, { recursive: true }));

function program(folderName: string, name: string, text = "\x7fELF"): string {
  const file = join(folder, folderName, name);
  mkdirSync(join(folder, folderName), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

describe("findChromium", () => {
  it("takes CHROMIUM_PATH before what is on PATH, and says when it is wrong", async () => {
    const named = program("named", "browser");
    program("path", "chromium");
    expect(await findChromium({ CHROMIUM_PATH: named, PATH: join(folder, "path") })).toBe(named);
    await expect(findChromium({ CHROMIUM_PATH: "/nowhere" })).rejects.toThrow(
      "CHROMIUM_PATH is /nowhere, which is not a program",
    );
    await expect(findChromium({ CHROMIUM_PATH: folder })).rejects.toThrow("which is not a program");
  });

  it("passes over Ubuntu's stubs for the snap", async () => {
    program("stub", "chromium-browser", "#!/bin/sh\nif ! [ -x /snap/bin/chromium ]; then\n  exit 1\nfi\n");
    program("stub", "snap");
    symlinkSync(join(folder, "stub", "snap"), join(folder, "stub", "chromium"));
    const chrome = program("real", "google-chrome-stable", "#!/bin/bash\nexec /opt/google/chrome/chrome\n");
    const path = [join(folder, "absent"), join(folder, "stub"), join(folder, "real")].join(":");
    expect(await findChromium({ PATH: path })).toBe(chrome);
  });
});

describe("missingPackages", () => {
  const lock = (packages: Record<string, object>) => JSON.stringify({ lockfileVersion: 3, packages });
  const a = { version: "1.0.0", integrity: "sha512-a" };

  it("names what is absent or of another version, but not packages of other platforms", () => {
    const root = join(folder, "project");
    mkdirSync(join(root, "node_modules"), { recursive: true });
    const wanted = {
      "": { name: "x" },
      "node_modules/a": a,
      "node_modules/b": a,
      "node_modules/mac": { ...a, optional: true },
    };
    writeFileSync(join(root, "package-lock.json"), lock(wanted));
    expect(missingPackages(root)).toEqual(["node_modules/a", "node_modules/b"]);
    const installed = { "node_modules/a": a, "node_modules/b": { ...a, version: "0.9.0" } };
    writeFileSync(join(root, "node_modules", ".package-lock.json"), lock(installed));
    expect(missingPackages(root)).toEqual(["node_modules/b"]);
    writeFileSync(
      join(root, "node_modules", ".package-lock.json"),
      lock({ ...installed, "node_modules/b": a }),
    );
    expect(missingPackages(root)).toEqual([]);
  });
});

describe("readImage", () => {
  it("tells the type by the first bytes", () => {
    const file = join(folder, "image.dat");
    writeFileSync(file, Buffer.from("89504e470d0a1a0a00", "hex"));
    expect(readImage(file)).toBe("data:image/png;base64,iVBORw0KGgoA");
    writeFileSync(file, "RIFF\0\0\0\0WEBPVP8 ");
    expect(readImage(file)).toMatch(/^data:image\/webp;base64,/);
  });

  it("refuses what is absent or no image in one line", () => {
    writeFileSync(join(folder, "note.png"), "not an image");
    expect(() => readImage(join(folder, "note.png"))).toThrow(
      "is not an image: it must be a PNG, JPEG, WebP or GIF.",
    );
    expect(() => readImage(join(folder, "absent.png"))).toThrow("cannot be read (ENOENT).");
    expect(() => readImage(folder)).toThrow("cannot be read (EISDIR).");
  });
});
