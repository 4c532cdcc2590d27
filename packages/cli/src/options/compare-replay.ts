import { join } from "node:path";
import { OptionError } from "@whileai/core";
import type { Spec } from "@whileai/core/backends";
import { type AgentFunction, seededAgent } from "@whileai/simulate";
import type { Command } from "commander";
import type { CompareOptions, CompareSide } from "../library/compare/compare-options.js";
import type { Comparison } from "../library/compare/comparison.js";
import { readResultsFile } from "../library/read-results-file.js";
import type { Terminal } from "../terminal/terminal.js";
import { addJudgeOptions, type JudgeCommandOptions, judgeFrom } from "./judge-option.js";
import { loadExport } from "./load-export.js";
import { decimalNumber, wholeNumber } from "./number-option.js";
import { readTextOption } from "./read-text-option.js";
import { readToolsOption } from "./read-tools-option.js";
import { requireModel } from "./require-model.js";

interface SideOptions {
  agent?: string | undefined;
  systemPrompt?: string | undefined;
  tools?: string | undefined;
  temperature?: number | undefined;
}

/** Options of `whileai compare` that play both sides. */
export interface ReplayCommandOptions extends JudgeCommandOptions, SideOptions {
  beforeAgent?: string;
  beforeSystemPrompt?: string;
  beforeTools?: string;
  beforeTemperature?: number;
  afterAgent?: string;
  afterSystemPrompt?: string;
  afterTools?: string;
  afterTemperature?: number;
  tasks?: string;
  budget?: number;
  repeats?: number;
  runs?: number;
  seed?: number;
  simulator?: Spec | "none";
  concurrency?: number;
  maxUsd?: number;
  store?: string;
  saveRows?: string;
}

const AGENTS = "a model such as openai:gpt-4.1-mini, seeded, or your own function: bot.mjs#answer";

/** Adds the options that say what the two sides are and how they are played. */
export function addReplayOptions(command: Command): void {
  for (const side of ["before", "after"])
    command
      .option(`--${side}-agent <agent>`, AGENTS)
      .option(`--${side}-system-prompt <text>`, "@ and a path reads a file")
      .option(`--${side}-tools <path>`, "a JSON file with the tools' schemas")
      .option(`--${side}-temperature <number>`, "the agent's temperature", decimalNumber);
  command
    .option("--agent <agent>", "of a side that names none (default: the configured agent)")
    .option("--system-prompt <text>", "of a side that names none")
    .option("--tools <path>", "of a side that names none")
    .option("--temperature <number>", "of a side that names none", decimalNumber)
    .option("--tasks <file>", "rows whose prompts both sides play (default: situations are written once)")
    .option("--budget <n>", "how many tasks are written when none are given (default 64)", wholeNumber)
    .option("--simulator <spec>", "the model that writes them, or none for the built-in grammar (default none)")
    .option("--repeats <n>", "rollouts of each task in each run, k (default 4)", wholeNumber)
    .option("--runs <n>", "how often each side plays all tasks (default 3)", wholeNumber)
    .option("--seed <n>", "the seed of both sides (default 0)", wholeNumber)
    .option("--concurrency <n>", "rollouts in flight (default 32)", wholeNumber)
    .option("--max-usd <dollars>", "the most that the models of both sides may cost", decimalNumber)
    .option("--store <dir>", "the folder that keeps both sides (default for models: .whileai/runs/compare-<id>)")
    .option("--save-rows <dir>", "where the graded rows go: before.jsonl and after.jsonl");
  addJudgeOptions(command);
}

/** Whether the options ask for both sides to be played. */
export const isReplay = (options: ReplayCommandOptions): boolean =>
  Object.keys(options).some((name) => /^(?:before|after)[A-Z]/.test(name));

/** What is played, and how the rows are saved. */
export interface ReplayWork {
  readonly playing: CompareOptions;
  readonly save: (report: Comparison) => Promise<void>;
}

/** The options of `compare()` from those of the command. */
export async function replayOptions(options: ReplayCommandOptions, terminal: Terminal): Promise<ReplayWork> {
  const shared = await sideOf("", options);
  const before = await sideOf("before-", {
    agent: options.beforeAgent,
    systemPrompt: options.beforeSystemPrompt,
    tools: options.beforeTools,
    temperature: options.beforeTemperature,
  });
  const after = await sideOf("after-", {
    agent: options.afterAgent,
    systemPrompt: options.afterSystemPrompt,
    tools: options.afterTools,
    temperature: options.afterTemperature,
  });
  for (const side of [before, after]) {
    if ((side.tools ?? shared.tools) === undefined && options.tasks === undefined)
      throw new OptionError({
        option: "tools",
        message: "--tools is missing: situations are written for the agent's tools.",
        fix: "Give --tools tools.json for both sides, or --before-tools and --after-tools.",
      });
    if ((side.agent ?? shared.agent) === undefined) requireModel("agent");
  }
  const { tasks, simulator, budget, repeats, runs, seed, concurrency, maxUsd, store, saveRows } = options;
  const withAgent = seededAgents(shared);
  const playing: CompareOptions = {
    ...withAgent(shared),
    before: withAgent(before),
    after: withAgent(after),
    tasks: tasks === undefined ? undefined : (await readResultsFile(tasks)).rows,
    ...(tasks === undefined || simulator !== undefined
      ? { simulator: simulator === undefined || simulator === "none" ? false : simulator }
      : {}),
    budget,
    repeats,
    runs,
    seed,
    judge: await judgeFrom(options),
    limits: { concurrency, maxUsd },
    store: { dir: store },
    signal: terminal.signal,
  };
  return {
    playing,
    save: async ({ rows }) => {
      if (saveRows === undefined) return;
      await rows.before.save(join(saveRows, "before.jsonl"));
      await rows.after.save(join(saveRows, "after.jsonl"));
      terminal.note(`wrote ${join(saveRows, "before.jsonl")} and ${join(saveRows, "after.jsonl")}`);
    },
  };
}

const SEEDED = "seeded";
const MODULE = /\.[cm]?[jt]s(?:#|$)/;

type NamedSide = Omit<CompareSide, "agent"> & { agent?: CompareSide["agent"] | typeof SEEDED };

async function sideOf(prefix: string, { agent, systemPrompt, tools, temperature }: SideOptions): Promise<NamedSide> {
  return {
    agent:
      agent !== undefined && MODULE.test(agent)
        ? ((await loadExport(`${prefix}agent`, agent)) as AgentFunction)
        : (agent as Spec | undefined),
    systemPrompt: systemPrompt === undefined ? undefined : await readTextOption(`${prefix}system-prompt`, systemPrompt),
    tools: tools === undefined ? undefined : await readToolsOption(`${prefix}tools`, tools),
    sampling: temperature === undefined ? undefined : { temperature },
  };
}

/** Gives a side that asks for it the seeded agent of its tools; sides with the same tools get the same one. */
function seededAgents(shared: NamedSide): (side: NamedSide) => CompareSide {
  const made = new Map<unknown, AgentFunction>();
  return (side) => {
    const { agent = shared.agent, tools = shared.tools } = side;
    if (agent !== SEEDED || tools === undefined) return { ...side, agent: agent === SEEDED ? undefined : agent };
    const own = made.get(tools) ?? seededAgent(tools);
    made.set(tools, own);
    return { ...side, agent: own };
  };
}
