import type { ExportRowsOptions } from "@whileai/select/export";
import { rowsPathBeside } from "./path-beside.js";
import type { RowsContext } from "./rows-context.js";

/** One file of an export: where it goes, and how its records are made. */
export interface ExportPlan {
  readonly path: string;
  readonly options: ExportRowsOptions;
}

/**
 * The files that an export writes: without `format`, the prompt set and the rollouts of a selection for RL, and
 * prompt/completion samples of other rows, one per agent turn.
 */
export function exportPlans(
  path: string,
  { mode, seed: _, ...given }: ExportRowsOptions & Pick<RowsContext, "mode" | "seed">,
): ExportPlan[] {
  if (given.format !== undefined) return [{ path, options: given }];
  if (mode === "rl" && given.unroll === undefined && given.mask === undefined)
    return [
      // The prompt set carries no calls, so tools would only be an unknown column to the trainer.
      { path, options: { ...given, format: "trl-grpo" } },
      { path: rowsPathBeside(path, "rollouts"), options: { ...given, format: "rollouts" } },
    ];
  const unroll = given.unroll ?? given.mask === undefined;
  return [{ path, options: { ...given, format: "trl", unroll } }];
}
