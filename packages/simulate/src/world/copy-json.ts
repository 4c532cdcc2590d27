import { type Json, setOwn } from "@whileai/core";

/** A copy of plain JSON; several times quicker than `structuredClone`, and each answer of the world is copied. */
export function copyJson<T extends Json>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson) as T;
  const copy: { [key: string]: Json } = {};
  for (const key of Object.keys(value)) setOwn(copy, key, copyJson(value[key] as Json));
  return copy as T;
}
