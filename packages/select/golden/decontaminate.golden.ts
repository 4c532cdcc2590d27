import type { Embedder, Row } from "@whileai/core";
import { type CaseOutcome, differences, type GoldenCase, type GoldenRunner, runCases } from "@whileai/golden";
import {
  type DecontaminateOptions,
  type DecontaminationReport,
  decontaminate,
  decontaminateSemantic,
} from "../src/index.js";

/** Shares of the vectors are rounded to three decimals. */
const TOLERANCE = { abs: 5e-4 };
/** The vector switch whose `right` holds under our default. */
const REFERENCE_SWITCH = "coverageOf";
/** Notes of ours about what the reference passes over in silence. */
const OWN_NOTES = new Set(["eval_texts_without_words"]);

interface Input {
  readonly rows: Row[];
  readonly against: Row[][];
  readonly options: GoldenCase;
  readonly vectors?: Readonly<Record<string, number[]>>;
}

function optionsOf({ against, options }: Input, drop: readonly string[]): DecontaminateOptions {
  const { n, ...given } = options;
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => !drop.includes(name)));
  return { against, ...(n === undefined ? {} : { ngram: n as number }), ...kept };
}

/** The report in the vectors' words. What did not run is null with us and 0 there; an absent field is undefined. */
function asVector(report: DecontaminationReport): Record<string, unknown> {
  return {
    n: report.n,
    n_kept: report.nKept,
    n_contaminated: report.nContaminated,
    contamination_rate: report.contaminationRate ?? 0,
    n_same_task: report.nSameTask,
    n_exact: report.nExact,
    n_near: report.nNear,
    n_semantic: report.nSemantic ?? 0,
    n_eval_rows: report.nEvalRows,
    n_eval_texts: report.nEvalTexts,
    ngram: report.ngram,
    overlap: report.overlap,
    similarity: report.similarity,
    by_field: report.byField,
    examples: report.hits.slice(0, 20).map(({ index, field, match, trainShare, similarity, evalText }) => ({
      index,
      field,
      match,
      ...(similarity === null ? { coverage: trainShare } : { similarity, eval_prompt: evalText }),
    })),
  };
}

/** What `right` names, from the report under our defaults. */
function asRight(report: DecontaminationReport): Record<string, unknown> {
  return { ...asVector(report), coverageOf: report.coverageOf, eval_coverage: report.hits[0]?.evalShare };
}

function pick(whole: GoldenCase, names: readonly string[]): GoldenCase {
  return Object.fromEntries(names.map((name) => [name, whole[name]]));
}

/** The vectors of a case as an embedder. */
function embedderOf(vectors: Readonly<Record<string, number[]>>): Embedder {
  return async (texts) => texts.map((text) => vectors[text] as number[]);
}

async function checkCase(entry: GoldenCase): Promise<CaseOutcome> {
  const input = entry.input as unknown as Input;
  const expect = entry.expect as GoldenCase;
  const right = entry.right as GoldenCase | undefined;
  if (right !== undefined) {
    const { report } = decontaminate(input.rows, optionsOf(input, [REFERENCE_SWITCH]));
    return differences(pick(asRight(report), Object.keys(right)), right, TOLERANCE).map((found) => `right: ${found}`);
  }
  const options = optionsOf(input, []);
  const { vectors } = input;
  const { rows, report } =
    vectors === undefined
      ? decontaminate(input.rows, options)
      : await decontaminateSemantic(input.rows, { ...options, embedder: embedderOf(vectors) });
  const notes = report.notes.map(({ code }) => code).filter((code) => !OWN_NOTES.has(code));
  return [
    ...differences(asVector(report), expect.report, TOLERANCE),
    ...differences(
      rows.map((row) => input.rows.indexOf(row)),
      expect.keptIndex,
      TOLERANCE,
    ),
    ...differences(
      report.rulesSkipped.map(({ rule }) => rule),
      expect.rulesSkipped,
      TOLERANCE,
    ),
    ...differences(notes, expect.notes, TOLERANCE),
  ];
}

export const runner: GoldenRunner = {
  files: ["select/decontaminate.json"],
  run: (content) => runCases(content, checkCase),
};
