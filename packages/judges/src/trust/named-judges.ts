import { isBackend, isJudgeObject, isRecord, OptionError } from "@whileai/core";
import type { JudgeLike } from "../grade/to-judge.js";
import { distinctNames } from "../judge/distinct-names.js";

/** Judges with names of the caller's, or a list. */
export type JudgesInput = readonly JudgeLike[] | Readonly<Record<string, JudgeLike>>;

/** Judges by name, in the order given; a name that comes again gets "#2" and so on. */
export function namedJudges(call: string, judges: JudgesInput): (readonly [name: string, judge: JudgeLike])[] {
  if (Array.isArray(judges)) {
    const list = judges as readonly JudgeLike[];
    const names = distinctNames(list.map(nameOf));
    if (list.length > 0) return list.map((judge, index) => [names[index] as string, judge]);
  } else if (isRecord(judges) && !isBackend(judges) && !isJudgeObject(judges) && Object.keys(judges).length > 0)
    return Object.entries(judges as Readonly<Record<string, JudgeLike>>);
  throw new OptionError({
    option: "judges",
    received: typeof judges,
    message: `${call}: judges must be a list of judges or an object of them by name, with at least one.`,
    fix: 'Write ["openai:gpt-4.1-mini", "anthropic:claude-haiku-4-5"], or { strict: judgeA, mild: judgeB }.',
  });
}

function nameOf(judge: JudgeLike): string {
  if (typeof judge === "string") return judge;
  const { spec, name } = judge as { spec?: unknown; name?: unknown };
  for (const text of [spec, name]) if (typeof text === "string" && text.trim() !== "") return text;
  return "judge";
}
