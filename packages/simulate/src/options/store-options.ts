import { type OptionRules, optionRule, type Redactor, type RedactorOptions } from "@whileai/core";
import type { CassetteOptions } from "@whileai/core/node";
import { CASSETTE_RULE } from "./cassette-option.js";

/** Where a run is kept. */
export interface StoreOptions {
  /**
   * The folder of the run: `manifest.json`, `rows.jsonl`, `events.jsonl`, `report.json`. The same call with the same folder
   * goes on where it ended. Default: `.whileai/runs/<hash of the options>` when the agent is a model with a spec string, else
   * none; false is none.
   */
  readonly dir?: string | false | undefined;
  /** False refuses a folder that holds a run; for the default folder it begins a new one beside it. Default true. */
  readonly resume?: boolean | undefined;
  /** False keeps no rows in memory: they are in the folder, or given to a `for await` one by one. Default true. */
  readonly keepRows?: boolean | undefined;
  /**
   * A `.jsonl` file on which the calls of all models are recorded, and from which they are played the next time: a played call
   * needs no key, uses no allowance and costs nothing. A path alone is mode "auto"; in mode "replay" a rollout with a call that
   * the file does not hold is lost.
   */
  readonly cassette?: string | CassetteOptions | undefined;
  /**
   * Takes secrets and personal data out of every row before it lands anywhere, and out of what else is written to the folder:
   * true for `createRedactor()` of @whileai/core, its options, or a function that is given rows and texts. Graders, labels and
   * resumed runs see the redacted row, and a model's words for a situation are redacted before they are played. Prompts are
   * redacted too, so `tasks` made from such rows play the redacted prompt. Ids stay. A cassette is not redacted.
   */
  readonly redact?: boolean | RedactorOptions | Redactor | undefined;
}

const folderName = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? undefined : "the path of a folder";

export const STORE_RULES: OptionRules = {
  dir: optionRule.either(optionRule.oneOf([false]), folderName),
  resume: optionRule.flag,
  keepRows: optionRule.flag,
  cassette: CASSETTE_RULE,
  redact: optionRule.either(optionRule.flag, optionRule.callable, optionRule.record),
};
