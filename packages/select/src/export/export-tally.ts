import { binaryLabel, isTruncated, type Note, type Row, rolloutId, scalarReward, taskKey } from "@whileai/core";
import { printedName } from "../hack-scan/printed-name.js";
import type { ExportRecord, TrainingMessage } from "./export-record.js";
import type { DroppedRow, ExportReportFields } from "./export-report.js";
import type { TrainingConversation } from "./training-messages.js";

/** Rows that a note names. */
const ROWS_NAMED = 5;
/** Characters of an id that a note shows. */
const LONGEST_ID = 40;

/** Counts what goes into an export while it is made. */
export class ExportTally {
  readonly dropped: DroppedRow[] = [];
  readonly notes: Note[] = [];
  readonly #rewards = { nPass: 0, nFail: 0, nPartial: 0, nUngraded: 0 };
  readonly #tasks = new Map<string, number>();
  readonly #seen = new Map<string, string[]>();
  readonly #what: "row" | "pair";
  readonly #unknownTools = new Set<string>();
  trainedMessages = 0;
  maskedMessages = 0;
  withSystem = 0;
  withTools = 0;
  toolCalls = 0;
  /** Leaks that repeat only what the prompt or a tool result had shown to the agent. */
  leaksShown = 0;
  toolOutputsCut = 0;
  toolOutputCharsCut = 0;

  /** @param what - What was given, and is counted from 1 where a note names it. */
  constructor(what: "row" | "pair" = "row") {
    this.#what = what;
  }

  /** Counts a row that is written. */
  row(row: Readonly<Row>, index: number): void {
    const label = binaryLabel(row);
    if (label === 1) this.#rewards.nPass++;
    else if (label === 0) this.#rewards.nFail++;
    else if (scalarReward(row) !== null) this.#rewards.nPartial++;
    else this.#rewards.nUngraded++;
    const key = taskKey(row);
    this.#tasks.set(key, (this.#tasks.get(key) ?? 0) + 1);
    if (label === 0) this.saw("failing", index);
    // A pair has two rows, so its number does not tell which of them was cut.
    if (isTruncated(row)) this.saw("truncated", index, this.#what === "pair" ? row : undefined);
  }

  /** Counts a row that says something privileged. */
  leak(index: number, wasShown: boolean): void {
    this.saw("leaking", index);
    if (wasShown) this.leaksShown++;
  }

  /** Counts a conversation that is written, and its calls against the tools of the file. */
  conversation(made: TrainingConversation, index: number, tools: readonly { function: { name: string } }[]): void {
    this.toolOutputsCut += made.toolOutputsCut;
    this.toolOutputCharsCut += made.toolOutputCharsCut;
    if (made.messages[0]?.role === "system") this.withSystem++;
    if (tools.length > 0) this.withTools++;
    if (made.unclosedThoughts > 0) this.saw("unclosed_think", index);
    if (made.turnsMerged > 0) this.saw("turns_merged", index);
    if (made.keptOwnSystem) this.saw("own_system", index);
    const names = new Set(tools.map((tool) => tool.function.name));
    for (const call of callsOf(made.messages)) {
      this.toolCalls++;
      if (tools.length > 0 && !names.has(call)) this.#unknownTools.add(call);
    }
  }

  /** Counts which messages of a record carry loss. */
  masked(mask: readonly (0 | 1)[]): void {
    for (const bit of mask) {
      if (bit === 1) this.trainedMessages++;
      else this.maskedMessages++;
    }
  }

  /** Notes that something was seen in what was given there, or in one row of it. */
  saw(what: string, index: number, row?: Readonly<Row>): void {
    const seen = this.#seen.get(what);
    const name = `${index + 1}${row === undefined ? "" : `: ${printedName(rolloutId(row), LONGEST_ID)}`}`;
    if (seen) seen.push(name);
    else this.#seen.set(what, [name]);
  }

  /** How many rows something was seen in, and which, for a note. */
  rowsWith(what: string): { readonly count: number; readonly named: string } {
    const names = this.#seen.get(what) ?? [];
    const shown = names.slice(0, ROWS_NAMED).join(", ");
    return { count: names.length, named: `${names.length > ROWS_NAMED ? "first " : ""}${this.#what} ${shown}` };
  }

  /** Calls of tools that the file has no schema for. */
  get unknownTools(): string[] {
    return [...this.#unknownTools].sort();
  }

  /** The counted fields of the report. */
  fields(
    records: readonly ExportRecord[],
  ): Omit<ExportReportFields, "format" | "nGiven" | "mask" | "unrolled" | "privilegedLeaks"> {
    return {
      nRecords: records.length,
      trainedMessages: this.trainedMessages,
      maskedMessages: this.maskedMessages,
      withSystem: this.withSystem,
      withTools: this.withTools,
      tasks: this.#tasks.size,
      groups: [...this.#tasks.values()].filter((count) => count > 1).length,
      toolCalls: this.toolCalls,
      toolOutputsCut: this.toolOutputsCut,
      toolOutputCharsCut: this.toolOutputCharsCut,
      rewards: { ...this.#rewards },
      dropped: this.dropped,
      columns: [...new Set(records.flatMap((record) => Object.keys(record)))].sort(),
    };
  }
}

/** The names of the tools that messages call. */
export function callsOf(messages: readonly TrainingMessage[]): string[] {
  return messages.flatMap((message) => (message.tool_calls ?? []).map((call) => call.function.name));
}
