import { behaviorSignature, type Row, taskKey, traceFault } from "@whileai/core";
import { differences, type GoldenRunner, runCases } from "@whileai/golden";

const CALLS: Record<string, (rows: Row[]) => unknown> = {
  behaviorSignature: (rows) => ({ signatures: rows.map(behaviorSignature) }),
  taskKey: (rows) => ({ keys: rows.map(taskKey) }),
  traceFault: (rows) => ({ faults: rows.map(traceFault) }),
};

export const runner: GoldenRunner = {
  files: ["select/keys.json"],
  run: (content) =>
    runCases(content, ({ call, input, expect }) => {
      const run = CALLS[String(call)];
      if (run === undefined) return { pending: `no runner for ${call}` };
      return differences(run((input as { rows: Row[] }).rows), expect);
    }),
};
