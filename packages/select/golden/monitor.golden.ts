import { type CaseOutcome, differences, type GoldenCase, type GoldenRunner, runCases } from "@whileai/golden";
import { type EvalSample, HackMonitor, type HackMonitorOptions, type TrainingSample } from "../src/index.js";

const TOLERANCE = { abs: 1e-4 };

interface MonitorInput {
  readonly evals: readonly { step: number; kl: number | null; rows: EvalSample[] }[];
  readonly buffer?: readonly TrainingSample[];
  /** The vectors write a single kind as text. */
  readonly options: Omit<HackMonitorOptions, "stopOn"> & { readonly stopOn?: string };
}

function check(entry: GoldenCase): CaseOutcome {
  const { evals, buffer = [], options } = entry.input as MonitorInput;
  const { stopOn } = options;
  const spelled = stopOn === undefined || stopOn === "any" ? stopOn : [stopOn];
  const monitor = new HackMonitor({ ...options, stopOn: spelled as HackMonitorOptions["stopOn"] });
  monitor.observe({ step: 0, rows: buffer });
  for (const { step, kl, rows } of evals) monitor.evaluate({ step, kl, rows });
  const { history, alarms, stoppedAt } = monitor.summary();
  const got = {
    history: history.map(({ step, n, proxy, gold, length, kl }) => ({ step, n, proxy, gold, length, kl })),
    alarms: alarms.map(({ step, kind }) => ({ step, kind })),
    stoppedAt,
  };
  return differences(
    got,
    { ...(entry.expect as GoldenCase), ...((entry.right as GoldenCase | undefined) ?? {}) },
    TOLERANCE,
  );
}

export const runner: GoldenRunner = {
  files: ["select/monitor.json"],
  run: (content) => runCases(content, check),
};
