import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { isRecord, OptionError } from "@whileai/core";
import type { HackMonitorOptions, MonitorSession } from "@whileai/select";
import { replayMonitor, serveMonitor } from "../monitor/serve-monitor.js";
import { type AddCommand, type CommandResult, JSON_OPTION, reportResult } from "../terminal/command.js";
import { EXIT, type Terminal } from "../terminal/terminal.js";

interface MonitorCommandOptions {
  stdio?: boolean;
  config?: string;
  log?: string;
  replay?: string;
  python?: boolean;
  json?: boolean;
}

const HELP_ENDING = `
Options of the monitor, in the hello of a trainer or in --config (in Python as stop_on, length_pct, …):
  endorsed      what the reward is meant to pay for, parts of feature names: ["tool:get_order"] (default: none, no scan)
  stopOn        alarms that ask the trainer to stop: ["divergence"], or "any" (default: none)
  window        evals to look back; the first is compared with too (default 3)
  delta         gain of the training reward from which divergence is asked about (default 0.1)
  lengthPct     growth of replies that raises length, as a share (default 0.25)
  klBudget      KL above which drift is raised (default: none)
  buffer        training completions that are kept for the scan (default 512)
  scanMin       completions from which they are scanned (default 8)
  permutations  shuffles behind the floor of a scan (default 50)
  alpha         chance that an honest run ever raises divergence, and noise ever feature (default 0.05)
  looks         evals that the run is planned for (default 20)
  seed          of shuffles and resamples (default 0)
Alarms: divergence, feature, length, drift, endorsed_unmatched.

Exit codes: --stdio 0 ended, 2 no hello came, 64 the hello was refused; --replay 0 no alarms, 1 alarms, 2 no evals.`;

/** `whileai monitor`: a hack monitor for a trainer that runs in another process. */
export const addMonitor: AddCommand = (program, perform) => {
  program
    .command("monitor")
    .description("watch a training run for reward hacking: the trainer sends lines, the monitor answers with alarms")
    .option("--stdio", "speak the line protocol on stdin and stdout")
    .option("--config <file>", "options of the monitor (.json); those that the trainer sends go first; with --stdio")
    .option("--log <file>", "keep every message (.jsonl); a log that is there is carried on")
    .option("--replay <file>", "print the summary of a log")
    .option("--python", "print the Python file that connects a TRL trainer")
    .option(...JSON_OPTION)
    .addHelpText("after", HELP_ENDING)
    .action((options: MonitorCommandOptions) =>
      // Every line of the protocol is JSON already.
      perform({ json: options.json === true && options.stdio !== true }, (terminal) => monitor(options, terminal)),
    );
};

async function monitor(options: MonitorCommandOptions, terminal: Terminal): Promise<CommandResult> {
  const { stdio, config, log, replay, python } = options;
  const chosen = [stdio, replay, python].filter((way) => way !== undefined);
  if (chosen.length !== 1 || ((log ?? config) !== undefined && !stdio))
    throw new OptionError({
      option: "stdio",
      received: options,
      message: "whileai monitor: name one of --stdio, --replay and --python; --config and --log go with --stdio.",
      fix: "Serve a trainer with --stdio, read a log with --replay; a log holds its options.",
    });
  if (python)
    return pythonFile().then((python) => ({ text: python.trimEnd(), document: { python }, exitCode: EXIT.ok }));
  if (replay !== undefined) return replayed(await replayMonitor(replay, {}, terminal.note), replay);
  const given = config === undefined ? {} : await readConfig(config);
  const session = await serveMonitor({
    config: given,
    input: process.stdin,
    send: async (line) => {
      terminal.out(line);
      if (process.stdout.writableNeedDrain) await once(process.stdout, "drain");
    },
    note: terminal.note,
    log,
  });
  if (session.status === "waiting")
    terminal.note(
      'The input ended before a hello came. A trainer begins with {"type": "hello", "v": 1, "config": {…}}.',
    );
  return { text: null, document: null, exitCode: EXIT_OF[session.status] };
}

const EXIT_OF: Readonly<Record<MonitorSession["status"], number>> = {
  ended: EXIT.ok,
  // The trainer has gone without a word; what it sent was taken.
  open: EXIT.ok,
  waiting: EXIT.notEvaluated,
  refused: EXIT.usage,
};

function replayed(session: MonitorSession, path: string): CommandResult {
  const summary = session.summary();
  if (summary === null)
    throw new OptionError({
      option: "replay",
      received: path,
      message: `${path}: no hello stands in this log, so it is not one of a monitor.`,
      fix: "Give the file that --log wrote.",
    });
  const worst = summary.alarms.length > 0 ? EXIT.failed : EXIT.ok;
  return reportResult(summary, summary.nEvals === 0 ? EXIT.notEvaluated : worst);
}

async function readConfig(path: string): Promise<HackMonitorOptions> {
  let config: unknown;
  try {
    config = JSON.parse((await readFile(path, "utf8")).replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new OptionError({
      option: "config",
      received: path,
      message: `${path}: cannot be read as JSON: ${(error as Error).message}`,
      fix: 'Write an object of options, such as {"stopOn": ["divergence"]}.',
    });
  }
  if (isRecord(config)) return config as HackMonitorOptions;
  throw new OptionError({
    option: "config",
    received: config,
    message: `${path}: options must be an object.`,
    fix: 'Such as {"stopOn": ["divergence"]}.',
  });
}

/** The file that ships with `@whileai/select`. */
function pythonFile(): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve("@whileai/select/package.json");
  return readFile(join(dirname(manifest), "python", "whileai_monitor.py"), "utf8");
}
