import { countText, isRecord, recordsOf } from "@whileai/core";
import { contentProblem } from "./content-problem.js";
import type { EvalSample, TrainingSample } from "./hack-monitor.js";

interface Common {
  /** The object of the line. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly id?: unknown;
}

/** A line of the protocol, checked. */
export type MonitorMessage = Common &
  (
    | { readonly type: "hello"; readonly v: unknown; readonly config: unknown }
    | { readonly type: "train"; readonly step: number; readonly rows: readonly TrainingSample[] }
    | { readonly type: "log"; readonly step: number; readonly kl: number | null }
    | { readonly type: "eval"; readonly step: number; readonly rows: readonly EvalSample[]; readonly kl: number | null }
    | { readonly type: "summary" | "end" }
  );

/** A message, or why there is none. */
export type ReadMessage =
  | { readonly message: MonitorMessage; readonly id?: unknown; readonly problem?: undefined }
  | { readonly message: null; readonly id?: unknown; readonly problem: string };

const TYPES = ["hello", "train", "log", "eval", "summary", "end"] as const;
/** Columns of a dataset that say something of a rollout; others are the trainer's own. */
const COLUMNS = ["task_id", "scenario_id", "steps", "markers", "finish_reason", "logprob", "n_tokens"] as const;
/** Names that trainers log a KL under. */
const KL_KEYS = ["kl", "objective/kl"] as const;
/** Characters of a bad value that a message repeats. */
const SHOWN = 40;

/** Reads a line. */
export function readMonitorMessage(text: string): ReadMessage {
  try {
    return checkMonitorMessage(JSON.parse(text));
  } catch {
    return { message: null, problem: "the line is no JSON" };
  }
}

/** Checks what a line holds. */
export function checkMonitorMessage(raw: unknown): ReadMessage {
  if (!isRecord(raw)) return { message: null, problem: "the line is no JSON object" };
  const unfit = contentProblem(raw);
  if (unfit !== null) return { message: null, id: plainId(raw.id), problem: unfit };
  const id = raw.id;
  const found = readFields(raw);
  return typeof found === "string" ? { message: null, id, problem: found } : { message: { ...found, raw, id }, id };
}

// The fields of a message without what all have in common; a text says what is wrong.
function readFields(raw: Readonly<Record<string, unknown>>): DistributiveOmit<MonitorMessage, keyof Common> | string {
  const type = TYPES.find((each) => each === raw.type);
  switch (type) {
    case undefined:
      return `type must be one of ${TYPES.join(", ")}, got ${String(JSON.stringify(raw.type)).slice(0, SHOWN)}`;
    case "summary":
    case "end":
      return { type };
    case "hello":
      return { type, v: raw.v, config: raw.config ?? {} };
    default: {
      const { step } = raw;
      if (typeof step !== "number" || !Number.isFinite(step)) return `${type}: step must be a number`;
      if (type === "log") return { type, step, kl: klOf(raw) };
      if (type === "eval")
        return Array.isArray(raw.rows) ? { type, step, rows: raw.rows, kl: klOf(raw) } : "eval: rows must be a list";
      const rows = trainingRows(raw);
      return typeof rows === "string" ? rows : { type, step, rows };
    }
  }
}

/** An id that can be said again, whatever else the line holds. */
function plainId(id: unknown): unknown {
  return typeof id === "object" || (typeof id === "number" && !Number.isFinite(id)) ? undefined : id;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

function trainingRows(raw: Readonly<Record<string, unknown>>): TrainingSample[] | string {
  const { prompts, completions, rewards } = raw;
  if (!Array.isArray(prompts) || !Array.isArray(completions) || !Array.isArray(rewards))
    return "train: prompts, completions and rewards must be lists";
  const count = prompts.length;
  if (completions.length !== count || rewards.length !== count)
    return `train: ${countText(count, "prompt")}, ${countText(completions.length, "completion")} and ${countText(rewards.length, "reward")} do not belong together`;
  const columns = columnsOf(raw.columns, count);
  return prompts.map((prompt: unknown, index) => ({
    ...Object.fromEntries(columns.map(([name, values]) => [name, values[index]])),
    prompt,
    completion: completions[index],
    reward: rewards[index],
  }));
}

function columnsOf(given: unknown, count: number): [string, readonly unknown[]][] {
  const [columns] = recordsOf([given]);
  if (columns === undefined) return [];
  return COLUMNS.flatMap((name): [string, readonly unknown[]][] => {
    const values = Object.hasOwn(columns, name) ? columns[name] : undefined;
    return Array.isArray(values) && values.length === count ? [[name, values]] : [];
  });
}

function klOf(raw: Readonly<Record<string, unknown>>): number | null {
  for (const key of KL_KEYS) {
    const value = raw[key];
    if (typeof value === "number" && Number.isFinite(value)) return value;
  }
  return null;
}
