import { countText, type Note } from "@whileai/core";

/** That rows repeat a rollout, where any do. */
export const duplicateRolloutsNote = (nDuplicates: number): Note[] =>
  nDuplicates === 0
    ? []
    : [
        {
          code: "duplicate_rollouts",
          severity: "warning",
          message: `${countText(nDuplicates, "row")} repeating a task's rollout_index left out.`,
          fix: "Stamp `lineage.eval_run` when the same tasks were run again.",
        },
      ];
