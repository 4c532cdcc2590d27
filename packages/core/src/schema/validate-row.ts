import { isRecord } from "../json/json.js";
import { jsonText } from "../json/json-text.js";
import { checkOptions, optionRule } from "../options/check-options.js";
import { ROW_SCHEMA_VERSION } from "../row/row.js";
import { calibrationSchema, preferenceRowSchema, rowSchema, trainingRowSchema } from "./row-schema.js";

/** The kinds of rows that files hold. */
export const ROW_KINDS = ["row", "training", "preference"] as const;

export type RowKind = (typeof ROW_KINDS)[number];

export interface ValidateRowOptions {
  /** Also asks for the fields that version 1 requires and for the type of every known field. Default false. */
  readonly strict?: boolean | undefined;
}

/** Rows without a stamp count as this version. */
const UNSTAMPED = "0";
const KNOWN_VERSIONS = new Set([UNSTAMPED, ROW_SCHEMA_VERSION]);

type Fields = Readonly<Record<string, unknown>>;

const SCHEMAS = { row: rowSchema, training: trainingRowSchema, preference: preferenceRowSchema };

/**
 * What is wrong with a row of a file, as codes; none means it is fine.
 *
 * Lenient checking looks only at what would break a reader: `not_a_dict`, `empty_row`, `unknown_schema_version:<v>`,
 * and by kind `prompt_not_str`, `steps_not_list`, `final_text_not_str`, `reward_is_bool`, `reward_not_number`,
 * `calibration_invalid` (row, when stamped); `messages_missing`, `message_without_role`, `tools_not_list`,
 * `loss_mask_invalid` (training); `chosen_missing`, `rejected_missing` (preference). A prompt may also be a list of
 * content parts. Strict checking adds `missing:<path>` and `invalid:<path>` from the schema.
 *
 * @example
 * validateRow({ schema_version: "1", reward: true }, "row"); // ["reward_is_bool"]
 * validateRow({ schema_version: "1" }, "row", { strict: true }); // ["missing:prompt", "missing:steps", "missing:final_text"]
 */
export function validateRow(row: unknown, kind: RowKind = "row", options: ValidateRowOptions = {}): string[] {
  checkOptions("validateRow", { kind, ...options }, { kind: optionRule.oneOf(ROW_KINDS), strict: optionRule.flag });
  if (!isRecord(row)) return ["not_a_dict"];
  if (Object.keys(row).length === 0) return ["empty_row"];
  const stamp = row.schema_version ?? UNSTAMPED;
  const version = typeof stamp === "object" ? jsonText(stamp) : String(stamp);
  if (!KNOWN_VERSIONS.has(version)) return [`unknown_schema_version:${version}`];
  const codes = lenientCodes(row, kind, version);
  if (options.strict !== true) return codes;
  const reported = new Set(codes.map(fieldOfCode));
  return [...codes, ...schemaCodes(row, kind).filter((code) => !reported.has(topField(code)))];
}

function lenientCodes(row: Fields, kind: RowKind, version: string): string[] {
  if (kind === "training") return trainingCodes(row);
  if (kind === "preference")
    return ["chosen", "rejected"].filter((side) => !isFilled(row[side])).map((side) => `${side}_missing`);
  return version === UNSTAMPED ? [] : stampedRowCodes(row);
}

const isFilled = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 0;
const has = (row: Fields, field: string): boolean => Object.hasOwn(row, field) && row[field] !== undefined;

function stampedRowCodes(row: Fields): string[] {
  const codes: string[] = [];
  if (has(row, "prompt") && typeof row.prompt !== "string" && !isContentParts(row.prompt)) codes.push("prompt_not_str");
  if (has(row, "steps") && !Array.isArray(row.steps)) codes.push("steps_not_list");
  if (has(row, "final_text") && typeof row.final_text !== "string") codes.push("final_text_not_str");
  const { reward, calibration } = row;
  if (typeof reward === "boolean") codes.push("reward_is_bool");
  else if (reward !== undefined && reward !== null && typeof reward !== "number") codes.push("reward_not_number");
  if (calibration !== undefined && calibration !== null && !calibrationSchema.safeParse(calibration).success)
    codes.push("calibration_invalid");
  return codes;
}

const isContentParts = (value: unknown): boolean =>
  isFilled(value) && value.every((part) => isRecord(part) && typeof part.type === "string");

function trainingCodes(row: Fields): string[] {
  const codes: string[] = [];
  const { messages, tools, loss_mask: mask } = row;
  if (!isFilled(messages)) codes.push("messages_missing");
  else if (!messages.every((message) => isRecord(message) && typeof message.role === "string"))
    codes.push("message_without_role");
  if (tools !== undefined && tools !== null && !Array.isArray(tools)) codes.push("tools_not_list");
  if (mask !== undefined && mask !== null && !isMask(mask, messages)) codes.push("loss_mask_invalid");
  return codes;
}

const isMask = (mask: unknown, messages: unknown): boolean =>
  Array.isArray(mask) &&
  Array.isArray(messages) &&
  mask.length === messages.length &&
  mask.every((bit) => bit === 0 || bit === 1);

function schemaCodes(row: Fields, kind: RowKind): string[] {
  const parsed = SCHEMAS[kind].safeParse(row);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path }) => `${isAbsent(row, path) ? "missing" : "invalid"}:${pathText(path)}`);
}

const isAbsent = (row: Fields, path: readonly PropertyKey[]): boolean =>
  path.reduce<unknown>(
    (value, key) => (value === null || value === undefined ? value : Reflect.get(Object(value), key)),
    row,
  ) === undefined;

const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text === "" ? String(key) : `${text}.${String(key)}`),
    "",
  );

const topField = (code: string): string => code.slice(code.indexOf(":") + 1).split(/[.[]/, 1)[0] as string;

/** The field that a problem code speaks of. */
export function fieldOfCode(code: string): string | undefined {
  if (code.startsWith("missing:") || code.startsWith("invalid:")) return code.slice(code.indexOf(":") + 1);
  if (code.startsWith("unknown_schema_version")) return "schema_version";
  if (code.startsWith("message")) return "messages";
  const field = /^(prompt|steps|final_text|reward|calibration|tools|loss_mask|chosen|rejected)_/.exec(code)?.[1];
  return field;
}
