import { isRecord, type Note, percentText, type Row, stepFault, wilsonInterval } from "@whileai/core";
import { declaredTools } from "../judge/judge-record.js";
import { readToolCalls } from "../verify/read-tool-calls.js";

/** A share of rows without any call from which on it is worth a note; convention. */
const NO_CALL_SHARE = 0.1;
/** So many rows without any call are worth a note whatever their share; convention. */
const NO_CALL_ROWS = 2;
/** A tool has never worked when even the upper end of its success rate's interval is below this; convention. */
const NEVER_WORKED_RATE = 0.3;
/** Answers a tool must have given before anything is said of it; convention. */
const MIN_ANSWERS = 3;
/** Names that a note lists. */
const SHOWN_NAMES = 10;

/** What the rows show about tools that a reader of a pass rate should know. `declared` adds to the rows' own `tools`. */
export function toolNotes(rows: readonly Row[], declared: readonly string[] = []): Note[] {
  const known = new Set([...declared, ...rows.flatMap(declaredTools)]);
  if (known.size === 0 || rows.length === 0) return brokenTools(rows);
  const called = rows.map((row) => new Set(readToolCalls(row).map((call) => call.name)));
  const idle = called.filter((names) => names.size === 0).length;
  if (idle === rows.length)
    return [
      {
        code: "no_tool_calls",
        severity: "warning",
        message: `No row calls a tool although ${known.size} are declared: what was graded is talk.`,
        fix: "Check that the agent gets the tools, and that its calls are recorded in `steps`.",
      },
    ];
  const never = [...known].filter((name) => !called.some((names) => names.has(name)));
  return [
    ...(idle >= NO_CALL_ROWS || idle / rows.length >= NO_CALL_SHARE
      ? [
          {
            code: "rows_without_calls",
            severity: "warning" as const,
            message: `${idle} of ${rows.length} rows (${percentText(idle / rows.length)}) call no tool.`,
            fix: "Look at them: asks that need no tool are fine, an agent that talks instead of acting is not.",
          },
        ]
      : []),
    ...(never.length > 0
      ? [
          {
            code: "tools_never_called",
            severity: "warning" as const,
            message: `Declared but never called: ${listed(never)}. The pass rate says nothing about them.`,
            fix: "Add situations that need them, or leave the tools out.",
          },
        ]
      : []),
    ...brokenTools(rows),
  ];
}

/** Tools that answered but never worked, calls that a fault was planned for left aside. */
function brokenTools(rows: readonly Row[]): Note[] {
  const answers = new Map<string, { answered: number; worked: number }>();
  for (const row of rows) {
    const steps: readonly unknown[] = Array.isArray(row.steps) ? row.steps : [];
    const fired = new Set(Array.isArray(row.faults_fired) ? row.faults_fired.map((fault) => fault?.step) : []);
    const planned = isRecord(row.faults) && fired.size === 0 ? new Set(Object.keys(row.faults)) : new Set<string>();
    for (const [index, step] of steps.entries()) {
      if (!isRecord(step) || typeof step.tool !== "string" || step.result === undefined || step.result === null)
        continue;
      if (fired.has(index) || planned.has(step.tool) || planned.has("*")) continue;
      const count = answers.get(step.tool) ?? { answered: 0, worked: 0 };
      count.answered++;
      if (stepFault(step) === null) count.worked++;
      answers.set(step.tool, count);
    }
  }
  const broken = [...answers].filter(
    ([, { answered, worked }]) =>
      answered >= MIN_ANSWERS && (wilsonInterval(worked, answered)?.high ?? 1) < NEVER_WORKED_RATE,
  );
  if (broken.length === 0) return [];
  const named = broken.map(([name, { answered, worked }]) => `${name} (${worked} of ${answered} calls)`);
  return [
    {
      code: "tools_never_worked",
      severity: "warning",
      message: `Hardly any call works, without a planned fault: ${listed(named)}. The agent is graded on a broken world.`,
      fix: "Look at the results of these calls; the tool, its mock or its arguments are wrong.",
    },
  ];
}

const listed = (names: readonly string[]): string =>
  names.length <= SHOWN_NAMES
    ? names.join(", ")
    : `${names.slice(0, SHOWN_NAMES).join(", ")} and ${names.length - SHOWN_NAMES} more`;
