import { isRecord } from "@whileai/core";
import { fieldsOf } from "../field.js";

const REFERENCE = /attachment:\/\/([0-9a-f]+)/g;
/** Nesting that is looked through. */
const MAX_DEPTH = 32;
/** Fields in which long texts are set aside. */
const FIELDS = ["input", "messages", "output", "scores", "target"] as const;

/** A sample with the texts that Inspect keeps apart (`attachment://…`) put back in place; anything else as it is. */
export function withAttachments(sample: unknown): unknown {
  if (!isRecord(sample)) return sample;
  const texts = sample.attachments;
  const known = new Map(Object.entries(Array.isArray(texts) ? { ...texts } : fieldsOf(texts)));
  if (known.size === 0) return sample;
  const whole = { ...sample };
  for (const field of FIELDS) if (whole[field] !== undefined) whole[field] = replaced(whole[field], known, 0);
  return whole;
}

function replaced(value: unknown, known: ReadonlyMap<string, unknown>, depth: number): unknown {
  if (typeof value === "string") {
    if (!value.includes("attachment://")) return value;
    return value.replace(REFERENCE, (reference, key: string) => {
      const text = known.get(key);
      return typeof text === "string" ? text : reference;
    });
  }
  if (depth >= MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((entry) => replaced(entry, known, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, replaced(entry, known, depth + 1)]));
}
