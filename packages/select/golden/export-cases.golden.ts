import { isRecord, WhileaiError } from "@whileai/core";
import { type CaseOutcome, differences, type GoldenCase, type GoldenRunner, runCases } from "@whileai/golden";
import { type ExportRecord, type ExportRowsOptions, exportRows } from "@whileai/select/export";

/** A row that JSON cannot hold is written as source text in the vectors. */
const JS_ROWS: Record<string, unknown> = {
  "{schema_version:'1',prompt:'p',steps:[],final_text:'x',reward:1,markers:{m:NaN}}": {
    schema_version: "1",
    prompt: "p",
    steps: [],
    final_text: "x",
    reward: 1,
    markers: { m: Number.NaN },
  },
};

type LooseMessage = Record<string, unknown> & { tool_calls?: { function: { arguments: unknown } }[] };

const messagesOf = (record: ExportRecord): LooseMessage[] =>
  (record.messages ?? [...(record.prompt as unknown[]), ...(record.completion as unknown[])]) as LooseMessage[];

const firstArguments = (messages: LooseMessage[]): unknown =>
  messages.flatMap((message) => message.tool_calls ?? [])[0]?.function.arguments;

/** What a case expects of the records, by the name it has in the vectors. */
const EXPECTATIONS: Record<string, (records: ExportRecord[], notes: string[]) => unknown> = {
  roles: ([record]) => messagesOf(record as ExportRecord).map((message) => message.role),
  last_content: ([record]) => messagesOf(record as ExportRecord).at(-1)?.content,
  tool_content: ([record]) => messagesOf(record as ExportRecord).find((message) => message.role === "tool")?.content,
  system_count: ([record]) => messagesOf(record as ExportRecord).filter((message) => message.role === "system").length,
  tool_ids: ([record]) =>
    messagesOf(record as ExportRecord).flatMap((message) => (message.role === "tool" ? [message.tool_call_id] : [])),
  arguments: ([record]) => firstArguments(messagesOf(record as ExportRecord)),
  samples: (records) => records.length,
  logprob: (records) => records.map((record) => record.logprob),
  n_tokens: (records) => records.map((record) => record.n_tokens),
};

const HOLDS: Record<string, (records: ExportRecord[], notes: string[], expected: unknown) => boolean> = {
  arguments_text_contains: ([record], _, text) =>
    String(firstArguments(messagesOf(record as ExportRecord))).includes(String(text)),
  no_substring: (records, _, text) => !JSON.stringify(records).includes(String(text)),
  has_substring: (records, _, text) => JSON.stringify(records).includes(String(text)),
  warning: (_, notes, code) => notes.includes(String(code)),
  columns_absent: ([record], _, columns) =>
    (columns as string[]).every((column) => !Object.hasOwn(record as object, column)),
  columns_present: ([record], _, columns) =>
    (columns as string[]).every((column) => Object.hasOwn(record as object, column)),
};

function optionsOf(entry: GoldenCase, tools: unknown): ExportRowsOptions {
  const { system_prompt: systemPrompt, ...options } = (entry.options ?? {}) as Record<string, unknown>;
  return { tools, ...options, ...(systemPrompt === undefined ? {} : { systemPrompt }) } as ExportRowsOptions;
}

function check(entry: GoldenCase, tools: unknown): CaseOutcome {
  const expect = entry.expect as Record<string, unknown>;
  if (expect.error === "path_required") return { pending: "the path belongs to the command line's file writer" };
  const row = entry.row ?? JS_ROWS[String(entry.row_js)];
  if (!isRecord(row)) return [`the runner knows no row for ${String(entry.row_js)}`];
  if (expect.error !== undefined) return refusal(() => exportRows([row], optionsOf(entry, tools)), expect.error);
  const { records, report } = exportRows([row], optionsOf(entry, tools));
  const notes = report.notes.map((note) => note.code);
  return Object.entries(expect).flatMap(([name, expected]) => {
    const read = EXPECTATIONS[name];
    if (read !== undefined) return differences(read(records, notes), expected, {}, name);
    const holds = HOLDS[name];
    if (holds === undefined) return [`the runner does not know the expectation ${name}`];
    return holds(records, notes, expected) ? [] : [`${name} ${JSON.stringify(expected)} does not hold`];
  });
}

function refusal(call: () => unknown, code: unknown): string[] {
  try {
    call();
  } catch (error) {
    return WhileaiError.isInstance(error) ? differences(error.code, code) : [`threw ${String(error)}`];
  }
  return [`expected the refusal ${String(code)}, got records`];
}

export const runner: GoldenRunner = {
  files: ["export/export_cases.json"],
  run: (content) => runCases(content, (entry) => check(entry, (content as { tools: unknown }).tools)),
};
