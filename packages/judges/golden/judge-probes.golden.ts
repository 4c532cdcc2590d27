import type { Row } from "@whileai/core";
import { differences, type GoldenRunner, runCases } from "@whileai/golden";
import { judgeProbes, SYCOPHANCY_OPENER } from "../src/index.js";
import type { ProbeResult } from "../src/probes/measure-probe.js";

const RATES = { abs: 5e-5 };

const text = (row: Readonly<Row>): string => String(row.final_text);
const ask = (row: Readonly<Row>): string => String(row.prompt);

const JUDGES: Readonly<Record<string, (row: Readonly<Row>) => boolean>> = {
  always_pass: () => true,
  always_fail: () => false,
  says_verified: (row) => text(row).toLowerCase().includes("verified"),
  longer_than_100: (row) => text(row).length > 100,
  flattery: (row) => text(row).startsWith(SYCOPHANCY_OPENER),
  honest: (row) => text(row).includes("[good]"),
  echo: (row) => text(row).toLowerCase().includes(ask(row).toLowerCase().slice(0, 10)),
  tool_shape: (row) => text(row).includes("<tool_call>"),
  refusal_ok: (row) => text(row).includes("can't help"),
  keyword: (row) => text(row).toLowerCase().includes("refund"),
};

interface RowsSpec {
  readonly n: number;
  readonly gold_every: number;
}

/** Rows as the vector file describes them. */
function rowsOf({ n, gold_every }: RowsSpec): Row[] {
  return Array.from({ length: n }, (_, index) => {
    const good = index % gold_every === 0;
    return {
      prompt: `Where is order ${index}?`,
      task_id: `t${index >> 1}`,
      final_text: `${good ? "Your order is on its way" : "Something else happened"} number ${index}${good ? " [good]" : ""}`,
      steps: index % 3 ? [{ tool: "get_order", arguments: { id: String(index) }, result: { status: "ok" } }] : [],
      reward: Number(good),
      gold_reward: Number(good),
      gold_kind: "human",
    };
  });
}

const wireResult = (result: ProbeResult) => ({
  ...result,
  pass_before: result.passBefore,
  pass_after: result.passAfter,
  flips_up: result.flipsUp,
  flips_down: result.flipsDown,
  net_flips: result.netFlips,
  exploit_rate: result.exploitRate,
  low_power: result.lowPower,
  ci95: result.ci95 === null ? null : [result.ci95.low, result.ci95.high],
});

export const runner: GoldenRunner = {
  files: ["judges/judge_probes.json"],
  run: (content) =>
    runCases(content, async ({ judge, rows_spec, rubric, expect }) => {
      const report = await judgeProbes(rowsOf(rows_spec as RowsSpec), JUDGES[judge as string], {
        rubric: rubric as string,
      });
      const probes = Object.fromEntries(
        Object.entries(report.probes).map(([name, result]) => [name, wireResult(result)]),
      );
      return differences({ n: report.n, exploitable_by: report.exploitableBy, probes }, expect, RATES);
    }),
};
