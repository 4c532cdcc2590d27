import { clipText, isRecord, jsonText } from "@whileai/core";
import { isFaultStep, type JudgeRecord, type RecordStep } from "./judge-record.js";
import { recordJson } from "./record-json.js";

/** Longest record a judge is shown, in characters of JSON; convention, fits the smallest windows in use. */
export const DEFAULT_PAYLOAD_CHARS = 8000;
/** Below this a record says too little to be judged. */
export const MIN_PAYLOAD_CHARS = 1000;

/** Limits that hold for every record of the usual length, however short the rest is; they grow with what may be shown. */
const FIRST_LIMITS = {
  situation: 4000,
  final_text: 2000,
  agent_policy: 2000,
  principle: 2000,
  reference: 2000,
} as const;

/** A record as JSON text, and whether anything was cut to make it fit. */
export interface FittedRecord {
  readonly json: string;
  readonly reduced: boolean;
}

/**
 * A record as JSON of at most `limit` characters. What is too long is shortened by structure, never by a cut through the
 * JSON: middle steps first (the first, the last two and every failure stay), then long texts inside steps, then the
 * background, then steps altogether. Every cut text says how much is missing, and `payload_reduced` is set.
 */
export function fitRecord(record: JudgeRecord, limit: number = DEFAULT_PAYLOAD_CHARS): FittedRecord {
  const limited = withLimits(record, scaledLimits(Math.max(1, limit / DEFAULT_PAYLOAD_CHARS)));
  let reduced = jsonText(limited) !== jsonText(record);
  let current: JudgeRecord = reduced ? { payload_reduced: true, ...limited } : limited;
  for (const reduce of REDUCTIONS) {
    if (fits(current, limit)) break;
    reduced = true;
    current = { payload_reduced: true, ...reduce(current, limit) };
  }
  return { json: recordJson(current), reduced };
}

/** Escapes only make a text longer, so most that is too long is seen to be without them. */
const fits = (value: unknown, limit: number): boolean =>
  jsonText(value).length <= limit && recordJson(value).length <= limit;

const scaledLimits = (factor: number): Limits =>
  Object.fromEntries(Object.entries(FIRST_LIMITS).map(([field, chars]) => [field, Math.floor(chars * factor)]));

type Limits = Partial<
  Record<
    | "situation"
    | "final_text"
    | "agent_policy"
    | "world_state"
    | "injected_faults"
    | "principle"
    | "reference"
    | "hidden_state",
    number
  >
>;
type Reduction = (record: JudgeRecord, limit: number) => JudgeRecord;

const REDUCTIONS: readonly Reduction[] = [
  (record) => ({ ...record, steps: keyStepsOnly(record.steps) }),
  ...[800, 300, 80].map(
    (chars): Reduction =>
      (record) => ({ ...record, steps: record.steps.map((step) => clipDeep(step, chars) as RecordStep) }),
  ),
  (record) =>
    withLimits(record, { world_state: 1500, injected_faults: 800, hidden_state: 1500, principle: 800, reference: 800 }),
  (record) =>
    withLimits(record, { world_state: 300, injected_faults: 200, hidden_state: 300, principle: 300, reference: 300 }),
  (record) => withLimits(record, { situation: 1500 }),
  (record) => withLimits(record, { agent_policy: 900 }),
  (record) => withLimits(record, { situation: 500 }),
  (record) => withLimits(record, { agent_policy: 300 }),
  (record) => withLimits(record, { final_text: 1500 }),
  (record) => withLimits(record, { final_text: 600 }),
  (record) => ({ ...record, steps: record.steps.length === 0 ? [] : [{ skipped_steps: countSteps(record.steps) }] }),
  replyOnly,
];

/** Tool names that stay when even the list of tools is too long. */
const SHOWN_NAMES = 6;
const SHOWN_NAME_CHARS = 20;
/** A reply is not cut below this, in characters. */
const SHORTEST_REPLY = 20;

function replyOnly(
  { tools, tools_called, tools_not_called, final_text, steps }: JudgeRecord,
  limit: number,
): JudgeRecord {
  // Escapes make a text longer as JSON than it is, so the room is measured there.
  let chars = Math.max(400, Math.floor(limit / 3));
  while (chars > SHORTEST_REPLY && !fits(clipText(final_text, chars), limit / 2)) chars = Math.floor(chars / 2);
  const isLong = !fits([tools, tools_called, tools_not_called], limit / 3);
  const called = isLong
    ? tools_called.slice(0, SHOWN_NAMES).map((name) => clipText(name, SHOWN_NAME_CHARS))
    : [...tools_called];
  while (!fits(called, limit / 3)) called.pop();
  return {
    ...(tools === undefined || isLong ? {} : { tools }),
    tools_called: called,
    ...(tools_not_called === undefined || isLong ? {} : { tools_not_called }),
    situation: "...[omitted]",
    final_text: clipText(final_text, chars),
    steps,
  };
}

function keyStepsOnly(steps: readonly RecordStep[]): RecordStep[] {
  const kept: RecordStep[] = [];
  let skipped = 0;
  const flush = (): void => {
    if (skipped > 0) kept.push({ skipped_steps: skipped });
    skipped = 0;
  };
  for (const [index, step] of steps.entries()) {
    if (index === 0 || index >= steps.length - 2 || isFaultStep(step)) {
      flush();
      kept.push(step);
    } else skipped++;
  }
  flush();
  return kept;
}

const countSteps = (steps: readonly RecordStep[]): number =>
  steps.reduce((count, step) => count + (typeof step.skipped_steps === "number" ? step.skipped_steps : 1), 0);

/** Every text inside a value cut to a length. */
function clipDeep(value: unknown, chars: number): unknown {
  if (typeof value === "string") return clipOnce(value, chars);
  if (Array.isArray(value)) return value.map((item) => clipDeep(item, chars));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, clipDeep(entry, chars)]));
}

const OMITTED = /\.\.\.\[(\d+) chars omitted\]$/;

/** As `clipText`, for a text that may already carry its mark: the count then covers both cuts. */
function clipOnce(text: string, chars: number): string {
  const mark = OMITTED.exec(text);
  const body = mark === null ? text : text.slice(0, mark.index);
  if (body.length <= chars) return text;
  const clipped = clipText(body, chars);
  if (mark === null) return clipped;
  return clipped.replace(OMITTED, (_, count: string) => `...[${Number(count) + Number(mark[1])} chars omitted]`);
}

function withLimits(record: JudgeRecord, limits: Limits): JudgeRecord {
  const limited: JudgeRecord = { ...record };
  for (const field of ["situation", "final_text", "agent_policy"] as const) {
    const chars = limits[field];
    const text = limited[field];
    if (chars !== undefined && text !== undefined) limited[field] = clipOnce(text, chars);
  }
  for (const field of ["world_state", "injected_faults"] as const) {
    const chars = limits[field];
    if (chars !== undefined && limited[field] !== undefined) limited[field] = clipValue(limited[field], chars);
  }
  if (limited.judge_only !== undefined) {
    const secret = { ...limited.judge_only };
    for (const field of ["principle", "reference"] as const) {
      const chars = limits[field];
      if (chars !== undefined && secret[field] !== undefined) secret[field] = clipOnce(secret[field] as string, chars);
    }
    if (limits.hidden_state !== undefined && secret.hidden_state !== undefined)
      secret.hidden_state = clipValue(secret.hidden_state, limits.hidden_state);
    limited.judge_only = secret;
  }
  // Steps shrink first and stand last.
  const { steps, ...rest } = limited;
  return { ...rest, steps };
}

/** A value whose JSON is short enough, else that JSON as a cut text. */
function clipValue(value: unknown, chars: number): unknown {
  if (typeof value === "string") return clipOnce(value, chars);
  const text = jsonText(value);
  return text.length <= chars ? value : clipText(text, chars);
}
