import { type Note, OptionError, type ToolSchema } from "@whileai/core";
import type { PlanAim } from "../plan/plan-aim.js";
import { pointedTool } from "../plan/seed-situations.js";
import { DIMENSIONS } from "../plan/situation.js";
import { readTool } from "../situations/tool-reading.js";
import { type AimLevels, aimOf } from "./aim-of.js";
import { AskGuard } from "./ask-guard.js";
import { hasFailed } from "./has-failed.js";
import { readTraces } from "./read-traces.js";
import type { TracesSummary } from "./traces-summary.js";

/** Unknown tools that are named in the note about them. */
const NAMED_TOOLS = 5;
const WHAT_TO_GIVE = "Give rows, message logs of OpenAI or Anthropic, or OpenTelemetry spans with GenAI attributes.";

/** The traces of one run: what they aim it at, and what must not be said in it. */
export class RunTraces {
  readonly aim: PlanAim;
  /** What decides the situations: the same traces in another form are the same. */
  readonly identity: unknown;
  readonly #guard: AskGuard;
  readonly #refused = new Set<string>();
  readonly #summary: Omit<TracesSummary, "leaksAvoided">;
  readonly #notes: readonly Note[];

  private constructor(
    asks: string[],
    guard: AskGuard,
    aim: PlanAim,
    summary: Omit<TracesSummary, "leaksAvoided">,
    notes: Note[],
  ) {
    this.aim = aim;
    this.identity = { asks, weights: summary.weights };
    this.#guard = guard;
    this.#summary = summary;
    this.#notes = notes;
  }

  /**
   * Reads the traces of a run.
   *
   * @throws OptionError when there are records and not one of them holds a conversation, and for a seed that is an ask of
   * the traces.
   */
  static async read(
    records: Iterable<unknown>,
    run: { levels: AimLevels; tools: readonly ToolSchema[]; seeds: readonly string[] },
  ): Promise<RunTraces> {
    const { traces, skipped, firstReason } = await readTraces(records);
    if (traces.length === 0 && skipped > 0) throw unreadable(skipped, firstReason);
    const asks = [...new Set(traces.flatMap((trace) => trace.asks))].sort();
    const guard = new AskGuard(asks);
    const leaking = run.seeds.findIndex((seed) => guard.isLeak(seed));
    if (leaking >= 0) throw leakingSeed(leaking, run.seeds[leaking]);
    const readings = run.tools.map(readTool);
    const aim = aimOf(traces, run.levels, (ask) => pointedTool(readings, ask));
    const summary = {
      read: traces.length,
      skipped,
      failed: traces.filter(hasFailed).length,
      weights: heaviest(aim),
    };
    const called = new Set(traces.flatMap((trace) => trace.calls.map((call) => call.tool)));
    const unknown = [...called].filter((name) => !run.tools.some((tool) => tool.name === name));
    return new RunTraces(asks, guard, aim, summary, notesOf(summary, firstReason, unknown));
  }

  /** Whether a text gives an ask of the traces away. What was refused is counted, each text once. */
  readonly refuses = (prompt: string): boolean => {
    const isLeak = this.#guard.isLeak(prompt);
    if (isLeak) this.#refused.add(prompt);
    return isLeak;
  };

  summary(): TracesSummary {
    return { ...this.#summary, leaksAvoided: this.#refused.size };
  }

  notes(): Note[] {
    const { size } = this.#refused;
    if (size === 0) return [...this.#notes];
    const avoided: Note = {
      code: "trace_leaks_avoided",
      severity: "info",
      message: `${size === 1 ? "1 text" : `${size} texts`} read like an ask of the traces and made way for another wording.`,
    };
    return [...this.#notes, avoided];
  }
}

const heaviest = ({ weights }: PlanAim): TracesSummary["weights"] =>
  DIMENSIONS.flatMap((axis) => [...(weights[axis] ?? [])].map(([level, weight]) => ({ axis, level, weight }))).sort(
    (left, right) => right.weight - left.weight,
  );

function notesOf(
  { read, skipped }: { read: number; skipped: number },
  reason: string | null,
  unknown: string[],
): Note[] {
  const notes: Note[] = [];
  if (read === 0) {
    notes.push({ code: "traces_empty", severity: "warning", message: "`traces` was empty: the run is not aimed." });
  }
  if (skipped > 0) {
    notes.push({
      code: "traces_skipped",
      severity: "warning",
      message: `${skipped} of ${read + skipped} records of traces were skipped; the first because ${reason}.`,
      fix: WHAT_TO_GIVE,
    });
  }
  if (unknown.length > 0) {
    const more = unknown.length > NAMED_TOOLS ? ` and ${unknown.length - NAMED_TOOLS} more` : "";
    notes.push({
      code: "traces_unknown_tools",
      severity: "info",
      message: `The traces call tools that this run does not have: ${unknown.slice(0, NAMED_TOOLS).join(", ")}${more}.`,
    });
  }
  return notes;
}

const unreadable = (skipped: number, reason: string | null): OptionError =>
  new OptionError({
    option: "traces",
    received: `${skipped} records`,
    message: `simulate: no record of \`traces\` holds a conversation; the first because ${reason}.`,
    fix: WHAT_TO_GIVE,
  });

const leakingSeed = (index: number, seed: string | undefined): OptionError =>
  new OptionError({
    option: `seeds[${index}]`,
    received: seed,
    message: `simulate: \`seeds[${index}]\` is an ask of \`traces\`, and those must not become rows.`,
    fix: "Leave it out of the seeds, or its conversation out of the traces.",
  });
