import {
  type AnyTool,
  isRecord,
  type Json,
  OptionError,
  type RedactorOptions,
  type Row,
  type ToolSchema,
} from "@whileai/core";
import type { Spec } from "@whileai/core/backends";
import { readRunManifest } from "@whileai/core/node";
import { type SimulateOptions, seededAgent } from "@whileai/simulate";

/** What a manifest says of a run, as far as a command can give it again. */
const PLAIN_OPTIONS = ["faults", "coverage", "seeds", "distractors"] as const;
/** Names of the manifest that the options below are made from, or that follow from them. */
const READ_OPTIONS: ReadonlySet<string> = new Set([
  "agent",
  "simulator",
  "user",
  "tools",
  "system_prompt",
  "mode",
  "seed",
  "sampling_plan",
  "repeats_given",
  "budget",
  "runs",
  "fault_share",
  "turns",
  "sampling",
  "rows_version",
  "cassette",
  "redact",
]);
const SEEDED_AGENT = "function seeded_agent";
const START_AGAIN =
  "Run the same command, or make the same call in the same program, again: it goes on where it ended.";

/**
 * The options of the run in a folder, from its manifest; `traces` are those it was started with, which no manifest holds.
 *
 * @throws OptionError for a folder that holds no run, and for a run with options that only its starter can give again.
 */
export async function resumeOptions(dir: string, traces?: readonly Row[]): Promise<SimulateOptions<AnyTool[]>> {
  const manifest = await readRunManifest(dir);
  if (manifest === undefined) {
    throw refused(dir, `${dir} holds no run.`, "Give the folder of a run: it has a manifest.json.");
  }
  const { traces: hasTraces, ...options } = (isRecord(manifest.options) ? manifest.options : {}) as Record<
    string,
    Json
  >;
  if (!Array.isArray(manifest.tools) || !isRecord(options.sampling_plan) || !isRecord(options.turns)) {
    throw refused(dir, `the manifest in ${dir} lacks what a run is started with.`, START_AGAIN);
  }
  if ((hasTraces === undefined) !== (traces === undefined)) {
    throw refused(
      dir,
      `the run in ${dir} was started ${hasTraces === undefined ? "without" : "with"} traces.`,
      hasTraces === undefined ? "Leave --traces out." : "Give the same file again with --traces.",
    );
  }
  const beyond = Object.keys(options).filter(
    (name) => !READ_OPTIONS.has(name) && !(PLAIN_OPTIONS as readonly string[]).includes(name),
  );
  if ([options.faults, options.coverage, options.redact].some(hasFunction)) beyond.push("functions in its options");
  if (Array.isArray(manifest.redacted)) beyond.push(...manifest.redacted.map((name) => `a redacted ${name}`));
  beyond.push(...[...PLAIN_OPTIONS, "redact"].filter((name) => isHash(options[name])));
  if (beyond.length > 0) {
    throw refused(
      dir,
      `the run in ${dir} was started with ${beyond.join(", ")}, which its manifest does not hold whole.`,
      START_AGAIN,
    );
  }
  const tools = manifest.tools as ToolSchema[];
  const { policy, k } = options.sampling_plan as { policy: NonNullable<SimulateOptions["repeatPolicy"]>; k: number };
  return {
    tools,
    systemPrompt: typeof manifest.system_prompt === "string" ? manifest.system_prompt : "",
    agent: options.agent === SEEDED_AGENT ? seededAgent(tools) : specOf(dir, "agent", options.agent),
    simulator: options.simulator === false ? false : specOf(dir, "simulator", options.simulator),
    mode: options.mode as SimulateOptions["mode"],
    repeats: options.repeats_given === true ? k : undefined,
    repeatPolicy: policy,
    budget: typeof options.budget === "number" ? options.budget : undefined,
    runs: options.runs as number,
    seed: options.seed as number,
    traces,
    turns: turnsOf(options.turns),
    sampling: options.sampling as SimulateOptions["sampling"],
    ...Object.fromEntries(
      PLAIN_OPTIONS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
    ),
    store: { dir, cassette: options.cassette as string | undefined, redact: redactionOf(options.redact) },
  };
}

function specOf(dir: string, role: string, name: Json | undefined): Spec {
  if (isRecord(name) && typeof name.spec === "string") return name.spec as Spec;
  throw refused(
    dir,
    `the ${role} of the run in ${dir} is no model with a spec string.`,
    "Make the same call in the program that started it: it goes on where it ended.",
  );
}

/** Without turns after the prompt nobody's patience is told. */
function turnsOf(named: Json | undefined): SimulateOptions["turns"] {
  const { max, ...talk } = named as { max: number; mean: number; patience: "normal" };
  return talk.mean > 1 ? { max, ...talk } : { max };
}

/** An option that was too long for the manifest, or held something to redact. */
const isHash = (value: unknown): boolean => isRecord(value) && Object.keys(value).join() === "sha256";

function redactionOf(named: Json | undefined): RedactorOptions | undefined {
  if (!isRecord(named)) return undefined;
  const { patterns, ...groups } = named as { patterns?: [string, string, string][]; secrets: boolean };
  if (patterns === undefined) return groups;
  const own = patterns.map(([label, source, flags]): [string, RegExp] => [label, new RegExp(source, flags)]);
  return { ...groups, patterns: Object.fromEntries(own) };
}

function hasFunction(value: unknown): boolean {
  if (typeof value === "string") return value.startsWith("function ");
  return typeof value === "object" && value !== null && Object.values(value).some(hasFunction);
}

const refused = (dir: string, message: string, fix: string): OptionError =>
  new OptionError({ option: "resume", received: dir, message, fix });
