import { checkOptions, optionRule, type Row } from "@whileai/core";
import { ScoreChoice } from "../choose-score.js";
import { entryError } from "../entry-error.js";
import { fieldsOf, idField, listOf, textField } from "../field.js";
import { guarded } from "../guarded.js";
import { READING_RULES } from "../reading-rules.js";
import { parsedInput, type ResultsInput } from "../results-input.js";
import type { Results } from "../results-report.js";
import { type ReadingOptions, ResultsTally } from "../results-tally.js";
import { isEval, modelOf, NOT_RUN, vitestEvalsRow } from "./vitest-evals-row.js";

/** Options of `vitestEvalsRows`. */
export interface VitestEvalsOptions extends ReadingOptions {
  /** `status` (default): the test passed or failed; `avgScore`: the mean of its judges; else the name of a judge. */
  readonly reward?: string | undefined;
}

const RULES = { ...READING_RULES, reward: optionRule.text };
/** The reward that the reporter's count of passed tests is made of. */
const DEFAULT_VITEST_EVALS_REWARD = "status";

/**
 * Rows from the JSON report of vitest-evals (`vitest run --reporter=json --outputFile=report.json`).
 *
 * One row a test; a task is a test by file and full name, and the same name again is the next `rollout_index`. Steps come from the harness
 * session, judges become markers. A test whose harness failed has reward null; tests that did not run are left out and counted, as are
 * ordinary tests without an eval.
 *
 * @throws RowError when the file is no report of vitest; OptionError when no test has the judge.
 *
 * @example
 * const { rows } = vitestEvalsRows(await readFile("report.json", "utf8"), { reward: "Factuality" });
 * console.log(`${passAt(rows)}`);
 */
export function vitestEvalsRows(report: ResultsInput, options: VitestEvalsOptions = {}): Results {
  checkOptions("vitestEvalsRows", options, RULES);
  return guarded(options.name, () => {
    const whole = fieldsOf(parsedInput(report, options.name));
    if (!Array.isArray(whole.testResults))
      throw entryError("a JSON report of vitest, an object with a list `testResults`", whole.testResults, {
        name: options.name,
        field: "testResults",
      });
    const tally = new ResultsTally("vitest-evals", options);
    const reward = new ScoreChoice("vitestEvalsRows", "reward", options.reward ?? DEFAULT_VITEST_EVALS_REWARD);
    const models = modelsOf(whole.testResults);
    const rows: Row[] = [];
    let notRun = 0;
    let ordinary = 0;
    for (const [fileIndex, file] of whole.testResults.entries()) {
      const path = textField(fieldsOf(file).name) ?? "";
      for (const [index, test] of listOf(fieldsOf(file).assertionResults).entries()) {
        const place = { field: `testResults[${fileIndex}].assertionResults[${index}]` };
        const { status } = fieldsOf(test);
        if (NOT_RUN.has(status)) notRun++;
        else if (typeof status === "string" && !isEval(fieldsOf(test))) ordinary++;
        else {
          const run = idField(whole.startTime);
          const row = tally.entry(place, () =>
            vitestEvalsRow(test, { tally, reward, models, path, run, name: options.name, place }),
          );
          if (row !== null) rows.push(row);
          continue;
        }
        tally.leaveOut();
      }
    }
    reward.check();
    tally.rewardFrom = reward.name;
    tally.alternatives = reward.others;
    noteLeftOut(tally, notRun, "did not run");
    noteLeftOut(tally, ordinary, "are ordinary tests without an eval");
    return { rows, report: tally.report() };
  });
}

function modelsOf(files: readonly unknown[]): Map<string, Set<string>> {
  const models = new Map<string, Set<string>>();
  for (const file of files)
    for (const test of listOf(fieldsOf(file).assertionResults).map(fieldsOf)) {
      const model = modelOf(test);
      if (model === undefined) continue;
      const harness = textField(fieldsOf(fieldsOf(test.meta).harness).name) ?? "";
      models.set(harness, (models.get(harness) ?? new Set()).add(model));
    }
  return models;
}

function noteLeftOut(tally: ResultsTally, count: number, why: string): void {
  if (count === 0) return;
  tally.notes.push({ code: "left_out", severity: "info", message: `Tests left out because they ${why}: ${count}.` });
}
