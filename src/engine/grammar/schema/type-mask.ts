/**
 * Sets of JSON types as bit masks. Integers and other numbers have a bit each, so that `number` includes
 * `integer`: the mask of `["integer", "null"]` has two bits, and it overlaps with that of `["number"]`.
 */
import type { JsonTypeName } from "./enforced-keywords.ts";
import { isObject } from "./json-schema.ts";

/** Numbers that are not integers. */
const FRACTIONAL_BIT = 1 << 6;
const TYPE_MASKS: Readonly<Record<JsonTypeName, number>> = {
  null: 1 << 0,
  boolean: 1 << 1,
  integer: 1 << 2,
  number: (1 << 2) | FRACTIONAL_BIT,
  string: 1 << 3,
  array: 1 << 4,
  object: 1 << 5,
};
const BITS: readonly number[] = [0, 1, 2, 3, 4, 5, 6].map((shift) => 1 << shift);

export const ALL_TYPES_MASK = (1 << 7) - 1;

/** @param types `undefined` stands for all types */
export function typeMask(types: readonly JsonTypeName[] | undefined): number {
  return types?.reduce((mask, type) => mask | TYPE_MASKS[type], 0) ?? ALL_TYPES_MASK;
}

/** The single bit of the value's type. */
export function typeBit(value: unknown): number {
  if (value === null) return TYPE_MASKS.null;
  if (Array.isArray(value)) return TYPE_MASKS.array;
  if (isObject(value)) return TYPE_MASKS.object;
  if (typeof value === "number") return Number.isInteger(value) ? TYPE_MASKS.integer : FRACTIONAL_BIT;
  return typeof value === "string" ? TYPE_MASKS.string : TYPE_MASKS.boolean;
}

/** The bits that are set. */
export function bitsOf(mask: number): number[] {
  return BITS.filter((bit) => (mask & bit) !== 0);
}

export function includesObject(mask: number): boolean {
  return (mask & TYPE_MASKS.object) !== 0;
}

export function isObjectOnly(mask: number): boolean {
  return mask === TYPE_MASKS.object;
}
