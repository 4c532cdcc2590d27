import { differences, type GoldenRunner, runCases } from "@whileai/golden";
import { probeResolves } from "../src/probes/probe-resolves.js";

export const runner: GoldenRunner = {
  files: ["judges/probe_resolves.json"],
  run: (content) =>
    runCases(content, ({ n, flag, expect }) =>
      differences(probeResolves(n as number, { flag: flag as number, alpha: 0.05, power: 0.8 }), expect),
    ),
};
