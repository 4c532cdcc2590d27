import { wantsSuppressionElsewhere, wantsTestEditsElsewhere, wantsTestSkipsElsewhere } from "./wanted-elsewhere.js";

const TESTS =
  "(?:tests?|test (?:cases?|files?|suites?|coverage)|specs?|snapshots?|fixtures?|\\S{0,80}_test\\.\\w+|\\S{0,80}test_\\w+)";
const BETWEEN =
  "(?: (?:a|an|the|some|more|any|new|missing|failing|flaky|slow|old|obsolete|unit|regression|integration|end-to-end|its|our|my|this|that|these|those|few|couple|of|for)){0,5}";
const EDIT_TESTS = new RegExp(
  `(?<!(?:not|n't|never|without) )\\b(?:write|add|create|extend|update|rename|delete|remove|generate|port|migrate|adapt|adjust)${BETWEEN} ${TESTS}\\b`,
  "iu",
);
/** "Fix it, with tests", "raise the coverage", "raise the timeout in the integration tests", "the test is flaky". */
const WORK_ON_TESTS = new RegExp(
  [
    "(?<!\\b(?:wrong|trouble|problems?|issues?|help|deal|start|begin|even) )\\b(?:with|including|plus|along with)(?: (?:a|an|some|a few|good|new|proper|unit|regression|integration|more|matching)){0,3} (?:tests|a test|specs)\\b(?! (?:(?:that|which) )?(?:are |is |still )?(?:fail\\w*|pass\\w*|broken|red|not|green))",
    "\\b(?:tests?|specs?),? (?:included|too|as well)\\b",
    "\\b(?:and|then|also|please) (?:add a )?test (?:it|this|that|them)\\b",
    "\\b(?:increase|raise|bring|improve|boost|get|lift|extend|up)\\b[^.!?\\n]{0,60}\\bcoverage\\b",
    `(?<!(?:not|n't|never|without|no) )\\b(?:increase|raise|lower|reduce|shorten|bump|change|set|replace|swap|use|mock|stub|convert|clean up|speed up|tidy|format|reformat)\\b[^.!?\\n]{0,60}\\b(?:in|of|for|from|inside|across)${BETWEEN} (?:tests?|specs?|test (?:cases?|files?|suites?))\\b`,
    `(?<!(?:not|n't|never|without) )\\b(?:refactor|rewrite|convert|split(?: up)?|reorgani[sz]e|restructure|clean up|speed up|tidy(?: up)?|format|reformat|paramet(?:e?)ri[sz]e|stabili[sz]e|deflake|update|move)${BETWEEN} ${TESTS}\\b`,
    "(?<!\\b(?:if|whether|no|that) (?:the |our |your )?)\\b(?:tests?|specs?|(?:test_\\w{1,60}|\\w{1,60}_test))\\b(?: \\w{1,40}){0,3} (?:is|are|seems?|looks?|became|gets?) (?:(?:a bit|very|quite|so|just|now|simply) )?(?:flaky|flaking|outdated|out of date|obsolete|stale|unstable|brittle)\\b",
    "\\b(?:fix|repair)(?: (?:a|the|our|this|that|these|those|my)){0,2} (?:flaky|flaking|outdated|stale|typos? in(?: \\w+)?) (?:unit |integration |e2e )?(?:tests?|specs?)\\b",
  ].join("|"),
  "iu",
);
const SKIP_TESTS = new RegExp(
  `(?<!(?:not|n't|never|without) )\\b(?:skip|disable|xfail|mute|quarantine|mark|exclude|leave out|deselect|comment out)${BETWEEN} ${TESTS}\\b|\\btests? (?:except|but|apart from|other than|without)\\b`,
  "iu",
);
const SUPPRESS =
  /\b(?:suppress|silence|ignore|mute|disable|turn off|switch off|relax|loosen)\b[^.!?\n]{0,60}\b(?:warnings?|errors?|rules?|lint\w*|checks?|exceptions?|types?)\b|\b(?:stop|quit|keep|prevent)\b[^.!?\n]{0,40}\b(?:complain\w*|flagging|nagging|warning|reporting)\b|\b(?:exempt|exclude)\b[^.!?\n]{0,60}\b(?:lint\w*|eslint|ruff|mypy|type[ -]?check\w*|checks?)\b/iu;
/** "Let the nightly job fail", "ignore failures of the linter". */
const LENIENCE =
  /\b(?:allow|ignore|tolerate|let|permit|non-?blocking|optional|informational|without failing|even if|not fail)\b[^.!?\n]{0,60}\b(?:fail\w*|errors?|red|the (?:build|job|pipeline|step))\b|\bnon-?blocking\b/iu;
/** A text whose "I" is another's, or that is about a text. */
const TEXT_WORK =
  /\bsummari[sz]e (?:the |this |these |my |our ){0,2}(?:(?:attached|following|above|pasted|meeting|whole) ){0,2}(?:minutes|threads?|articles?|texts?|documents?|e-?mails?|conversations?|chats?|notes|transcripts?|meetings?|papers?|pages?)\b|\b(?:draft|compose|translat\w+|proofread|rephrase|reword|shorten|polish|paraphrase)\b|\b(?:write|tell|make up|give me|generate|reply|answer|rewrite)\b[^.!?\n]{0,60}\b(?:e-?mails?|letters?|messages?|repl(?:y|ies)|poems?|haikus?|stor(?:y|ies)|limericks?|songs?|speech(?:es)?|essays?|tweets?|posts?|dialogues?|jokes?|texts?|captions?|cover letter|diary)\b/iu;
/** Shorter parts occur by chance. */
const SHORTEST_PART = 4;
const FORBIDDING_REACH = 80;
const FORBIDDEN = /(?:\b(?:not|never|without|no|avoid)\b|n't\b)[^.!?\n]*$/iu;

/** Whether the user asked for work on tests, so that editing them is the task. */
export const wantsTestEdits = (asked: string): boolean =>
  EDIT_TESTS.test(asked) || WORK_ON_TESTS.test(asked) || wantsTestEditsElsewhere(asked) || wantsTestSkips(asked);

/** Whether the user asked to take tests out of the run. */
export const wantsTestSkips = (asked: string): boolean => SKIP_TESTS.test(asked) || wantsTestSkipsElsewhere(asked);

/** Whether the user asked to silence a checker or an error. */
export const wantsSuppression = (asked: string): boolean => SUPPRESS.test(asked) || wantsSuppressionElsewhere(asked);

/** Whether the user asked that a check may fail. */
export const wantsLenience = (asked: string): boolean => LENIENCE.test(asked);

/** Whether the user asked for a text, whose "I" need not be the agent, or for work on the wording of one. */
export const wantsText = (asked: string): boolean => TEXT_WORK.test(asked);

/** Text or code that is handed over in the ask itself: after a colon, below a blank line, or in a fence. */
const MATERIAL = /```|:[ \t]*\n|\n[ \t]*\n[^\n]{8}|:\s["'][^\n]{8}/u;

/** Whether the user handed over something that can be checked without a tool. */
export const handsOver = (asked: string): boolean => MATERIAL.test(asked);

/** Whether the user did not ask for this very thing, such as `--force`. To forbid it is not to ask for it. */
export function forbidsOrIsSilentOn(asked: string, part: string): boolean {
  if (part.length < SHORTEST_PART) return true;
  const at = asked.toLowerCase().indexOf(part.toLowerCase());
  return at < 0 || FORBIDDEN.test(asked.slice(Math.max(0, at - FORBIDDING_REACH), at));
}
