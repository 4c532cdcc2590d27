import {
  type Backend,
  canonicalJson,
  isBackend,
  type Json,
  plainJson,
  sha256Hex,
  type ToolSchema,
} from "@whileai/core";
import type { ResolvedOptions } from "../options/resolve-options.js";
import type { SimulateOptions } from "../options/simulate-options.js";
import type { Redaction } from "../redaction/redaction.js";
import type { Roles } from "../roles.js";
import type { Replay } from "../rollout/replayed-situations.js";
import type { RunTraces } from "../traces/run-traces.js";

/** Raised whenever the same options begin to give other rows, so that no run goes on as another one. */
const ROWS_VERSION = 1;
/** Longer values are kept as their hash. */
const LONGEST_VALUE = 100_000;

/** Options that do not decide the rows. */
const FREE_OPTIONS: ReadonlySet<string> = new Set(["limits", "store", "signal", "onProgress"]);
/** Options that are named below in the form in which they work. */
const SETTLED_OPTIONS: ReadonlySet<string> = new Set([
  "agent",
  "simulator",
  "tools",
  "systemPrompt",
  "mode",
  "seed",
  "repeats",
  "repeatPolicy",
  "budget",
  "runs",
  "tasks",
  "branchFrom",
  "traces",
  "turns",
  "sampling",
]);

/** Options that say where something is: a server's address is nobody's. */
const ADDRESSES: ReadonlySet<string> = new Set(["agent", "simulator", "user", "cassette"]);

/** What decides the rows of a run, by name, and its hash. */
export interface RunIdentity {
  readonly hash: string;
  readonly options: Readonly<Record<string, Json>>;
}

/** Where a run's situations and players come from, as far as they decide its rows. */
export interface IdentitySources {
  readonly replay: Replay | undefined;
  readonly traces: RunTraces | undefined;
  readonly roles: Roles;
}

/** Names everything that decides a run's rows. Keys are no part of it. */
export function runIdentity(
  given: SimulateOptions,
  resolved: ResolvedOptions,
  tools: readonly ToolSchema[],
  sources: IdentitySources,
): RunIdentity {
  const { roles, replay, traces } = sources;
  const options: Record<string, Json> = {
    agent: named(roles.agent),
    simulator: named(roles.simulator),
    tools: hashOf(tools),
    system_prompt: hashOf(resolved.systemPrompt),
    mode: resolved.mode,
    seed: resolved.seed,
    sampling_plan: named(resolved.samplingPlan),
    repeats_given: resolved.repeatsGiven,
    budget: resolved.budget,
    runs: resolved.runs,
    fault_share: resolved.faultShare,
    user: named(roles.user),
    turns: named(resolved.turns),
    sampling: named(resolved.sampling),
    rows_version: ROWS_VERSION,
  };
  if (replay !== undefined) options.tasks = hashOf(replay.situations);
  if (traces !== undefined) options.traces = hashOf(traces.identity);
  // How it is used may change on the way; what is on it decides the rows.
  if (resolved.cassette !== undefined) options.cassette = resolved.cassette.path;
  if (resolved.redaction !== undefined) options.redact = resolved.redaction.identity;
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || FREE_OPTIONS.has(name) || SETTLED_OPTIONS.has(name)) continue;
    options[name] = named(value);
  }
  return { hash: sha256Hex(canonicalJson(options)), options: withoutSecrets(options, resolved.redaction) };
}

/** What a manifest may show: an option that holds something to redact stands there as its hash. */
function withoutSecrets(options: Readonly<Record<string, Json>>, redaction: Redaction | undefined) {
  if (redaction === undefined) return options;
  const shown = Object.entries(options).map(([name, value]): [string, Json] => [
    name,
    ADDRESSES.has(name) || canonicalJson(redaction.json(value)) === canonicalJson(value) ? value : hashOf(value),
  ]);
  return Object.fromEntries(shown);
}

/** The options in which two runs differ. */
export function differingOptions(
  left: Readonly<Record<string, unknown>>,
  right: Readonly<Record<string, unknown>>,
): string[] {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].filter((name) => canonicalJson(left[name]) !== canonicalJson(right[name])).sort();
}

/** A value as it stands in a manifest: functions and backends by name, what is too long as its hash. */
function named(value: unknown): Json {
  const plain = nameOf(value) ?? null;
  return (JSON.stringify(plain) ?? "").length > LONGEST_VALUE ? hashOf(plain) : plain;
}

function nameOf(value: unknown, depth = 0): Json | undefined {
  if (typeof value === "function") return `function ${value.name || "without a name"}`;
  if (isBackend(value)) return backendName(value);
  if (typeof value !== "object" || value === null || depth > 8) return plainJson(value);
  if (Array.isArray(value)) return value.map((entry) => nameOf(entry, depth + 1) ?? null);
  const prototype: unknown = Object.getPrototypeOf(value);
  // Iterables of one use must not be used up here.
  if (Symbol.iterator in value) return "a list";
  if (prototype !== Object.prototype && prototype !== null) return plainJson(value);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      const plain = nameOf(entry, depth + 1);
      return plain === undefined ? [] : [[key, plain]];
    }),
  );
}

const backendName = ({ provider, model, spec, url }: Backend): Json => ({
  provider,
  model,
  spec,
  ...(url === undefined ? {} : { url }),
});

const hashOf = (value: unknown): Json => ({ sha256: sha256Hex(canonicalJson(value)) });
