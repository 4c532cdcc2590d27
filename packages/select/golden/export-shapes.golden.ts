import { isRecord } from "@whileai/core";
import { differences, type GoldenContext, type GoldenRunner, runCases } from "@whileai/golden";
import { type ExportRecord, exportPairs, exportRows, type MessageOptions } from "@whileai/select/export";

const SYSTEM_PROMPT = "Help customers with orders.";
/** The reference answers of the vectors' tasks; the rows themselves carry none. */
const REFERENCES: Record<string, string> = { s1: "A1", s2: "A2" };

interface Inputs {
  readonly rows: unknown[];
  readonly pairs: unknown[];
  readonly options: MessageOptions;
}

const WRITERS: Record<string, (inputs: Inputs) => ExportRecord[]> = {
  "sft.openai": ({ rows, options }) => exportRows(rows, { format: "openai", ...options }).records,
  "sft.trl-messages": ({ rows, options }) => exportRows(rows, { format: "trl", ...options }).records,
  "sft.trl-messages.tools-json": ({ rows, options }) =>
    exportRows(rows, { format: "trl", toolsEncoding: "json", ...options }).records,
  "sft.trl-prompt-completion": ({ rows, options }) =>
    exportRows(rows, { format: "trl", unroll: true, ...options }).records,
  "grpo.trl": ({ rows, options }) =>
    exportRows(rows, { format: "trl-grpo", reference: (row) => REFERENCES[String(row.scenario_id)], ...options })
      .records,
  "kto.trl": ({ rows, options }) => exportRows(rows, { format: "trl-kto", ...options }).records,
  "dpo.trl": ({ pairs, options }) => exportPairs(pairs, { format: "trl-dpo", ...options }).records,
  "rm.trl": ({ pairs, options }) => exportPairs(pairs, { format: "trl-rm", ...options }).records,
};

/** Texts that hold JSON compare by what they say: how the Python package spaces them is no part of the shape. */
function parsedTexts(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((entry) => parsedTexts(entry));
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, parsedTexts(entry, name)]));
  if (typeof value !== "string" || !["arguments", "info", "tools"].includes(key)) return value;
  return JSON.parse(value);
}

/**
 * The recorded unrolled samples repeat the whole rollout's log-probability on each turn, which the contract ("Where to
 * do better", 8) and `export_cases.json` call wrong; these two columns are checked there, not here.
 */
function comparable(name: string, record: ExportRecord): unknown {
  const { logprob: _, n_tokens: __, ...kept } = record;
  return parsedTexts(name === "sft.trl-prompt-completion" ? kept : record);
}

const nameOf = (file: string): string => file.replace(/^.*\//, "").replace(/\.jsonl$/, "");

function inputsOf(context: GoldenContext, tools: unknown): Inputs {
  const rows = context.read("export/rows.jsonl") as unknown[];
  const pairs = context.read("export/pairs_input.json") as unknown[];
  return {
    rows,
    pairs,
    options: { systemPrompt: SYSTEM_PROMPT, tools: tools as NonNullable<MessageOptions["tools"]> },
  };
}

export const runner: GoldenRunner = {
  files: Object.keys(WRITERS).map((name) => `export/shapes/${name}.jsonl`),
  inputs: ["export/rows.jsonl", "export/pairs_input.json"],
  run: (content, file, context) => {
    const name = nameOf(file);
    const expected = content as ExportRecord[];
    const [{ tools }] = context.read("export/shapes/sft.openai.jsonl") as [{ tools: unknown }];
    const records = (WRITERS[name] as (inputs: Inputs) => ExportRecord[])(inputsOf(context, tools));
    const missing =
      records.length === expected.length ? [] : [`${records.length} records, expected ${expected.length}`];
    return runCases(
      expected.map((record, index) => ({ id: `${name}#${index}`, record, index })),
      ({ record, index }) => [
        ...missing,
        ...differences(comparable(name, records[index as number] ?? {}), comparable(name, record as ExportRecord), {
          abs: 1e-9,
        }),
      ],
    );
  },
};
