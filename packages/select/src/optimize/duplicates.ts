import { behaviorSignature, foldText, type Row } from "@whileai/core";
import { promptText } from "../signal/ask-key.js";
import { callsTool, replyText } from "./junk-reply.js";
import type { RlEntry } from "./rl-entry.js";

/** Replies that say and do the same as an earlier one of their prompt. */
export interface Repeats<R extends Row> {
  /** The later ones; the first of each stays out. */
  readonly later: ReadonlySet<RlEntry<R>>;
  /** Prompts that have any. */
  readonly prompts: number;
  /** Repeats whose reward differs from the first one's: the judge disagrees with itself. */
  readonly conflicts: number;
}

/**
 * Finds repeats: same prompt, same behaviour, same reply after folding case and whitespace. Rows that hold nothing but a
 * reward say nothing that could be the same.
 */
export function findRepeats<R extends Row>(entries: readonly RlEntry<R>[]): Repeats<R> {
  const alike = new Map<string, RlEntry<R>[]>();
  for (const entry of entries) {
    const reply = foldText(replyText(entry.row));
    if (reply === "" && !callsTool(entry.row)) continue;
    const key = `${promptText(entry.row)}\u0000${reply}`;
    const bucket = alike.get(key);
    if (bucket) bucket.push(entry);
    else alike.set(key, [entry]);
  }
  const later = new Set<RlEntry<R>>();
  const prompts = new Set<string>();
  let conflicts = 0;
  for (const bucket of alike.values()) {
    if (bucket.length < 2) continue;
    const first = new Map<string, RlEntry<R>>();
    for (const entry of bucket) {
      const signature = behaviorSignature(entry.row);
      const earlier = first.get(signature);
      if (earlier === undefined) {
        first.set(signature, entry);
        continue;
      }
      later.add(entry);
      prompts.add(promptText(entry.row));
      if (earlier.label !== entry.label) conflicts++;
    }
  }
  return { later, prompts: prompts.size, conflicts };
}
