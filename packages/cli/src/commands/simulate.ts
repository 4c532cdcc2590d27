import { rm } from "node:fs/promises";
import { type AnyTool, createRedactor, OptionError, type Row } from "@whileai/core";
import type { Spec } from "@whileai/core/backends";
import { RowAppender, writeRows } from "@whileai/core/node";
import { type SimulateOptions, type SimulationReport, seededAgent } from "@whileai/simulate";
import type { Command } from "commander";
import { manifestOf, writeManifest } from "../library/manifest.js";
import { pathBeside } from "../library/path-beside.js";
import { simulate } from "../library/simulate.js";
import { checkOutPath, FORCE_OPTION } from "../options/check-out-path.js";
import { decimalNumber, wholeNumber } from "../options/number-option.js";
import { readTextOption } from "../options/read-text-option.js";
import { readToolsOption } from "../options/read-tools-option.js";
import { readTracesOption } from "../options/read-traces-option.js";
import { refuseTogether } from "../options/refuse-together.js";
import { requireModel } from "../options/require-model.js";
import { resumeOptions } from "../options/resume-options.js";
import { rowsResult } from "../results/rows-result.js";
import { type AddCommand, JSON_OPTION } from "../terminal/command.js";
import { shellWord } from "../terminal/shell-word.js";
import { EXIT, type Terminal } from "../terminal/terminal.js";

interface SimulateCommandOptions {
  tools?: string;
  systemPrompt?: string;
  /** Unread, as is the simulator: simulate() says what is wrong with them. */
  agent?: Spec | "seeded";
  simulator?: Spec | "none";
  mode?: "explore" | "sft" | "rl";
  repeats?: number;
  repeatPolicy?: "fixed" | "probe" | "hazard" | "none";
  budget?: number;
  runs?: number;
  seed?: number;
  traces?: string;
  faultShare?: number;
  turns?: number;
  maxTurns?: number;
  distractors?: number;
  temperature?: number;
  maxTokens?: number;
  logprobs?: boolean;
  concurrency?: number;
  requestsPerMinute?: number;
  maxUsd?: number;
  store?: string;
  resume?: string;
  cassette?: string;
  redact?: boolean;
  out?: string;
  force?: boolean;
  json?: boolean;
}

/** `whileai simulate`: rollouts of an agent, as rows. */
export const addSimulate: AddCommand = (program, perform) => {
  program
    .command("simulate")
    .description("run an agent through situations against a fake world that fails on purpose")
    .option("--tools <path>", "a JSON file with the tools' schemas (required, except with --resume)")
    .option(
      "--system-prompt <text>",
      "the agent's system prompt; @ and a path reads a file (required, except with --resume)",
    )
    .option(
      "--agent <spec>",
      "openai:<model>, anthropic:<model>, vllm:<model>@<url>, ollama:<model>, or seeded (default: the configured agent)",
    )
    .option("--simulator <spec>", "the model that writes situations, or none for the built-in grammar", "none")
    .option("--mode <mode>", "explore, sft or rl (default explore)")
    .option("--repeats <n>", "rollouts of each prompt (default by mode: explore 1, sft 4, rl 8)", wholeNumber)
    .option("--repeat-policy <policy>", "fixed, probe, hazard or none (default: the mode's own)")
    .option("--budget <n>", "the most rows of a run (default 1000)", wholeNumber)
    .option("--runs <n>", "how often the whole set of tasks is run (default 1)", wholeNumber)
    .option("--seed <n>", "the run's seed; the same seed gives the same rows (default 0)", wholeNumber)
    .option(
      "--traces <path>",
      "a JSONL file of past conversations (rows, message logs, OpenTelemetry spans): aims at what failed in them",
    )
    .option("--fault-share <share>", "share of situations with a fault, 0 to 1 (default 0.5, rl 0.8)", decimalNumber)
    .option("--turns <mean>", "user turns of a conversation on average, the prompt included (default 1)", decimalNumber)
    .option("--max-turns <n>", "the most model calls of a rollout (default 8, with --turns more)", wholeNumber)
    .option("--distractors <n>", "unrelated tools that the agent sees beside its own (default 0)", wholeNumber)
    .option("--temperature <number>", "the agent's temperature", decimalNumber)
    .option("--max-tokens <n>", "the most tokens of one reply", wholeNumber)
    .option("--logprobs", "keep the log-probabilities of sampled tokens")
    .option("--concurrency <n>", "rollouts in flight (default 32)", wholeNumber)
    .option("--requests-per-minute <n>", "the most requests to one endpoint (default: learned from it)", decimalNumber)
    .option("--max-usd <dollars>", "the most that the models may cost; the rows so far are the result", decimalNumber)
    .option(
      "--store <dir>",
      "the folder that keeps the run; the same command goes on with it (default for models: .whileai/runs/<id>)",
    )
    .option("--resume <dir>", "go on with the run in this folder, with the options it was started with")
    .option("--cassette <file>", "a .jsonl file that model calls are recorded on, and played from the next time")
    .option("--redact", "take secrets and personal data out of the rows before they are written anywhere")
    .option("--out <path>", "where the rows go (default: stdout, as JSONL)")
    .option(...FORCE_OPTION)
    .option(...JSON_OPTION)
    .action((options: SimulateCommandOptions, command: Command) =>
      perform(options, async (terminal) => {
        if (options.resume !== undefined)
          refuseTogether(command, (name) => !BESIDE_RESUME.has(name), {
            beside: "--resume",
            because: "the run goes on with the options it was started with",
            instead: "start another run without --resume",
          });
        // Runs of models, and those with a folder, are kept there as they land.
        const isLogged = options.agent === "seeded" && options.store === undefined && options.resume === undefined;
        const partial = options.out === undefined || !isLogged ? undefined : partialPath(options.out);
        if (options.out !== undefined) checkOutPath({ out: [options.out, partialPath(options.out)] }, options);
        const given = await runOptions(options, terminal);
        if (options.agent === undefined && options.resume === undefined) requireModel("agent");
        const run = simulate(given);
        if (partial !== undefined) await logRows(run, partial);
        const data = await run;
        const report = data.report as SimulationReport;
        // An interrupted run keeps its rows, and a script does not go on with them by accident.
        const exitCode = terminal.signal?.aborted ? EXIT.notEvaluated : EXIT.ok;
        if (terminal.signal?.aborted && report.folder !== null) {
          const traces = options.traces === undefined ? "" : ` --traces ${shellWord(options.traces)}`;
          const out = options.out === undefined ? "" : ` --out ${shellWord(options.out)} --force`;
          const folder = shellWord(report.folder);
          terminal.note(`interrupted; go on with: whileai simulate --resume ${folder}${traces}${out}`);
        }
        const save = async (out: string): Promise<void> => {
          // The finished file is in the order of the plan, so that equal runs are equal files.
          await writeRows(out, data.rows);
          if (partial !== undefined) await rm(partial);
          const manifest = manifestOf(data.context);
          // The prompt and the tools can hold what the rows must not.
          const redact = given.store?.redact;
          await writeManifest(
            out,
            redact ? createRedactor(typeof redact === "object" ? redact : {})(manifest) : manifest,
          );
        };
        return rowsResult({ rows: data.rows, context: data.context, report, exitCode, save }, options, terminal);
      }),
    );
};

/** Where rows are kept while the run goes on. */
const partialPath = (out: string): string => pathBeside(out, "partial.jsonl");

async function logRows(rows: AsyncIterable<Row>, path: string): Promise<void> {
  await rm(path, { force: true });
  const log = await RowAppender.open(path);
  try {
    for await (const row of rows) await log.append(row);
  } finally {
    await log.close();
  }
}

async function runOptions(options: SimulateCommandOptions, terminal: Terminal): Promise<SimulateOptions<AnyTool[]>> {
  const { concurrency, requestsPerMinute, maxUsd } = options;
  const limits = { concurrency, requestsPerMinute, maxUsd };
  const traces = options.traces === undefined ? undefined : await readTracesOption(options.traces, terminal);
  if (options.resume !== undefined)
    return { ...(await resumeOptions(options.resume, traces)), limits, signal: terminal.signal };
  const tools = await readToolsOption("tools", required("tools", options.tools));
  return {
    tools,
    systemPrompt: await readTextOption("system-prompt", required("system-prompt", options.systemPrompt)),
    agent: options.agent === "seeded" ? seededAgent(tools) : options.agent,
    simulator: options.simulator === "none" ? false : options.simulator,
    mode: options.mode,
    repeats: options.repeats,
    repeatPolicy: options.repeatPolicy,
    budget: options.budget,
    runs: options.runs,
    seed: options.seed,
    traces,
    faults: options.faultShare === undefined ? undefined : { share: options.faultShare },
    turns: { mean: options.turns, max: options.maxTurns },
    distractors: options.distractors,
    sampling: { temperature: options.temperature, maxTokens: options.maxTokens, logprobs: options.logprobs },
    limits,
    store: { dir: options.store, cassette: options.cassette, redact: options.redact },
    signal: terminal.signal,
  };
}

function required(option: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new OptionError({
    option,
    message: `--${option} is missing.`,
    fix: `Give --${option}, or --resume with the folder of a run.`,
  });
}

/** Options that may stand beside --resume; all others are the run's own. */
const BESIDE_RESUME: ReadonlySet<string> = new Set([
  "resume",
  "traces",
  "concurrency",
  "requestsPerMinute",
  "maxUsd",
  "out",
  "force",
  "json",
]);
