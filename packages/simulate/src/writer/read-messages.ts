import { isRecord } from "@whileai/core";
import { looseJson } from "./loose-json.js";

/** Messages by card number, from a reply that may be JSON with words around it, in a fence, or broken off. */
export function readMessages(reply: string): Map<number, string> {
  const found = new Map<number, string>();
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const entry of value) collect(entry);
    if (!isRecord(value)) return;
    const card = typeof value.card === "string" ? Number(value.card) : value.card;
    if (typeof card === "number" && Number.isInteger(card) && typeof value.message === "string") {
      if (!found.has(card)) found.set(card, value.message);
      return;
    }
    collect(value.messages ?? value.situations);
  };
  collect(looseJson(reply));
  return found;
}
