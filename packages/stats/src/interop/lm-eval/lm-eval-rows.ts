import { checkOptions, isRecord, optionRule, type Row, RowError } from "@whileai/core";
import { ScoreChoice } from "../choose-score.js";
import { entryError } from "../entry-error.js";
import { type Fields, fieldsOf, idField, textField } from "../field.js";
import { guarded } from "../guarded.js";
import { parseJson } from "../parse-json.js";
import { READING_RULES } from "../reading-rules.js";
import { resultEntries } from "../result-entries.js";
import type { ResultsInput } from "../results-input.js";
import type { ResultStream, Results } from "../results-report.js";
import { type ReadingOptions, ResultsTally } from "../results-tally.js";
import { type TextChunks, textLines } from "../text-lines.js";
import { filterOf, lmEvalRow } from "./lm-eval-row.js";

/** Options of `lmEvalRows`. */
export interface LmEvalOptions extends ReadingOptions {
  /** The metric that is the reward. Default: the first of the first sample. */
  readonly metric?: string | undefined;
  /** The filter whose samples are read. Default: that of the first sample. */
  readonly filter?: string | undefined;
  /** The task, which the lines do not name. Default: read from `name`, as in `samples_gsm8k_2026-01-31T10-00-00.jsonl`. */
  readonly task?: string | undefined;
  /** The model, which the lines do not name: `policy_version` of the rows. */
  readonly model?: string | undefined;
}

const RULES = {
  ...READING_RULES,
  metric: optionRule.text,
  filter: optionRule.text,
  task: optionRule.text,
  model: optionRule.text,
};
const FILE_NAME = /samples_(.+?)_(\d{4}-\d{2}-\d{2}T[\d.-]+)\.jsonl$/;

/**
 * Rows from the samples of lm-evaluation-harness (`--log_samples`: `samples_<task>_<time>.jsonl`).
 *
 * One row a document: `scenario_id` is `task/doc_id`, the reward the chosen metric, other metrics are markers. The same document again is
 * the next `rollout_index`. Several responses of one document (`repeats`) have one metric together, so they stay one row; they stand
 * in `lineage.responses`. Samples of other filters are left out and counted. What the document, its target and hashes are is in `lineage`.
 *
 * @throws RowError when the file holds no samples (its aggregates are in `results_*.json`); OptionError when no sample has the
 * metric or the filter.
 *
 * @example
 * const { rows } = lmEvalRows(await readFile(path, "utf8"), { name: path, metric: "exact_match", filter: "strict-match" });
 * console.log(`${passAt(rows)}`);
 */
export function lmEvalRows(samples: ResultsInput, options: LmEvalOptions = {}): Results {
  checkOptions("lmEvalRows", options, RULES);
  return guarded(options.name, () => {
    const reader = new LmEvalReader("lmEvalRows", options);
    const rows: Row[] = [];
    for (const { entry, line } of resultEntries(samples, options.name, reader.tally)) {
      const row = reader.row(entry, line);
      if (row !== null) rows.push(row);
    }
    reader.finish();
    return { rows, report: reader.tally.report() };
  });
}

/**
 * The rows of {@link lmEvalRows} one by one, from a file that arrives in pieces.
 *
 * @example
 * const stream = lmEvalRowStream(createReadStream(path), { name: path });
 * for await (const row of stream) tally.add(row);
 */
export function lmEvalRowStream(chunks: TextChunks, options: LmEvalOptions = {}): ResultStream {
  checkOptions("lmEvalRowStream", options, RULES);
  const reader = new LmEvalReader("lmEvalRowStream", options);
  return {
    report: () => reader.tally.report(),
    async *[Symbol.asyncIterator]() {
      for await (const { text, line } of textLines(chunks, options.name)) {
        const row = reader.line(text, line);
        if (row !== null) yield row;
      }
      reader.finish();
    },
  };
}

class LmEvalReader {
  readonly tally: ResultsTally;
  readonly #options: LmEvalOptions;
  readonly #metric: ScoreChoice;
  readonly #filter: ScoreChoice;
  readonly #task: string | undefined;
  readonly #run: string | undefined;
  /** By id of a document, its hash. */
  readonly #documents = new Map<string, string>();

  constructor(call: string, options: LmEvalOptions) {
    this.tally = new ResultsTally("lm-eval", options);
    this.#options = options;
    this.#metric = new ScoreChoice(call, "metric", options.metric);
    this.#filter = new ScoreChoice(call, "filter", options.filter);
    const [, task, time] = FILE_NAME.exec(options.name ?? "") ?? [];
    this.#task = options.task ?? task;
    this.#run = time;
  }

  line(text: string, line: number): Row | null {
    let sample: unknown;
    const parsed = this.tally.attempt({ line }, () => {
      sample = parseJson(text, { name: this.#options.name, line });
    });
    return parsed ? this.row(sample, line) : null;
  }

  row(sample: unknown, line: number): Row | null {
    const { name, model } = this.#options;
    if (line === 1 && isRecord(fieldsOf(sample).results) && fieldsOf(sample).doc_id === undefined)
      throw entryError("samples, one a line, with `doc_id`; these are the aggregates", sample, { name });
    if (isRecord(sample) && sample.doc_id !== undefined) {
      const filter = filterOf(sample);
      if (this.#filter.chosen([filter]) !== filter) {
        this.tally.leaveOut();
        return null;
      }
    }
    const place = { line };
    const file = { tally: this.tally, metric: this.#metric, task: this.#task, model, run: this.#run, name, place };
    const row = this.tally.entry(place, () => {
      this.#checkDocument(fieldsOf(sample), line);
      return lmEvalRow(sample, file);
    });
    this.tally.rewardFrom = this.#metric.name;
    this.tally.alternatives = this.#metric.others;
    return row;
  }

  /** Ids are those of one task: in files of several tasks put together, one id would stand for several documents. */
  #checkDocument({ doc_id, doc_hash }: Fields, line: number): void {
    const id = idField(doc_id);
    const hash = textField(doc_hash);
    if (id === undefined || hash === undefined) return;
    const known = this.#documents.get(id) ?? hash;
    this.#documents.set(id, known);
    if (known !== hash)
      throw new RowError({
        path: this.#options.name,
        line,
        field: "doc_hash",
        message: `document ${id} is another one than before, as when samples of several tasks stand in one file.`,
        fix: "Read each samples_*.jsonl on its own.",
      });
  }

  finish(): void {
    this.#filter.check();
    this.#metric.check();
    const others = this.#filter.others;
    if (others.length > 0)
      this.tally.notes.push({
        code: "other_filters",
        severity: "info",
        message: `Read: the samples of filter ${this.#filter.name}. Left out: those of ${others.join(", ")}.`,
      });
  }
}
