import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { asSentence, describeError, nearestName, OptionError, type Report } from "@whileai/core";
import type { Spec } from "@whileai/core/backends";
import { Judge, type JudgeLike, verify } from "@whileai/judges";
import { Rows } from "../library/rows.js";
import { checkOutPath } from "./check-out-path.js";
import { type AddCommand, JSON_OPTION, reportResult } from "./command.js";
import { decimalNumber, wholeNumber } from "./number-option.js";
import { readTextOption } from "./read-text-option.js";
import { requireModel } from "./require-model.js";
import { EXIT } from "./terminal.js";
import { wroteRows } from "./wrote-rows.js";

interface GradeCommandOptions {
  /** Unread: grade() says what is wrong with it. */
  judge?: Spec;
  rubric?: string;
  verifier?: string;
  module?: string;
  concurrency?: number;
  timeout?: number;
  out?: string;
  force?: boolean;
  json?: boolean;
}

const MILLISECONDS = 1000;

/** `whileai grade`: a verdict for every row of a file. */
export const addGrade: AddCommand = (program, perform) => {
  program
    .command("grade")
    .description("judge every row of a file with a model, a verifier or your own function")
    .argument("<rows>", "a JSONL file of rows")
    .option("--judge <spec>", "the judge model, such as anthropic:claude-haiku-4-5 (default: the configured judge)")
    .option("--rubric <text>", "what the judge model grades against; @ and a path reads a file")
    .option(
      "--verifier <name>",
      "a program instead of a model: ExactMatch, Numeric, or with its argument as JSON 'Includes:{\"word\": true}', 'Regex:\"order \\\\d+\"'",
    )
    .option("--module <path#name>", "your own judge: an exported function of a JavaScript module")
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

async function judgeFrom(options: GradeCommandOptions): Promise<JudgeLike | undefined> {
  const ways = (["rubric", "verifier", "module"] as const).filter((way) => options[way] !== undefined);
  if (ways.length > 1 || (ways.length === 1 && ways[0] !== "rubric" && options.judge !== undefined)) {
    throw new OptionError({
      option: ways[0] as string,
      message: `--${[...ways, ...(options.judge === undefined ? [] : ["judge"])].join(" and --")} cannot go together.`,
      fix: "Give one judge: --judge (with --rubric), --verifier or --module.",
    });
  }
  if (options.verifier !== undefined) return verifierFrom(options.verifier);
  if (options.module !== undefined) return moduleJudge(options.module);
  if (options.judge === undefined)
    requireModel("judge", "Pass --verifier, --module with your own function, or --judge with a model and a --rubric.");
  if (options.rubric !== undefined)
    return Judge({
      rubric: await readTextOption("rubric", options.rubric),
      model: options.judge,
    });
  return options.judge;
}

function verifierFrom(text: string): JudgeLike {
  const [, name = text, argument] = /^(\w+):([\s\S]+)$/.exec(text) ?? [];
  const known = Object.keys(verify);
  if (!Object.hasOwn(verify, name)) {
    const near = nearestName(name, known);
    throw new OptionError({
      option: "verifier",
      received: text,
      didYouMean: near,
      message: `--verifier: there is no verifier ${name}.`,
      fix: `${near ? `Did you mean ${near}? ` : ""}Known: ${known.join(", ")}.`,
    });
  }
  let given: unknown;
  try {
    given = argument === undefined ? undefined : JSON.parse(argument);
  } catch (cause) {
    throw new OptionError({
      option: "verifier",
      received: text,
      message: `--verifier: the options of ${name} are not JSON.`,
      fix: `Write them as in --verifier '${name}:{"field": "answer"}'.`,
      cause,
    });
  }
  const make = (verify as unknown as Record<string, (options?: unknown) => JudgeLike>)[name] as (
    options?: unknown,
  ) => JudgeLike;
  return make(given);
}

async function moduleJudge(reference: string): Promise<JudgeLike> {
  const [path = "", name = "default"] = reference.split("#");
  const refuse = (message: string, cause?: unknown) =>
    new OptionError({
      option: "module",
      received: reference,
      message,
      fix: "Write --module judge.mjs#judge, naming an exported function.",
      cause,
    });
  let loaded: Record<string, unknown>;
  try {
    loaded = (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>;
  } catch (cause) {
    throw refuse(`--module: ${path} cannot be loaded: ${asSentence(describeError(cause))}`, cause);
  }
  const judge = loaded[name];
  if (judge === undefined)
    throw refuse(`--module: ${path} exports no ${name}; it exports ${Object.keys(loaded).join(", ") || "nothing"}.`);
  return judge as JudgeLike;
}
