import type { BlameParty, BlameReport } from "@whileai/judges";
import { Rows } from "../library/rows.js";
import { checkOutPath } from "./check-out-path.js";
import { type AddCommand, JSON_OPTION, reportResult } from "./command.js";
import { nameList } from "./list-option.js";
import { EXIT } from "./terminal.js";
import { wroteRows } from "./wrote-rows.js";

interface BlameCommandOptions {
  exclude?: string[];
  out?: string;
  force?: boolean;
  json?: boolean;
}

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
    .option("--force", "write over a file that exists")
    .option(...JSON_OPTION)
    .action((path: string, options: BlameCommandOptions) =>
      perform(options, async (terminal) => {
        const { exclude, out } = options;
        if (out !== undefined) checkOutPath([out], options);
        const rows = await Rows.from(path);
        // Unread: the library says which parties there are.
        const parties = exclude?.join() === "none" ? [] : (exclude as BlameParty[] | undefined);
        const blamed = rows.blame({ exclude: parties });
        const report = blamed.report as BlameReport;
        if (out !== undefined) {
          await blamed.save(out);
          terminal.note(wroteRows(out, blamed.length));
        }
        const { nRows, nUngraded } = report;
        return reportResult(report, nUngraded === nRows ? EXIT.notEvaluated : EXIT.ok);
      }),
    );
};
