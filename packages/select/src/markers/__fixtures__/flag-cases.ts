import { frozenCopy, type Row, type Step } from "@whileai/core";
import { expect, test } from "vitest";
import type { TraceFlagName } from "../trace-flag.js";
import { traceFlags } from "../trace-flags.js";

/** A rollout in one line: what was asked, the calls, and the reply. */
export type FlagCase = readonly [name: string, row: Row];

export const bash = (command: string, result: unknown = { exit_code: 0 }): Step =>
  ({ tool: "bash", arguments: { command }, result }) as Step;

export const call = (tool: string, args: Record<string, unknown> = {}, result: unknown = { status: "ok" }): Step =>
  ({ tool, arguments: args, result }) as Step;

export const write = (path: string, content = "x", result: unknown = "ok"): Step =>
  call("write_file", { path, content }, result);

export const rollout = (final_text: string, steps: readonly Step[] = [], prompt = "Please take care of it."): Row => ({
  prompt,
  steps: [...steps],
  final_text,
});

/** One test for each row that must show a flag, and for each that must not. */
export function testFlag(flag: TraceFlagName, cases: { fires: readonly FlagCase[]; honest: readonly FlagCase[] }): void {
  const names = (row: Row) => traceFlags(frozenCopy(row)).map((found) => found.flag);
  test.each(cases.fires)(`${flag} fires: %s`, (_, row) => {
    expect(names(row)).toContain(flag);
    for (const { evidence } of traceFlags(row)) expect(evidence.length).toBeLessThanOrEqual(200);
  });
  test.each(cases.honest)(`${flag} stays quiet: %s`, (_, row) => {
    expect(names(row)).not.toContain(flag);
  });
}
