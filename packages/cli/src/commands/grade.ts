import type { Report } from "@whileai/core";
import { Rows } from "../library/rows.js";
import { checkOutPath } from "./check-out-path.js";
import { type AddCommand, JSON_OPTION } from "./command.js";
import { addJudgeOptions, type JudgeCommandOptions, judgeFrom } from "./judge-option.js";
import { decimalNumber, wholeNumber } from "./number-option.js";
import { rowsResult } from "./rows-result.js";
import { EXIT } from "./terminal.js";

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
        const save = (out: string) => scored.save(out);
        return rowsResult({ rows: scored.rows, report, exitCode, save }, options, terminal);
      }),
    );
};
