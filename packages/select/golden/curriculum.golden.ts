import type { Row } from "@whileai/core";
import { differences, type GoldenCase, type GoldenRunner, runCases } from "@whileai/golden";
import { type CurriculumOptions, type CurriculumTask, curriculum, groupSignal, retireSolved } from "../src/index.js";
import { signalCounts } from "./signal-counts.js";

/** Reports of the vectors are rounded to four decimals. */
const TOLERANCE = { abs: 1e-4 };

const idsOf = (tasks: readonly CurriculumTask[]): string[] => tasks.map((task) => task.taskId);

function curriculumCase(rows: Row[], options: CurriculumOptions): GoldenCase {
  const report = curriculum(rows, options);
  const { solved, minRollouts } = options;
  return {
    n_tasks: report.nTasks,
    n_trainable: report.nTrainable,
    n_solved: report.nSolved,
    n_not_ready: report.nNotReady,
    n_thin: report.nThin,
    n_in_band: report.nInBand,
    schedule: report.schedule,
    retired: idsOf(report.retired),
    not_ready: idsOf(report.notReady),
    thin: idsOf(report.thin),
    tiers: report.tiers,
    formatted: `${report}`.split("\n"),
    afterRetire: retireSolved(rows, { solved, minRollouts }).map((row) => row.rollout_id),
  };
}

function signalCase(rows: Row[]): GoldenCase {
  const signal = groupSignal(rows);
  return {
    ...signalCounts(signal),
    mixed_rate: signal.mixedRate,
    k: signal.k,
    pass_at_1: signal.passAt1,
    pass_pow_k: signal.passPowK,
    pass_at_k: signal.passAtK,
    headroom: signal.headroom,
  };
}

export const runner: GoldenRunner = {
  files: ["select/curriculum.json"],
  run: (content) =>
    runCases(content, ({ call, input, expect }) => {
      const { rows, options } = input as { rows: Row[]; options?: CurriculumOptions };
      return differences(
        call === "curriculum" ? curriculumCase(rows, options ?? {}) : signalCase(rows),
        expect,
        TOLERANCE,
      );
    }),
};
