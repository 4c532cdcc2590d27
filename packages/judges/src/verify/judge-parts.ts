import {
  type JudgeContext,
  type JudgeFunction,
  type JudgeObject,
  type Judgment,
  OptionError,
  type Row,
  readJudge,
  runOne,
} from "@whileai/core";
import { distinctNames } from "../judge/distinct-names.js";

/** What a combinator takes as a part: a verifier, a judge object or a function. */
export type JudgePart = JudgeObject | JudgeFunction;

/** A part of a combinator under the name it is reported by. */
export interface NamedPart {
  readonly name: string;
  readonly judge: JudgeObject;
}

/** How the combinators are called that take more than the list. */
const EXAMPLES: Readonly<Record<string, string>> = {
  AtLeast: "verify.AtLeast(1, [verify.JSONValid(), verify.Includes()])",
  Weighted: "verify.Weighted([[verify.JSONValid(), 1], [verify.Includes(), 3]])",
};

/** Reads the parts of a combinator; a name that comes again gets `#2`, `#3`, …. Throws an OptionError for an empty list. */
export function namedParts(type: string, parts: readonly unknown[]): NamedPart[] {
  if (!Array.isArray(parts) || parts.length === 0)
    throw new OptionError({
      option: "parts",
      received: parts,
      message: `verify.${type}: the parts must be one list of at least one, got ${Array.isArray(parts) ? "an empty list" : givenText(parts)}.`,
      fix: `Write ${EXAMPLES[type] ?? `verify.${type}([verify.JSONValid(), verify.Includes()])`}.`,
    });
  const judges = parts.map((part: unknown, index) => {
    const judge = readJudge(part);
    if (judge === undefined)
      throw new OptionError({
        option: `parts[${index}]`,
        received: part,
        message: `verify.${type}: part ${index} is no verifier, judge or function.`,
        fix: "Call the factory: verify.ExactMatch(), not its name.",
      });
    return judge;
  });
  const names = distinctNames(judges.map(({ name }) => name));
  return judges.map((judge, index) => ({ name: names[index] as string, judge }));
}

function givenText(parts: unknown): string {
  if (parts === undefined || parts === null) return "none";
  return readJudge(parts) === undefined ? `a value of type ${typeof parts}` : "a part without a list around it";
}

/** A part with what became of it. */
export interface JudgedPart {
  readonly name: string;
  readonly judgment: Judgment;
}

/** Asks parts in order, until `isDecided` says that the rest cannot matter. */
export async function judgeParts(
  parts: readonly NamedPart[],
  row: Readonly<Row>,
  { signal, ...context }: JudgeContext,
  isDecided: (judged: readonly JudgedPart[]) => boolean = () => false,
): Promise<JudgedPart[]> {
  // On a stack of its own, so that combinations may be nested to any depth.
  await undefined;
  const judged: JudgedPart[] = [];
  for (const { name, judge } of parts) {
    judged.push({ name, judgment: await runOne(row, judge, { signal, context }) });
    if (isDecided(judged)) break;
  }
  return judged;
}

/** What a part said, with its name in front. */
export function partReason({ name, judgment }: JudgedPart): string {
  const said = judgment.reason || (judgment.reward === null ? judgment.judge_status : "");
  return said === "" ? name : `${name}: ${said}`;
}
