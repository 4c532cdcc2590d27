import { checkOptions, type Row } from "@whileai/core";
import { ScoreChoice } from "../choose-score.js";
import { entryError } from "../entry-error.js";
import { fieldsOf, listOf } from "../field.js";
import { guarded } from "../guarded.js";
import { parsedInput, type ResultsInput, resultsContent } from "../results-input.js";
import type { ResultStream, Results } from "../results-report.js";
import { ResultsTally } from "../results-tally.js";
import { isZip } from "../zip/zip-entries.js";
import { inspectHeader } from "./inspect-header.js";
import { INSPECT_RULES, type InspectOptions } from "./inspect-options.js";
import { type InspectLog, inspectSampleRow } from "./inspect-sample-row.js";
import { InspectZip } from "./inspect-zip.js";

/**
 * Rows from a log of Inspect: the zip format (`.eval`, whole or chunked samples, deflate and Zstandard) and the JSON format.
 *
 * One row a sample and epoch: `scenario_id` is `task/sample id`, `rollout_index` the epoch from 0, `policy_version` the model. The
 * reward is the chosen scorer's score; every other score, and each value of a scorer that gives several, is a marker
 * (`marker:<scorer>`, `marker:<scorer>/<key>`). A sample that failed or was not scored has reward null with `judge_status` and
 * `reason`. Target, metadata, limit and error stand in `lineage`; events and the store are left out.
 *
 * @throws RowError when the file is no Inspect log; OptionError when the scorer is in no sample.
 *
 * @example
 * const { rows, report } = inspectRows(await readFile("logs/run.eval"), { scorer: "includes" });
 * console.log(`${report}\n${passAt(rows)}`);
 */
export function inspectRows(log: ResultsInput, options: InspectOptions = {}): Results {
  checkOptions("inspectRows", options, INSPECT_RULES);
  return guarded(options.name, () => {
    const { rows, tally } = inspectReading("inspectRows", log, options);
    return { rows: [...rows], report: tally.report() };
  });
}

/**
 * The rows of {@link inspectRows} one by one: of a zip, one sample is unpacked at a time.
 *
 * @example
 * const stream = inspectRowStream(bytes);
 * for await (const row of stream) tally.add(row);
 * console.log(`${stream.report()}`);
 */
export function inspectRowStream(log: ResultsInput, options: InspectOptions = {}): ResultStream {
  checkOptions("inspectRowStream", options, INSPECT_RULES);
  const { rows, tally } = guarded(options.name, () => inspectReading("inspectRowStream", log, options));
  return {
    report: () => tally.report(),
    async *[Symbol.asyncIterator]() {
      yield* rows;
    },
  };
}

interface Reading {
  readonly rows: Iterable<Row>;
  readonly tally: ResultsTally;
}

function inspectReading(call: string, log: ResultsInput, options: InspectOptions): Reading {
  const given = resultsContent(log, options.name);
  const tally = new ResultsTally("inspect", options);
  const choice = new ScoreChoice(call, "scorer", options.scorer);
  if (given instanceof Uint8Array && isZip(given)) {
    const zip = new InspectZip(given, options.name);
    const facts = { header: inspectHeader(zip.header()), choice, tally, options };
    return { tally, rows: rowsOf(facts, zip.sampleNames, (name) => zip.sample(name)) };
  }
  const whole = fieldsOf(parsedInput(given, options.name));
  if (typeof whole.eval !== "object" || whole.eval === null)
    throw entryError("an Inspect log, an object with `eval` and `samples`", whole.eval, {
      name: options.name,
      field: "eval",
    });
  const samples = listOf(whole.samples);
  const facts = { header: inspectHeader(whole), choice, tally, options };
  return {
    tally,
    rows: rowsOf(
      facts,
      samples,
      (sample) => sample,
      (index) => `samples[${index}]`,
    ),
  };
}

function* rowsOf<Entry>(
  log: InspectLog,
  entries: readonly Entry[],
  read: (entry: Entry) => unknown,
  nameOf: (index: number, entry: Entry) => string = (_, entry) => String(entry),
): Generator<Row> {
  const { header, choice, tally } = log;
  if (header.status !== undefined && header.status !== "success")
    tally.notes.push({
      code: "run_not_finished",
      severity: "warning",
      message: `The log's status is "${header.status}": only the samples that were written are here.`,
    });
  for (const [index, entry] of entries.entries()) {
    const place = { field: nameOf(index, entry) };
    const row = tally.entry(place, () => inspectSampleRow(read(entry), log, place));
    tally.rewardFrom = choice.name === null ? null : `scorer ${choice.name}`;
    tally.alternatives = choice.others;
    if (row !== null) yield row;
  }
  choice.check();
}
