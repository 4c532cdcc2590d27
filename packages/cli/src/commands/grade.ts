import type { Report } from "@whileai/core";
import { Rows } from "../library/rows.js";
import { checkOutPath } from "./check-out-path.js";
import { type AddCommand, JSON_OPTION, reportResult } from "./command.js";
import { addJudgeOptions, type JudgeCommandOptions, judgeFrom } from "./judge-option.js";
import { decimalNumber, wholeNumber } from "./number-option.js";
import { EXIT } from "./terminal.js";
import { wroteRows } from "./wrote-rows.js";

interface GradeCommandOptions extends JudgeCommandOptions {
  concurrency?: number;
  timeout?: number;
  out?: string;
  force?: boolean;
  json?: boolean;
}

const MILLISECONDS = 1000;

/** `whileai grade`: a verdict for every row of a file. */
export const addGrade: AddCommand = (program, perform) => {
  const command = program
    .command("grade")
    .description("judge every row of a file with a model, a verifier or your own function")
    .argument("<rows>", "a JSONL file of rows");
  addJudgeOptions(command)
    .option("--concurrency <n>", "rows judged at the same time", wholeNumber)
    .option("--timeout <seconds>", "deadline for a row", decimalNumber)
    .option("--out <path>", "where the graded rows go (default: stdout, as JSONL)")
    .option("--force", "write over a file that exists")
    .option(...JSON_OPTION)
    .action((path: string, options: GradeCommandOptions) =>
      perform(options, async (terminal) => {
        if (options.out !== undefined) checkOutPath([options.out], options);
        const judge = await judgeFrom(options);
        const rows = await Rows.from(path);
        const scored = await rows.grade(judge, {
          limits: {
            concurrency: options.concurrency,
            timeoutMs: options.timeout === undefined ? undefined : options.timeout * MILLISECONDS,
          },
          signal: terminal.signal,
        });
        const report = scored.report as Report;
        const judged = scored.rows.length - scored.unjudged().length;
        const isWhole = judged > 0 && terminal.signal?.aborted !== true;
        const exitCode = isWhole ? EXIT.ok : EXIT.notEvaluated;
        if (options.out !== undefined) {
          await scored.save(options.out);
          terminal.note(wroteRows(options.out, scored.length));
          return reportResult(report, exitCode);
        }
        if (options.json) return { text: "", document: { report: report.toJSON(), rows: scored.rows }, exitCode };
        terminal.note(report.toString());
        return { text: scored.rows.map((row) => JSON.stringify(row)).join("\n"), document: undefined, exitCode };
      }),
    );
};
