import { checkOptions, optionRule, type Row } from "@whileai/core";
import { ScoreChoice } from "../choose-score.js";
import { entryError } from "../entry-error.js";
import { type Fields, fieldsOf, idField } from "../field.js";
import { guarded } from "../guarded.js";
import { READING_RULES } from "../reading-rules.js";
import { parsedInput, type ResultsInput } from "../results-input.js";
import type { Results } from "../results-report.js";
import { type ReadingOptions, ResultsTally } from "../results-tally.js";
import { promptfooRow, promptLabel, providerName } from "./promptfoo-row.js";

/** Options of `promptfooRows`. */
export interface PromptfooOptions extends ReadingOptions {
  /** `success` (default): passed or not, as promptfoo counts it; `score`: the weighted score; else the name of a metric. */
  readonly reward?: string | undefined;
  /** Keeps the results of one provider, by its label or id. */
  readonly provider?: string | undefined;
  /** Keeps the results of one prompt, by its label or id. */
  readonly prompt?: string | undefined;
}

const RULES = { ...READING_RULES, reward: optionRule.text, provider: optionRule.text, prompt: optionRule.text };
/** The reward that promptfoo's own pass rate is made of. */
const DEFAULT_PROMPTFOO_REWARD = "success";

/**
 * Rows from the results of promptfoo (`eval -o out.json`, also as JSON lines, and exports of its database).
 *
 * One row a provider, prompt, test and repeat. A task is a test: `scenario_id` is its description or its variables, so that the same
 * test under two prompts or providers is one task; each pair of provider and prompt is a run of its own
 * (`lineage.eval_run`, `policy_version` is `provider@prompt id`). The same test again is the next `rollout_index`. Named
 * scores, and the weighted score, are markers. A call that failed has reward null.
 *
 * @throws RowError when the file holds no results of promptfoo; OptionError when nothing is of the provider, prompt or metric.
 *
 * @example
 * const { rows } = promptfooRows(await readFile("out.json", "utf8"), { provider: "openai:gpt-4.1-mini" });
 * console.log(`${passAt(rows)}`);
 */
export function promptfooRows(results: ResultsInput, options: PromptfooOptions = {}): Results {
  checkOptions("promptfooRows", options, RULES);
  return guarded(options.name, () => {
    const { entries, whole } = entriesOf(parsedInput(results, options.name), options);
    const tally = new ResultsTally("promptfoo", options);
    const reward = new ScoreChoice("promptfooRows", "reward", options.reward ?? DEFAULT_PROMPTFOO_REWARD);
    const provider = new ScoreChoice("promptfooRows", "provider", options.provider);
    const prompt = new ScoreChoice("promptfooRows", "prompt", options.prompt);
    const tests = new Map<string, string[]>();
    const rows: Row[] = [];
    for (const [index, entry] of entries.entries()) {
      if (isLeftOut(fieldsOf(entry), options, provider, prompt)) {
        tally.leaveOut();
        continue;
      }
      const place = { field: `results[${index}]` };
      const row = tally.entry(place, () =>
        promptfooRow(entry, { tally, reward, evalId: idField(whole.evalId), name: options.name, place, tests }),
      );
      if (row !== null) rows.push(row);
    }
    for (const choice of [provider, prompt, reward]) choice.check();
    tally.rewardFrom = reward.name;
    tally.alternatives = reward.others;
    return { rows, report: tally.report() };
  });
}

function isLeftOut(entry: Fields, options: PromptfooOptions, provider: ScoreChoice, prompt: ScoreChoice): boolean {
  const { name, id } = providerName(entry);
  const label = promptLabel(entry);
  const providers = [name, id].filter((text) => text !== undefined);
  const prompts = [label, idField(entry.promptId)].filter((text) => text !== undefined);
  provider.chosen(providers);
  prompt.chosen(prompts);
  return (
    (options.provider !== undefined && !providers.includes(options.provider)) ||
    (options.prompt !== undefined && !prompts.includes(options.prompt))
  );
}

function entriesOf(given: unknown, { name }: PromptfooOptions): { entries: readonly unknown[]; whole: Fields } {
  const whole = fieldsOf(given);
  const inner = whole.results;
  for (const list of [fieldsOf(inner).results, inner, given]) {
    if (!Array.isArray(list)) continue;
    return { entries: list, whole };
  }
  throw entryError("promptfoo results, an object with a list `results.results`", inner, { name, field: "results" });
}
