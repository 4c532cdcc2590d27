import { behaviorSignature, type Row, sha256Hex } from "@whileai/core";
import { promptText } from "../signal/ask-key.js";
import { compareText } from "./compare-text.js";
import { replyText } from "./junk-reply.js";

/** A completion that may be imitated. */
export interface Completion<R extends Row = Row> {
  readonly row: R;
  /** Position in the input, from 0. */
  readonly index: number;
  readonly reward: number;
  /** The prompt, folded: prompts that differ by case or spaces are one. */
  readonly prompt: string;
  readonly signature: string;
  /** Hash order among equals, so that the order of the input does not matter. */
  readonly hash: string;
}

/** Reads what the picks compare. `overall` is the hash of picks that do not look at prompts. */
export function completionOf<R extends Row>(
  { row, index, reward, prompt }: Pick<Completion<R>, "row" | "index" | "reward" | "prompt">,
  overall: boolean,
): Completion<R> {
  const signature = behaviorSignature(row);
  return {
    row,
    index,
    reward,
    prompt,
    signature,
    hash: sha256Hex(`${signature}:${overall ? promptText(row) : prompt}`),
  };
}

/** The best reward first, equals by hash. */
export function byReward(left: Completion, right: Completion): number {
  return right.reward - left.reward || byHash(left, right);
}

/** Hash order; completions that did the same for the same prompt go by what they say, then by their id. */
export function byHash(left: Completion, right: Completion): number {
  return (
    compareText(left.hash, right.hash) ||
    compareText(replyText(left.row), replyText(right.row)) ||
    compareText(idOf(left.row), idOf(right.row))
  );
}

/** Completions by prompt. */
export function groupByPrompt<R extends Row>(pool: readonly Completion<R>[]): Map<string, Completion<R>[]> {
  const groups = new Map<string, Completion<R>[]>();
  for (const one of pool) {
    const group = groups.get(one.prompt);
    if (group) group.push(one);
    else groups.set(one.prompt, [one]);
  }
  return groups;
}

function idOf({ rollout_id: id }: Readonly<Row>): string {
  return typeof id === "string" ? id : "";
}
