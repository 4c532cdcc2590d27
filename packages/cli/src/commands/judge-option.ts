import { nearestName, OptionError } from "@whileai/core";
import type { Spec } from "@whileai/core/backends";
import { Judge, type JudgeLike, verify } from "@whileai/judges";
import type { Command } from "commander";
import { loadExport } from "./load-export.js";
import { readTextOption } from "./read-text-option.js";
import { requireModel } from "./require-model.js";

/** Options that say who judges. */
export interface JudgeCommandOptions {
  /** Unread: grade() says what is wrong with it. */
  judge?: Spec;
  rubric?: string;
  verifier?: string;
  module?: string;
}

/** Adds the options that say who judges. */
export function addJudgeOptions(command: Command): Command {
  return command
    .option("--judge <spec>", "the judge model, such as anthropic:claude-haiku-4-5 (default: the configured judge)")
    .option("--rubric <text>", "what the judge model grades against; @ and a path reads a file")
    .option(
      "--verifier <name>",
      "a program instead of a model: ExactMatch, Numeric, or with its argument as JSON 'Includes:{\"word\": true}', 'Regex:\"order \\\\d+\"'",
    )
    .option("--module <path#name>", "your own judge: an exported function of a JavaScript module");
}

/** The judge of a command's options; undefined leaves it to the configured one. */
export async function judgeFrom(options: JudgeCommandOptions): Promise<JudgeLike | undefined> {
  const ways = (["rubric", "verifier", "module"] as const).filter((way) => options[way] !== undefined);
  if (ways.length > 1 || (ways.length === 1 && ways[0] !== "rubric" && options.judge !== undefined)) {
    throw new OptionError({
      option: ways[0] as string,
      message: `--${[...ways, ...(options.judge === undefined ? [] : ["judge"])].join(" and --")} cannot go together.`,
      fix: "Give one judge: --judge (with --rubric), --verifier or --module.",
    });
  }
  if (options.verifier !== undefined) return verifierFrom(options.verifier);
  if (options.module !== undefined) return (await loadExport("module", options.module)) as JudgeLike;
  if (options.judge === undefined) requireModel("judge");
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
