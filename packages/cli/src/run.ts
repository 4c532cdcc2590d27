import { createRequire } from "node:module";
import { registerDefaults } from "@whileai/core/settings";
import { hostedDefault } from "@whileai/platform-client";
import { Command, CommanderError } from "commander";
import { addBlame } from "./commands/blame.js";
import { addCompare } from "./commands/compare.js";
import { addCurriculum } from "./commands/curriculum.js";
import { addDecontaminate } from "./commands/decontaminate.js";
import { addDoctor } from "./commands/doctor.js";
import { addExplain } from "./commands/explain.js";
import { addExport } from "./commands/export.js";
import { addFailures } from "./commands/failures.js";
import { addGrade } from "./commands/grade.js";
import { addHackScan } from "./commands/hack-scan.js";
import { addJudgeTrust } from "./commands/judge-trust.js";
import { addMonitor } from "./commands/monitor.js";
import { addPairs } from "./commands/pairs.js";
import { addPassAt } from "./commands/pass-at.js";
import { addPower } from "./commands/power.js";
import { addProbe } from "./commands/probe.js";
import { addQuickstart } from "./commands/quickstart.js";
import { addSelect } from "./commands/select.js";
import { addSelfCheck } from "./commands/self-check.js";
import { addSimulate } from "./commands/simulate.js";
import { addSplit } from "./commands/split.js";
import { addStatus } from "./commands/status.js";
import { addVariance } from "./commands/variance.js";
import { addVerdictDiff } from "./commands/verdict-diff.js";
import type { AddCommand, CommandResult, Perform } from "./terminal/command.js";
import { errorInCommandWords, inCommandWords } from "./terminal/command-words.js";
import { eatenArgumentHint } from "./terminal/eaten-argument.js";
import { EXIT, exitCodeOf, type Terminal } from "./terminal/terminal.js";

/** The commands in the order of the loop, which is also the order of the help. */
const COMMANDS: readonly AddCommand[] = [
  addQuickstart,
  addSimulate,
  addGrade,
  addJudgeTrust,
  addProbe,
  addExplain,
  addVerdictDiff,
  addBlame,
  addPassAt,
  addCompare,
  addPower,
  addVariance,
  addFailures,
  addHackScan,
  addSelect,
  addPairs,
  addCurriculum,
  addDecontaminate,
  addSplit,
  addExport,
  addMonitor,
  addStatus,
  addDoctor,
  addSelfCheck,
];

const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

/**
 * Runs the command line and says how it went: 0 as asked, 1 worse or failed, 2 not evaluated, 64 usage or I/O.
 *
 * @param argv - The words after `whileai`.
 * @param terminal - Where results and notes go.
 */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  // As in the library: with nothing configured every role is the hosted model.
  registerDefaults({ hosted: hostedDefault });
  let exitCode: number = EXIT.ok;
  const wantsJson = argv.includes("--json");

  let command = new Command();
  const said = (text: string): string => inCommandWords(text, command);
  const perform: Perform = async (options, work) => {
    const result: CommandResult = await work({ ...terminal, said, note: (text) => terminal.note(said(text)) });
    if (options.json) terminal.out(JSON.stringify(result.document, null, 2));
    else if (result.text !== null) terminal.out(result.reports === undefined ? result.text : said(result.text));
    exitCode = result.exitCode;
  };

  const program = new Command("whileai")
    .description("Post-training data and evaluation for tool-using LLM agents.")
    .version(version)
    .showHelpAfterError("Run with --help to see what there is.")
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => {
        if (!wantsJson) terminal.note(text.trimEnd());
      },
    })
    .exitOverride()
    .hook("preAction", (_, chosen) => {
      command = chosen;
    });
  for (const add of COMMANDS) add(program, perform);
  for (const command of program.commands) command.copyInheritedSettings(program);

  try {
    await program.parseAsync([...argv], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version end by throwing too; their exit code is 0.
      if (error.exitCode === 0) return EXIT.ok;
      const named = program.commands.find((one) => one.name() === argv[0]);
      const hint =
        error.code === "commander.missingArgument" && named !== undefined ? eatenArgumentHint(named, argv) : undefined;
      if (hint !== undefined && !wantsJson) terminal.note(hint);
      if (wantsJson) {
        const message = error.message.replace(/^error: /, "");
        const fix = hint ?? "Run with --help to see what there is.";
        terminal.out(JSON.stringify({ error: { name: "UsageError", code: "usage", message, fix } }, null, 2));
      }
      return EXIT.usage;
    }
    const told = errorInCommandWords(error, command);
    if (wantsJson) terminal.out(JSON.stringify({ error: told }, null, 2));
    else terminal.note(`error: ${told.message}`);
    return exitCodeOf(error);
  }
  return exitCode;
}
