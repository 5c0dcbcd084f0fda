/** Fields of the metadata whose types the format leaves open. */
import type { Metadata } from "./header.ts";

/** Undefined if there is no such key, or its value is no text. */
export function textField(metadata: Metadata, key: string): string | undefined {
  const value = metadata.get(key);
  return typeof value === "string" ? value : undefined;
}

/** Undefined if there is no such key, or its value is no integer from 0 to 2^53 - 1. */
export function integerField(metadata: Metadata, key: string): number | undefined {
  const value = metadata.get(key);
  const number = typeof value === "bigint" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Undefined if there is no such key, or its value is no array of texts. */
export function textsField(metadata: Metadata, key: string): readonly string[] | undefined {
  const value = metadata.get(key);
  return Array.isArray(value) && value.every((element) => typeof element === "string") ? value : undefined;
}

/** Undefined if there is no such key, or its value is no array of numbers. */
export function numbersField(metadata: Metadata, key: string): readonly number[] | undefined {
  const value = metadata.get(key);
  return Array.isArray(value) && value.every((element) => typeof element === "number") ? value : undefined;
}
