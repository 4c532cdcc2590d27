import { type OptionRules, optionRule } from "@whileai/core";

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
}

const folderName = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? undefined : "the path of a folder";

export const STORE_RULES: OptionRules = {
  dir: optionRule.either(optionRule.oneOf([false]), folderName),
  resume: optionRule.flag,
  keepRows: optionRule.flag,
};
