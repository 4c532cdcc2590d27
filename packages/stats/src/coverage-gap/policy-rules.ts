import { contentStems, isReadable, wordsOf } from "./ask-words.js";
import { speaksOfTool, type ToolWords } from "./tool-words.js";

/** What makes a rule one that decides between cases: an amount, or a word that sets a border. */
const BRANCH =
  /[$€£¥%]|\b(?:percent|over|under|above|below|only|unless|except|within|until|limits?|limited|than|maximum|minimum|exceeds?|at (?:least|most)|up to)\b/i;
/** Words that an ask must share with a rule; a rule that decides between cases needs more to be put to the test. */
const SHARED_WORDS = 1;
const SHARED_WORDS_OF_BRANCH = 2;

/** A rule of the policy as it is looked for in asks. */
export interface PolicyRule {
  readonly rule: string;
  readonly isReadable: boolean;
  readonly isBranch: boolean;
  /** Stems of what it is about. */
  readonly stems: ReadonlySet<string>;
  /** The tools that it speaks of. */
  readonly tools: readonly string[];
}

/** Reads a rule once for all asks. */
export function readRule(rule: string, tools: readonly ToolWords[]): PolicyRule {
  const words = wordsOf(rule);
  return {
    rule,
    isReadable: isReadable(rule),
    isBranch: BRANCH.test(rule),
    stems: contentStems(words),
    tools: tools.filter((tool) => speaksOfTool(words, tool)).map(({ name }) => name),
  };
}

/** Whether an ask with these stems, which reaches these tools, puts a rule to the test. */
export function reachesRule(rule: PolicyRule, stems: ReadonlySet<string>, reached: readonly string[]): boolean {
  if (!rule.isReadable) return false;
  if (!rule.isBranch && rule.tools.length > 0) return rule.tools.some((tool) => reached.includes(tool));
  let shared = 0;
  for (const one of rule.stems) if (stems.has(one)) shared++;
  return shared >= (rule.isBranch ? SHARED_WORDS_OF_BRANCH : SHARED_WORDS);
}
