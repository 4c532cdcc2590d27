import { fixedText } from "@whileai/core";
import type { Dimension } from "../plan/situation.js";

/** What the traces of a run did, for its report. */
export interface TracesSummary {
  /** Conversations that were read. */
  readonly read: number;
  /** Records that hold none. */
  readonly skipped: number;
  readonly failed: number;
  /** Texts that read like an ask of the traces and were replaced before they were played. */
  readonly leaksAvoided: number;
  /** What the situations were aimed at, heaviest first: how often a level is wanted, 1 being as often as any other. */
  readonly weights: readonly { readonly axis: Dimension; readonly level: string; readonly weight: number }[];
}

/** Levels that are named in the report's line, and the least they weigh there. */
const NAMED_LEVELS = 5;
const TELLING_WEIGHT = 1.25;
/** Characters of a level that are shown: rules are sentences. */
const SHOWN_CHARACTERS = 40;

/** The line of a run's report about its traces. */
export function tracesLine({ read, failed, weights }: TracesSummary): string {
  const named = weights.filter(({ weight }) => weight >= TELLING_WEIGHT).slice(0, NAMED_LEVELS);
  const aimed = named.map(({ level, weight }) => `${shown(level)} ×${fixedText(weight, 1)}`).join(", ");
  return `  traces: ${read} read, ${failed} failed; ${aimed === "" ? "nothing to aim at" : `aimed at ${aimed}`}`;
}

function shown(level: string): string {
  const characters = [...level];
  return characters.length <= SHOWN_CHARACTERS ? level : `${characters.slice(0, SHOWN_CHARACTERS - 1).join("")}…`;
}
