import {
  checkOptions,
  createReport,
  fixedText,
  type Interval,
  isRecord,
  type Note,
  type OptionRule,
  optionRule,
  type ReportOf,
  type Row,
  renderNotes,
  requireRows,
  taskKey,
} from "@whileai/core";
import { ratioOverTasks, type TokenSum } from "./ratio-over-tasks.js";
import { type FindReference, referenceSide } from "./reference-side.js";
import { finiteList, sampledTokens } from "./sampled-tokens.js";

/** Where the reference's numbers lie on a row. */
const DEFAULT_REF = "ref_logprob";
const DEFAULT_REF_TOKENS = "ref_token_logprobs";
const DIGITS = 4;

/** Options of {@link meanKl}. */
export interface MeanKlOptions {
  /** The field with the reference's summed log-probability, or rows of the reference for the same rollouts. Default `ref_logprob`. */
  readonly ref?: string | Iterable<Row> | undefined;
  /** The field with the reference's log-probability of each token. Default `ref_token_logprobs`. Not for rows. */
  readonly refTokens?: string | undefined;
}

/** The estimate from single tokens. */
export interface TokenKl {
  /** Mean over tokens of exp(-r) - 1 + r, r = log π - log ref: never negative. */
  readonly meanKl: number;
  readonly ci95: Interval | null;
  readonly nRows: number;
  readonly nTokens: number;
}

/** The data of a {@link MeanKl}. Per token, in nats. */
export interface MeanKlFields {
  /** Σ (logprob - reference) / Σ tokens; null without a usable row. */
  readonly meanKl: number | null;
  /** Interval over tasks; null below three tasks. */
  readonly ci95: Interval | null;
  /** The same sum within each task. */
  readonly perTask: ReadonlyMap<string, number>;
  /** Usable rows. */
  readonly nRows: number;
  readonly nSkipped: number;
  readonly nTokens: number;
  /** What was skipped: a side missing, NaN or infinite, no positive token count, different tokens on the two sides. */
  readonly skipped: {
    readonly missing: number;
    readonly nonFinite: number;
    readonly noTokens: number;
    readonly tokenMismatch: number;
  };
  /** The token-wise estimate over rows that carry every token on both sides; null without one. */
  readonly k3: TokenKl | null;
}

/** What {@link meanKl} gives. */
export type MeanKl = ReportOf<"mean_kl", MeanKlFields>;

const refRule: OptionRule = (value) =>
  (typeof value === "string" && value !== "") ||
  (typeof value === "object" && value !== null && Symbol.iterator in value)
    ? undefined
    : "the name of a row field, or a list of rows";

/** Sums by task, kept as lists so that the order of rows reaches no digit. */
class TaskSums {
  readonly #tasks = new Map<string, { sums: number[]; tokens: number }>();
  nRows = 0;
  nTokens = 0;

  add(task: string, sum: number, tokens: number): void {
    const known = this.#tasks.get(task) ?? { sums: [], tokens: 0 };
    known.sums.push(sum);
    known.tokens += tokens;
    this.#tasks.set(task, known);
    this.nRows++;
    this.nTokens += tokens;
  }

  totals(): Map<string, TokenSum> {
    const totals = new Map<string, TokenSum>();
    for (const [task, { sums, tokens }] of this.#tasks) {
      const sum = sums.sort((left, right) => left - right).reduce((total, value) => total + value, 0);
      totals.set(task, { sum, tokens });
    }
    return totals;
  }
}

class KlTally {
  readonly whole = new TaskSums();
  readonly single = new TaskSums();
  readonly skipped = { missing: 0, nonFinite: 0, noTokens: 0, tokenMismatch: 0 };
  readonly #reference: FindReference;

  constructor(reference: FindReference) {
    this.#reference = reference;
  }

  add(row: unknown): void {
    const own = sampledTokens(row);
    if (!isRecord(row) || own === "missing") this.skipped.missing++;
    else if (own === "non_finite") this.skipped.nonFinite++;
    else if (own === "no_tokens") this.skipped.noTokens++;
    else this.#addUsable(row, own.logprob, own.nTokens);
  }

  #addUsable(row: Readonly<Record<string, unknown>>, logprob: number, nTokens: number): void {
    const reference = this.#reference(row);
    if (reference.logprob === "non_finite") this.skipped.nonFinite++;
    else if (typeof reference.logprob !== "number") this.skipped.missing++;
    else if (reference.nTokens !== null && reference.nTokens !== nTokens) this.skipped.tokenMismatch++;
    else {
      const task = taskKey(row);
      this.whole.add(task, logprob - reference.logprob, nTokens);
      const own = finiteList(row, "token_logprobs");
      const other = reference.tokenLogprobs;
      if (own === null || other === null || own.length !== nTokens || other.length !== nTokens) return;
      const sum = own.reduce((total, value, index) => {
        const ratio = value - (other[index] as number);
        return total + Math.expm1(-ratio) + ratio;
      }, 0);
      // A token that the reference all but excludes overflows; the row still counts in the sum above.
      if (Number.isFinite(sum)) this.single.add(task, sum, nTokens);
    }
  }
}

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? "" : "s"}`;

function notesOf({ meanKl: value, nRows, skipped, k3 }: MeanKlFields): Note[] {
  const notes: Note[] = [];
  if (nRows === 0)
    notes.push({
      code: "no_usable_rows",
      severity: "error",
      message: "no row has a log-probability and a token count on both sides.",
      fix: "Sample with `logprobs`, and score the same tokens with the reference.",
    });
  else if (skipped.missing + skipped.noTokens > 0)
    notes.push({
      code: "incomplete_rows",
      severity: "info",
      message: `${count(skipped.missing + skipped.noTokens, "row")} without both sides or a token count left out.`,
    });
  if (skipped.nonFinite > 0)
    notes.push({
      code: "non_finite",
      severity: "warning",
      message: `${count(skipped.nonFinite, "row")} with a NaN or infinite log-probability left out: the true mean may be infinite.`,
      fix: "Look at those rows before trusting the number.",
    });
  if (skipped.tokenMismatch > 0)
    notes.push({
      code: "token_mismatch",
      severity: "warning",
      message: `${count(skipped.tokenMismatch, "row")} left out whose two sides cover different numbers of tokens.`,
      fix: "Score exactly the sampled tokens, with one tokenizer and template.",
    });
  if (value !== null && value < 0)
    notes.push({
      code: "negative_estimate",
      severity: "info",
      message: "the estimate is below 0, which a divergence cannot be: it is noise around a small one.",
      ...(k3 === null
        ? { fix: "Token log-probabilities on both sides give an estimate that cannot be negative." }
        : {}),
    });
  return notes;
}

const band = (interval: Interval | null): string =>
  interval === null ? "" : ` [${fixedText(interval.low, DIGITS)}..${fixedText(interval.high, DIGITS)}]`;

function meanKlText(report: MeanKl): string {
  const { meanKl: value, ci95, perTask, nRows, nTokens, k3 } = report;
  const shown = value === null ? "n/a" : fixedText(value, DIGITS);
  const lines = [
    `KL to the reference ${shown}${band(ci95)} nats a token (${count(perTask.size, "task")}, ${count(nRows, "row")}, ${count(nTokens, "token")})`,
  ];
  if (k3 !== null)
    lines.push(
      `  token by token ${fixedText(k3.meanKl, DIGITS)}${band(k3.ci95)} (${count(k3.nRows, "row")}, ${count(k3.nTokens, "token")})`,
    );
  return [...lines, ...renderNotes(report.notes)].join("\n");
}

function tokenKl(single: TaskSums): TokenKl | null {
  const { mean, ci95 } = ratioOverTasks([...single.totals().values()]);
  if (mean === null) return null;
  // Never negative, so neither is its interval.
  const kept = ci95 && { low: Math.max(0, ci95.low), high: ci95.high };
  return { meanKl: mean, ci95: kept, nRows: single.nRows, nTokens: single.nTokens };
}

/**
 * How far a policy has moved from a reference on the tokens it sampled, per token, in nats: the Kullback-Leibler
 * divergence KL(policy ‖ reference), estimated as Σ (logprob - reference) / Σ tokens ("k1": unbiased, may come out
 * negative). Where rows carry every token's log-probability on both sides, `k3` adds the mean of exp(-r) - 1 + r, which
 * is unbiased too, never negative, and less noisy for policies that are close (Schulman 2020, "Approximating KL
 * divergence"; Ziegler et al. 2019, arXiv:1909.08593). Intervals take tasks, not rows, as independent.
 *
 * Rows that cannot be used are left out and counted by reason. It is wrong when the two sides score different tokens
 * (template, tokenizer, truncation) or when log-probabilities were taken at a temperature other than the sampling's.
 *
 * Throws an `OptionError` for an unknown option or something that is not a list of rows.
 *
 * @example
 * meanKl([{ task_id: "a", logprob: -10, n_tokens: 5, ref_logprob: -12 }]).meanKl; // 0.4
 */
export function meanKl(rows: Iterable<Row>, options: MeanKlOptions = {}): MeanKl {
  checkOptions("meanKl", options, { ref: refRule, refTokens: optionRule.text });
  const { ref = DEFAULT_REF, refTokens = DEFAULT_REF_TOKENS } = options;
  const tally = new KlTally(referenceSide(ref, refTokens));
  for (const row of requireRows("meanKl", rows) as Iterable<unknown>) tally.add(row);
  const totals = tally.whole.totals();
  const { mean, ci95 } = ratioOverTasks([...totals.values()]);
  const { missing, nonFinite, noTokens, tokenMismatch } = tally.skipped;
  const fields: MeanKlFields = {
    meanKl: mean,
    ci95,
    perTask: new Map([...totals].map(([task, { sum, tokens }]) => [task, sum / tokens])),
    nRows: tally.whole.nRows,
    nSkipped: missing + nonFinite + noTokens + tokenMismatch,
    nTokens: tally.whole.nTokens,
    skipped: { missing, nonFinite, noTokens, tokenMismatch },
    k3: tokenKl(tally.single),
  };
  return createReport("mean_kl", fields, notesOf(fields), meanKlText);
}
