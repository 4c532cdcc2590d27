import { countText, isRecord, type Note, percentText, type Row, stepFault, wilsonInterval } from "@whileai/core";
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

interface Answers {
  answered: number;
  worked: number;
}

/** Counts what rows show about tools that a reader of a pass rate should know. */
export class ToolTally {
  readonly #declared: Set<string>;
  readonly #called = new Set<string>();
  readonly #answers = new Map<string, Answers>();
  #rows = 0;
  #idle = 0;

  /** `declared` adds to the rows' own `tools`. */
  constructor(declared: readonly string[] = []) {
    this.#declared = new Set(declared);
  }

  add(row: Row): void {
    this.#rows++;
    for (const name of declaredTools(row)) this.#declared.add(name);
    const called = readToolCalls(row);
    if (called.length === 0) this.#idle++;
    for (const { name } of called) this.#called.add(name);
    this.#addAnswers(row);
  }

  notes(): Note[] {
    const known = this.#declared;
    if (known.size === 0 || this.#rows === 0) return this.#brokenTools();
    if (this.#idle === this.#rows)
      return [
        {
          code: "no_tool_calls",
          severity: "warning",
          message: `No row calls a tool although ${countText(known.size, "tool")} could be called: what was graded is talk.`,
          fix: "Check that the agent gets the tools, and that its calls are recorded in `steps`.",
        },
      ];
    const never = [...known].filter((name) => !this.#called.has(name));
    const notes: Note[] = [];
    if (this.#idle >= NO_CALL_ROWS || this.#idle / this.#rows >= NO_CALL_SHARE)
      notes.push({
        code: "rows_without_calls",
        severity: "warning",
        message: `${this.#idle} of ${this.#rows} rows (${percentText(this.#idle / this.#rows)}) call no tool.`,
        fix: "Look at them: asks that need no tool are fine, an agent that talks instead of acting is not.",
      });
    if (never.length > 0)
      notes.push({
        code: "tools_never_called",
        severity: "warning",
        message: `Declared but never called: ${listed(never)}. The pass rate says nothing about them.`,
        fix: "Add situations that need them, or leave the tools out.",
      });
    return [...notes, ...this.#brokenTools()];
  }

  /** Calls that a fault was planned for are left aside. */
  #addAnswers(row: Row): void {
    const steps: readonly unknown[] = Array.isArray(row.steps) ? row.steps : [];
    const fired = new Set(Array.isArray(row.faults_fired) ? row.faults_fired.map((fault) => fault?.step) : []);
    const planned = isRecord(row.faults) && fired.size === 0 ? new Set(Object.keys(row.faults)) : new Set<string>();
    for (const [index, step] of steps.entries()) {
      if (!isRecord(step) || typeof step.tool !== "string" || step.result === undefined || step.result === null)
        continue;
      if (fired.has(index) || planned.has(step.tool) || planned.has("*")) continue;
      const count = this.#answers.get(step.tool) ?? { answered: 0, worked: 0 };
      count.answered++;
      if (stepFault(step) === null) count.worked++;
      this.#answers.set(step.tool, count);
    }
  }

  /** Tools that answered but never worked. */
  #brokenTools(): Note[] {
    const broken = [...this.#answers].filter(
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
}

function listed(given: readonly string[]): string {
  const names = [...given].sort();
  const more = names.length - SHOWN_NAMES;
  return more <= 0 ? names.join(", ") : `${names.slice(0, SHOWN_NAMES).join(", ")} and ${more} more`;
}
