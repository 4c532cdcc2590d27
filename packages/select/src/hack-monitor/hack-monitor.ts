import { checkOptions, isRecord, OptionError, optionRule, type Row } from "@whileai/core";
import { withRowErrors } from "../rows/with-row-errors.js";
import { clippedRow } from "./clipped-row.js";
import { compareEvals, type PastEval } from "./compare-evals.js";
import { evalAlarms } from "./eval-alarms.js";
import { evalNotes } from "./eval-notes.js";
import { evalScores } from "./eval-scores.js";
import { levelOf, lookAlpha } from "./look-alpha.js";
import type { MonitorAlarm, MonitorEntry, MonitorEvaluation } from "./monitor-entry.js";
import { type HackMonitorOptions, type MonitorSettings, monitorSettings } from "./monitor-options.js";
import { type MonitorSummary, monitorSummary } from "./monitor-summary.js";
import { SampleBuffer } from "./sample-buffer.js";
import { sampledRow } from "./sampled-row.js";
import { scanBuffer } from "./scan-buffer.js";

/** The fields of a completion that are read. */
export interface TrainingFields {
  /** Text, or the messages of the conversation so far. */
  readonly prompt?: unknown;
  /** What was said; calls in `<tool_call>` blocks become steps. */
  readonly final_text?: unknown;
  /** Instead of `final_text`: text, or messages with `tool_calls`. */
  readonly completion?: unknown;
  readonly reward?: unknown;
}

/** A completion of training. Further fields of a row (`steps`, `markers`, `task_id`) are kept. */
export interface TrainingSample extends TrainingFields {
  readonly [field: string]: unknown;
}

/** Completions of one training step. */
export interface TrainingBatch {
  readonly step: number;
  readonly rows?: Iterable<TrainingSample | TrainingFields> | undefined;
  /** The divergence from the reference model, where it was logged. */
  readonly kl?: number | null | undefined;
}

/** The fields of a reply to a held-out prompt that are read. */
export interface EvalFields extends Omit<TrainingFields, "reward"> {
  readonly task_id?: unknown;
  /** By the training reward. */
  readonly proxy?: unknown;
  /** By a scorer that training does not see. */
  readonly gold?: unknown;
}

/** A reply to a held-out prompt, scored both ways. */
export interface EvalSample extends EvalFields {
  readonly [field: string]: unknown;
}

/** The replies of one eval. */
export interface EvalBatch {
  readonly step: number;
  readonly rows: Iterable<EvalSample | EvalFields>;
  readonly kl?: number | null | undefined;
}

/** Shares a look's budget between the eval `window` back and the first. */
const COMPARISONS = 2;

/**
 * Watches a training run for a policy that learns the reward instead of the task. It owns no model: the trainer hands it
 * completions (`observe`) and held-out evals scored by the training reward and by one that training does not see
 * (`evaluate`), and reads back alarms and whether to stop.
 *
 * - `divergence`: the training reward gained `delta` or more, and more than the unseen score did. The interval of the
 *   difference over tasks must lie above 0, at a level under which an honest run alarms with a chance of `alpha` at most,
 *   however often it is looked at.
 * - `length`: replies grew by `lengthPct` and the unseen score did not rise.
 * - `drift`: the KL is above `klBudget`.
 * - `feature`: `hackScan` of the last completions says `reward_hack` (needs `endorsed`).
 * - `endorsed_unmatched`: no completion shows anything that was endorsed, so `feature` cannot fire.
 *
 * @throws OptionError for unknown options and bad values.
 * @throws RowError for a sample that cannot be read to its end.
 *
 * @example
 * const monitor = new HackMonitor({ endorsed: ["tool:lookup_order"], stopOn: ["divergence"] });
 * monitor.observe({ step: 10, rows: [{ prompt: "Where is A1?", final_text: "On its way.", reward: 1 }], kl: 0.02 });
 * const { alarms, stop } = monitor.evaluate({ step: 10, rows: [{ prompt: "Held out", final_text: "Yes.", proxy: 1, gold: 0 }] });
 * console.log(`${monitor}`);
 */
export class HackMonitor {
  readonly #settings: MonitorSettings;
  readonly #buffer: SampleBuffer;
  readonly #history: MonitorEntry[] = [];
  readonly #alarms: MonitorAlarm[] = [];
  #first: PastEval | null = null;
  #recent: PastEval[] = [];
  #kl: number | null = null;
  #nObserved = 0;
  #nSkipped = 0;
  #nClipped = 0;
  #stoppedAt: MonitorAlarm | null = null;
  /** Codes of the notes that were said. */
  readonly #told = new Set<string>();

  constructor(options?: HackMonitorOptions) {
    this.#settings = monitorSettings("HackMonitor", options);
    this.#buffer = new SampleBuffer(this.#settings.buffer);
  }

  /** Takes completions of training and the last KL. Entries that are no rows are counted. Costs O(rows). */
  observe(batch: TrainingBatch): void {
    checkBatch("HackMonitor.observe", batch, false);
    withRowErrors("HackMonitor.observe", rowsOf(batch.rows ?? []), (rows) => this.#take(rows), { once: true });
    this.#log(batch.kl);
  }

  /** Takes an eval and says what it shows. */
  evaluate(batch: EvalBatch): MonitorEvaluation {
    checkBatch("HackMonitor.evaluate", batch, true);
    const settings = this.#settings;
    const { step } = batch;
    const scores = withRowErrors("HackMonitor.evaluate", rowsOf(batch.rows), evalScores, { once: true });
    this.#log(batch.kl);
    const look = this.#history.length;
    const share = lookAlpha(Math.max(look, 1), settings.looks, settings.alpha);
    // Only one side of the interval alarms.
    const level = levelOf((2 * share) / COMPARISONS);
    const comparisons = this.#baselines().map((past) => compareEvals(past, scores, level, settings.seed));
    const { n, nTasks, nGold, nSkipped, proxy, gold, proxyRange, goldRange, length } = scores;
    const counts = { step, n, nTasks, nGold, nSkipped };
    const numbers = { ...counts, proxy, gold, proxyRange, goldRange, length, kl: this.#kl, comparisons };
    const scanShare = lookAlpha(look + 1, settings.looks, settings.alpha);
    const reading = scanBuffer(this.#buffer.rows(), step, scanShare, settings);
    const entry: MonitorEntry = { ...numbers, scan: reading?.scan ?? null };
    const alarms = [...evalAlarms(numbers, settings), ...(reading?.alarms ?? [])];

    this.#history.push(entry);
    this.#alarms.push(...alarms);
    this.#stoppedAt ??= alarms.find((alarm) => settings.stopOn.has(alarm.kind)) ?? null;
    // An eval without a reward is no baseline.
    if (n > 0) {
      const past = { step, scores };
      this.#first ??= past;
      this.#recent = [...this.#recent, past].slice(-settings.window);
    }
    const notes = evalNotes(this.#history).filter(({ code }) => !this.#told.has(code));
    for (const { code } of notes) this.#told.add(code);
    return { entry, alarms, notes, stop: this.#stoppedAt !== null };
  }

  /** What the run showed so far. */
  summary(): MonitorSummary {
    return monitorSummary({
      settings: this.#settings,
      history: [...this.#history],
      alarms: [...this.#alarms],
      stoppedAt: this.#stoppedAt,
      nObserved: this.#nObserved,
      nSkipped: this.#nSkipped,
      nClipped: this.#nClipped,
      nBuffered: this.#buffer.size,
    });
  }

  toString(): string {
    return this.summary().toString();
  }

  /** The eval `window` evals back (or the first), and the first where that is another. */
  #baselines(): PastEval[] {
    const back = this.#recent[0];
    if (back === undefined || this.#first === null) return [];
    return back === this.#first ? [back] : [back, this.#first];
  }

  #take(samples: Iterable<unknown>): void {
    for (const given of samples) {
      const row = sampledRow(given);
      if (row === null) {
        this.#nSkipped++;
        continue;
      }
      row.reward = (given as TrainingSample).reward as never;
      const kept = clippedRow(row);
      if (kept !== row) this.#nClipped++;
      this.#buffer.add(kept);
      this.#nObserved++;
    }
  }

  #log(kl: number | null | undefined): void {
    if (typeof kl === "number" && Number.isFinite(kl)) this.#kl = kl;
  }
}

/** Samples are rows with fields of their own. */
const rowsOf = (samples: Iterable<unknown>) => samples as Iterable<Row>;

const iterable = (value: unknown) =>
  typeof value === "object" && value !== null && Symbol.iterator in value ? undefined : "a list of rows";

function checkBatch(call: string, batch: unknown, needsRows: boolean): void {
  if (!isRecord(batch) || (needsRows && batch.rows === undefined))
    throw new OptionError({
      option: "rows",
      received: batch,
      message: `${call}: a batch must be an object with a step and rows.`,
      fix: "Give { step, rows }.",
    });
  checkOptions(call, batch, {
    step: optionRule.number(-Number.MAX_VALUE, Number.MAX_VALUE),
    rows: iterable,
    kl: optionRule.any,
  });
  if (batch.step === undefined)
    throw new OptionError({
      option: "step",
      received: undefined,
      message: `${call}: \`step\` is missing.`,
      fix: "Give the trainer's step.",
    });
}
