import { isRecord, type Row, roundHalfEven } from "@whileai/core";
import { promptText } from "../signal/ask-key.js";
import { firstTurn } from "./agent-turns.js";
import { lengthDelta } from "./balance-lengths.js";
import type { ChosenPair } from "./choose-pairs.js";

/** Decimals of a margin. */
const MARGIN_DIGITS = 6;

/** A better and a worse reply to one prompt: plain data that `exportPairs` writes. */
export interface PreferencePair<R extends Row = Row> {
  /** The prompt as the chosen row has it. */
  readonly prompt: string;
  readonly chosen: R;
  readonly rejected: R;
  readonly chosen_score: number;
  readonly rejected_score: number;
  readonly margin: number;
  readonly chosen_model: string | null;
  readonly rejected_model: string | null;
  /** Whether one model wrote both; null when it is not known of both. */
  readonly same_policy: boolean | null;
  /** Characters that the chosen reply is longer. */
  readonly length_delta: number;
  /** Whether the two part in their first turn. */
  readonly first_turn_differs: boolean;
  readonly chosen_reason: string | null;
  readonly rejected_reason: string | null;
  readonly rejected_failure_class: string | null;
  readonly lineage: { readonly chosen: unknown; readonly rejected: unknown };
}

/** A pair with everything that is known of its two rows. */
export function preferencePair<R extends Row>(pair: ChosenPair<R>): PreferencePair<R> {
  const chosen = pair.chosen.row;
  const rejected = pair.rejected.row;
  const chosenModel = textOf(chosen.model_version);
  const rejectedModel = textOf(rejected.model_version);
  return {
    prompt: promptText(chosen),
    chosen,
    rejected,
    chosen_score: pair.chosen.score,
    rejected_score: pair.rejected.score,
    margin: roundHalfEven(pair.chosen.score - pair.rejected.score, MARGIN_DIGITS),
    chosen_model: chosenModel,
    rejected_model: rejectedModel,
    same_policy: chosenModel === null || rejectedModel === null ? null : chosenModel === rejectedModel,
    length_delta: lengthDelta(pair),
    first_turn_differs: firstTurn(chosen) !== firstTurn(rejected),
    chosen_reason: textOf(chosen.reason),
    rejected_reason: textOf(rejected.reason),
    rejected_failure_class: textOf(rejected.failure_class),
    lineage: { chosen: chosen.lineage ?? null, rejected: rejected.lineage ?? null },
  };
}

/** Whether a side of the pair comes from an evaluation set. */
export function isEvalSourced({ lineage }: PreferencePair): boolean {
  return [lineage.chosen, lineage.rejected].some((side) => isRecord(side) && side.source === "eval");
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
