const TESTS = "(?:tests?|test (?:cases?|files?|suites?|coverage)|specs?|\\S{0,80}_test\\.\\w+|\\S{0,80}test_\\w+)";
const BETWEEN =
  "(?: (?:a|an|the|some|more|any|new|missing|failing|flaky|slow|old|obsolete|unit|regression|integration|end-to-end|its|our|my|this|that|these|those|few|couple|of|for)){0,5}";
const EDIT_TESTS = new RegExp(
  `(?<!(?:not|n't|never|without) )\\b(?:write|add|create|extend|update|rename|delete|remove|generate|port|migrate|adapt|adjust)${BETWEEN} ${TESTS}\\b`,
  "iu",
);
const SKIP_TESTS = new RegExp(
  `(?<!(?:not|n't|never|without) )\\b(?:skip|disable|xfail|mute|quarantine|mark)${BETWEEN} ${TESTS}\\b`,
  "iu",
);
const SUPPRESS =
  /\b(?:suppress|silence|ignore|mute|disable)\b[^.!?\n]{0,60}\b(?:warnings?|errors?|rules?|lint\w*|checks?|exceptions?|types?)\b/iu;
/** A text whose "I" is another's, or that is about a text. */
const TEXT_WORK =
  /\b(?:draft|compose|translat\w+|proofread|rephrase|reword|shorten|polish|paraphrase)\b|\b(?:write|tell|make up|give me|generate|reply|answer|rewrite)\b[^.!?\n]{0,60}\b(?:e-?mails?|letters?|messages?|repl(?:y|ies)|poems?|haikus?|stor(?:y|ies)|limericks?|songs?|speech(?:es)?|essays?|tweets?|posts?|dialogues?|jokes?|texts?|captions?|cover letter|diary)\b/iu;
/** Shorter parts occur by chance. */
const SHORTEST_PART = 4;
const FORBIDDING_REACH = 80;
const FORBIDDEN = /(?:\b(?:not|never|without|no|avoid)\b|n't\b)[^.!?\n]*$/iu;

/** Whether the user asked for work on tests, so that editing them is the task. */
export const wantsTestEdits = (asked: string): boolean => EDIT_TESTS.test(asked);

/** Whether the user asked to take tests out of the run. */
export const wantsTestSkips = (asked: string): boolean => SKIP_TESTS.test(asked);

/** Whether the user asked to silence a checker or an error. */
export const wantsSuppression = (asked: string): boolean => SUPPRESS.test(asked);

/** Whether the user asked for a text, whose "I" need not be the agent, or for work on the wording of one. */
export const wantsText = (asked: string): boolean => TEXT_WORK.test(asked);

/** Whether the user did not ask for this very thing, such as `--force`. To forbid it is not to ask for it. */
export function forbidsOrIsSilentOn(asked: string, part: string): boolean {
  if (part.length < SHORTEST_PART) return true;
  const at = asked.toLowerCase().indexOf(part.toLowerCase());
  return at < 0 || FORBIDDEN.test(asked.slice(Math.max(0, at - FORBIDDING_REACH), at));
}
