import type { Row } from "@whileai/core";
import { differences, type GoldenCase, type GoldenRunner, runCases } from "@whileai/golden";
import {
  buildPreferencePairs,
  type PreferencePairs,
  type PreferencePairsOptions,
  toTrlPreference,
} from "../src/index.js";

/** Reports of the vectors are rounded to four decimals. */
const TOLERANCE = { abs: 1e-4 };
/** The fields of a pair that the vectors compare, beside the ids of its rows. */
const PAIR_FIELDS = [
  ...["prompt", "chosen_score", "rejected_score", "margin", "chosen_model", "rejected_model", "same_policy"],
  ...["length_delta", "first_turn_differs"],
] as const;

function pairsOf({ pairs }: PreferencePairs): GoldenCase[] {
  return pairs.map((pair) => ({
    ...Object.fromEntries(PAIR_FIELDS.map((name) => [name, pair[name as keyof typeof pair]])),
    chosen: pair.chosen.rollout_id,
    rejected: pair.rejected.rollout_id,
  }));
}

function asVector(made: PreferencePairs): GoldenCase {
  const { report } = made;
  const codes = report.notes.filter((note) => note.severity === "warning").map((note) => note.code);
  return {
    pairs: pairsOf(made),
    report: {
      pairs: report.pairs,
      prompts_seen: report.promptsSeen,
      prompts_with_contrast: report.promptsWithContrast,
      min_margin: report.minMargin,
      mean_margin: report.meanMargin,
      partial_score_pairs: report.partialScorePairs,
      first_turn_identical: report.firstTurnIdentical,
      trainer_pairs: report.trainerPairs,
      same_policy_pairs: report.samePolicyPairs,
      mixed_policy_pairs: report.mixedPolicyPairs,
      eval_sourced: report.evalSourced,
      length: {
        median_delta: report.length.medianDelta,
        chosen_longer: report.length.chosenLonger,
        chosen_longer_frac: report.length.chosenLongerFrac,
      },
    },
    warnings: codes.filter((code) => code !== "no_pairs"),
    hasNote: codes.includes("no_pairs"),
  };
}

function compareTrl(expected: GoldenCase, made: PreferencePairs): string[] {
  const { rows, turnsCut, noCompletionDropped } = toTrlPreference(made.pairs);
  const lines = rows.map(({ prompt, chosen, rejected }) => ({ prompt, chosen, rejected }));
  const got = { lines, pairs: rows.length, trl_turns_cut: turnsCut, no_completion_dropped: noCompletionDropped };
  return differences(spaced(got), spaced(expected), TOLERANCE);
}

/** Tool results are compact JSON with us; how they are spaced is no part of the shape. */
function spaced(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((entry) => spaced(entry));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, spaced(entry, name)]));
  return key === "content" && typeof value === "string" && value.startsWith("{") ? JSON.parse(value) : value;
}

export const runner: GoldenRunner = {
  files: ["select/pairs.json"],
  run: (content) =>
    runCases(content, (entry) => {
      const input = entry.input as GoldenCase;
      const made = buildPreferencePairs(input.rows as Row[], input.options as PreferencePairsOptions);
      const { trl, ...expect } = entry.expect as GoldenCase;
      const right = entry.right as { pairs: GoldenCase[] } | undefined;
      if (right === undefined)
        return [
          ...differences(asVector(made), expect, TOLERANCE),
          ...(trl === undefined ? [] : compareTrl(trl as GoldenCase, made)),
        ];
      const got = pairsOf(made).map((pair, index) =>
        Object.fromEntries(Object.keys(right.pairs[index] ?? {}).map((name) => [name, pair[name]])),
      );
      return differences(got, right.pairs, TOLERANCE);
    }),
};
