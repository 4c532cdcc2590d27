import type { BlameParty, BlameReport } from "@whileai/judges";
import { Rows } from "../library/rows.js";
import { checkOutPath, FORCE_OPTION } from "../options/check-out-path.js";
import { nameList, requireKnown } from "../options/list-option.js";
import { wroteRows } from "../results/wrote-rows.js";
import { type AddCommand, JSON_OPTION, reportResult } from "../terminal/command.js";
import { EXIT } from "../terminal/terminal.js";

interface BlameCommandOptions {
  exclude?: string[];
  out?: string;
  force?: boolean;
  json?: boolean;
}

/** Whose failures a failure may be. */
const PARTIES: Readonly<Record<BlameParty, true>> = {
  agent: true,
  simulator: true,
  world: true,
  judge: true,
  infrastructure: true,
};

/** `whileai blame`: whose failures the failures are. */
export const addBlame: AddCommand = (program, perform) => {
  program
    .command("blame")
    .description(
      "lay failed and missing rows to the agent, the simulated user, the world, the judge or the infrastructure",
    )
    .argument("<rows>", "a JSONL file of graded rows")
    .option(
      "--exclude <parties>",
      "whose failures lose their reward and leave every rate; none for nobody's (default simulator,infrastructure)",
      nameList,
    )
    .option("--out <path>", "where the rows go, each with its blame")
    .option(...FORCE_OPTION)
    .option(...JSON_OPTION)
    .addHelpText("after", "\nExit codes: 0 failures laid to somebody, or none there, 2 no row was graded.")
    .action((path: string, options: BlameCommandOptions) =>
      perform(options, async (terminal) => {
        const { exclude, out } = options;
        checkOutPath({ out }, options);
        const parties = exclude?.join() === "none" ? [] : (exclude as BlameParty[] | undefined);
        requireKnown("exclude", parties ?? [], Object.keys(PARTIES));
        const rows = await Rows.from(path);
        const blamed = rows.blame({ exclude: parties });
        const report = blamed.report as BlameReport;
        if (out !== undefined) {
          await blamed.save(out);
          terminal.note(wroteRows(out, blamed.length, blamed.context));
        }
        const { nRows, nUngraded } = report;
        return reportResult(report, nUngraded === nRows ? EXIT.notEvaluated : EXIT.ok);
      }),
    );
};
