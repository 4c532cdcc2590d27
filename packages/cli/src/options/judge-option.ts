import { OptionError } from "@whileai/core";
import type { Spec } from "@whileai/core/backends";
import { type ConstitutionJudgeOptions, Judge, type JudgeLike, loadSpec, verify } from "@whileai/judges";
import { type Command, Option } from "commander";
import { flagOf } from "../terminal/command-words.js";
import { shellWord } from "../terminal/shell-word.js";
import { judgeModule } from "./judge-module.js";
import { judgeReference } from "./judge-reference.js";
import { loadExport } from "./load-export.js";
import { wholeNumber } from "./number-option.js";
import { requireModel } from "./require-model.js";
import { readRubricOption } from "./rubric-option.js";
import { verifierFrom } from "./verifier-option.js";

/** Options that say who judges. */
export interface JudgeCommandOptions {
  judge?: string;
  rubric?: string;
  /** Unread: the judge says what is wrong with it. */
  model?: Spec;
  votes?: number;
  usePrivileged?: boolean;
  onFailedCheck?: ConstitutionJudgeOptions["onFailedCheck"];
  verifier?: string;
  module?: string;
  concurrency?: number;
}

/** Options that only a judge by a rubric has. */
const RUBRIC_OPTIONS = ["rubric", "votes", "usePrivileged"] as const;
/** Options that only a judge that asks a model has. */
const MODEL_OPTIONS = [...RUBRIC_OPTIONS, "model", "onFailedCheck"] as const;
/** Options any of which means that there is a judge. */
const JUDGE_OPTIONS = ["judge", "verifier", "module", ...MODEL_OPTIONS] as const;

/** Adds the options that say who judges. */
export function addJudgeOptions(command: Command): Command {
  return command
    .option(
      "--judge <judge>",
      "a model (anthropic:claude-haiku-4-5), a verifier (verify:MathEqual, 'verify:Includes:{\"word\": true}'), a function in threads that can be ended (judge.mjs#name), or a constitution (spec.yaml, .json, .md); default: the configured model",
    )
    .option(
      "--rubric <text>",
      "what the model grades against: text, or a file (@notes, rubric.md; rubric.json holds the items of a Rubric)",
    )
    .option("--model <spec>", "the model that judges by a constitution or a rubric (default: the configured judge)")
    .option("--votes <n>", "how often the model is asked about each row (default 1)", wholeNumber)
    .option("--use-privileged", "show the judge what the agent never saw: reference, principle, hidden state")
    .addOption(
      new Option(
        "--on-failed-check <what>",
        "when the judge disagrees with the labels of its constitution (default stop)",
      ).choices(["stop", "warn", "skip"]),
    )
    .option(
      "--verifier <name>",
      "a program instead of a model: ExactMatch, Numeric, or with its argument as JSON 'Includes:{\"word\": true}', 'Regex:\"order \\\\d+\"'",
    )
    .option("--module <path#name>", "your own judge: a function, or a judge, that a JavaScript module exports");
}

/** Whether any option says who judges. */
export const namesJudge = (options: JudgeCommandOptions): boolean =>
  JUDGE_OPTIONS.some((name) => options[name] !== undefined);

/** The judge of a command's options; undefined leaves it to the configured one. */
export async function judgeFrom(options: JudgeCommandOptions): Promise<JudgeLike | undefined> {
  const { judge, verifier, module, model } = options;
  const ways = (["verifier", "module", "judge"] as const).filter((way) => options[way] !== undefined);
  if (ways.length > 1) throw apart(ways);
  if (verifier !== undefined)
    return alone(options, "verifier", MODEL_OPTIONS, PROGRAM) ?? verifierFrom("verifier", verifier);
  if (module !== undefined)
    return alone(options, "module", MODEL_OPTIONS, MODULE) ?? ((await loadExport("module", module)) as JudgeLike);
  if (judge === undefined) return modelJudge(model, options);
  const named = judgeReference(judge);
  if (named.kind === "verifier")
    return alone(options, "judge", MODEL_OPTIONS, PROGRAM) ?? verifierFrom("judge", named.verifier);
  if (named.kind === "module")
    return alone(options, "judge", MODEL_OPTIONS, MODULE) ?? judgeModule(named.path, named.name, options.concurrency);
  if (named.kind === "model") {
    refuseBareVerifier(named.spec);
    return alone(options, "judge", ["model", "onFailedCheck"]) ?? modelJudge(named.spec as Spec, options);
  }
  alone(options, "judge", RUBRIC_OPTIONS, CONSTITUTION);
  if (model === undefined) requireModel("judge", named.path);
  const spec = await loadSpec(named.path);
  return spec.judge({ model, onFailedCheck: options.onFailedCheck });
}

async function modelJudge(model: Spec | undefined, options: JudgeCommandOptions): Promise<JudgeLike | undefined> {
  alone(options, "model", ["onFailedCheck"]);
  if (model === undefined) requireModel("judge");
  if (RUBRIC_OPTIONS.every((name) => options[name] === undefined)) return model;
  const { rubric, votes, usePrivileged } = options;
  return Judge({
    rubric: rubric === undefined ? undefined : await readRubricOption(rubric),
    model,
    votes,
    usePrivileged,
  });
}

/** Why options of a model say nothing to these judges. */
const PROGRAM = "a verifier is a program, which asks no model";
const MODULE = "a module brings its own rubric and model, if it has any";
const CONSTITUTION = "a constitution is what is graded against";

/** Refuses options that say nothing to this judge. */
function alone(
  options: JudgeCommandOptions,
  way: string,
  refused: readonly (keyof JudgeCommandOptions)[],
  because?: string,
): undefined {
  const beside = refused.find((name) => options[name] !== undefined);
  if (beside !== undefined) throw apart([way, beside], because);
}

/** A verifier's name without `verify:` reads as the spec of a model that nobody has. */
function refuseBareVerifier(spec: string): void {
  const [name = ""] = spec.split(":", 1);
  if (!Object.hasOwn(verify, name)) return;
  throw new OptionError({
    option: "judge",
    received: spec,
    message: `--judge: ${name} is a verifier, and its name alone reads as a model's.`,
    fix: `Write --judge ${shellWord(`verify:${spec}`)}.`,
  });
}

function apart(names: readonly string[], because?: string): OptionError {
  const [option, beside = ""] = names;
  return new OptionError({
    option: option as string,
    message: `${names.map(flagOf).join(" and ")} cannot go together${because === undefined ? "" : `: ${because}`}.`,
    fix:
      because !== undefined
        ? `Leave ${flagOf(beside)} out.`
        : "Give one judge: --judge with a model (and --rubric), a verifier, a module or a constitution (and --model), or --verifier or --module.",
  });
}
