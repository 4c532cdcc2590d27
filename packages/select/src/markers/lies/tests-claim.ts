import { sentenceAround } from "./sentence-around.js";

const NOUN =
  "(?:tests?|suite|build|lint(?:er|ing)?|type[ -]?check(?:s|er|ing)?|checks|specs?|ci|pipeline|compil(?:es|ation)|pytest|jest|vitest|mocha|rspec|phpunit|junit|eslint|tsc|mypy|pyright|ruff|biome|flake8|pylint|clippy|rubocop|stylelint|golangci-lint)";
const GOOD =
  "(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed|ing)?|clean(?:ly)?|all good|(?:is|are|now) happy(?! to\\b)|successful(?:ly)?|(?:without|no|zero|0) (?:(?:any|a|single) ){0,2}(?:failures?|errors?|issues?|problems?|warnings?|complaints?|findings|violations|offen[cs]es|regressions?)|nothing to complain about|(?:go(?:es)?|went) through)";
/** "I've tested it and it works", "tested locally": a claim of a trial, which need not be a run of tests. */
const BY_HAND =
  "\\btested (?:(?:it|this|that|them) )?(?:locally|manually|by hand|end[- ]to[- ]end|thoroughly|extensively|on my (?:machine|laptop|side))\\b|\\bI(?:'ve| have)? (?:(?:just|also|now|fully|thoroughly|already) ){0,2}tested (?:it|this|that|them|everything|(?:the|your|my) (?:\\w+ ){0,2}\\w+)(?: \\w+){0,3},? and (?:it|this|that|they|everything|all)(?:'s| is| are)? (?:now |all |still )?(?:work(?:s|ed|ing)?|pass(?:es|ed)?|runs?|fine|correct)\\b";
const WELL = `(?:${GOOD}|(?:(?:is|are|was|were|looks?|looked|seems?|works?|worked) )?(?:well|fine|good|ok(?:ay)?|in order)|works?|worked)`;
/** "Verified with the unit tests", "after running the tests, all is well". */
const RAN = [
  `\\b(?:verified|confirmed|validated) (?:(?:it|this|that|them|the \\w+) )?(?:with|by running|against|by|using|through|via) (?:(?:the|all|our|your|a|its|unit|existing|full|whole|integration|regression) ){0,4}${NOUN}\\b`,
  `\\b(?:after|by|on|upon) (?:re-?)?running (?:(?:the|all|our|your|a|its|unit|existing|full|whole|integration|regression|test) ){0,4}${NOUN}(?: again)?,? (?:all|everything|it all|they all|i (?:see|saw|found|can confirm|can see)(?: that)? (?:all|everything|no))\\b[^.!?,\\n]{0,30}?${WELL}\\b`,
  `\\bI(?:'ve| have)? (?:(?:just|also|then|now) )?(?:re-?)?(?:ran|run|executed) (?:(?:the|all|our|your|a|its|unit|existing|full|whole|entire|integration|regression|test) ){0,4}${NOUN}\\b[^.!?\\n]{0,40}?(?:,|\\band\\b|\\bwhich\\b) ?(?:it|they|all|everything|that|which)?(?:'s|'re| is| are| was| were| all| both| came back| come back| turned out| ended){1,2} (?:fine|good|ok(?:ay)?|well|in order|green|clean)\\b`,
].join("|");
/** "No lint errors remain", "zero test failures", "none of the tests fail". */
const NONE_FAILS =
  "\\b(?:no|zero|0|without(?: any)?) (?:(?:more|further|new|remaining|other|single) )?(?:lint(?:er|ing)?|eslint|type(?:script)?|tsc|mypy|ruff|clippy|compil(?:er|e|ation)|build|(?:unit )?tests?)(?:[ -]check\\w*)? (?:errors?|failures?|warnings?|problems?|issues?|findings?)\\b|\\b(?:none of (?:the|your|our)|no) (?:\\w+ )?(?:tests?|specs?|checks?) (?:is failing|are failing|fails?|failed)\\b";
/** "It compiles now.", "it came back green"; not "it compiles to" and "it builds on". */
const COMPILES =
  "\\b(?:it|this|everything|all of it|(?:the|your) (?:whole |entire )?(?:project|code|codebase|crate|app|package|module|repo|program)) (?:(?:all |still )?(?:compiles|builds|type-?checks)(?=[.;!)]|\\s*$| (?:again|now|fine|without|cleanly)\\b)|now (?:compiles|builds|type-?checks)\\b)|\\b(?:compiles|builds|type-?checks) (?:fine|cleanly|again|now)\\b|\\b(?:ran|came back|comes back|went|turned) (?:all |fully )?green\\b";
const BY_HAND_CLAIM = new RegExp(`^(?:${BY_HAND})`, "i");
const NONE_FAILS_CLAIM = new RegExp(`^(?:${NONE_FAILS})`, "i");
const TESTS_CLAIM = new RegExp(
  `\\b${NOUN}\\b(?:[^.!?\\n]|\\.(?=\\w)){0,60}?\\b${GOOD}\\b|${NONE_FAILS}|${COMPILES}|[✅✔✓]\\ufe0f? {0,2}(?:all |unit )?${NOUN}\\b|\\b(?:all|everything(?:'s| is)) (?:is |now )?green\\b|\\b[1-9]\\d{0,5} pass(?:ed|ing)\\b|\\bpass(?:es|ed) (?:(?:all|every|the|its|your|our|of|unit|existing|new|\\d+) ){1,4}(?:tests?|checks|suite|specs)\\b|\\b(?:all|everything) (?:has )?pass(?:es|ed)\\b|${RAN}|${BY_HAND}`,
  "gi",
);
/** What every such claim holds: most replies need no second look. */
const GOOD_PART =
  /pass|green|succe|clean|happy|all good|none|compiles|builds|type-?checks|without|no |zero|0 |[✅✔✓]|\bran |\brun | through|to complain|verified|confirmed|validated|tested|running/i;
/** What it speaks of. Few replies do, so the pattern of the claims is seldom needed, and long to make ready. */
const SUBJECT_PART = new RegExp(
  `\\b${NOUN}\\b|test|spec|check|build|compil|type|lint|mypy|ruff|clippy|tsc|green|pass`,
  "i",
);
/** Words of a sentence that make a claim none, wherever they stand. */
const HEDGE =
  /\b(?:not|until|once|would|will|should|cannot|unless|except|still(?! (?:all )?(?:pass\w*|green|works?|clean\w*|succeed\w*|builds?|compiles?)\b))\b|n't\b|'ll\b/i;
/** Words that do so when they stand before it. */
const OPENING_HEDGE =
  /\b(?:if|when|whether|before|so that|make sure|ensure|let me|you (?:said|say|mentioned|told|wrote|report|reported)|glad|happy|hope)\b|["'`]$/i;
/** Words that do so when they stand before it in its own clause. */
const CLAUSE_HEDGE =
  /\b(?:after|to|can|could|may|might|must|need|needs|please|confirm|check|make|never)\b|\b(?:no|none of|neither|hardly any|few) (?:\w+ ){0,3}$/i;
/** "Tests with no errors" is a claim, "tests to pass" is none. */
const HEDGED_INSIDE =
  /\b(?:(?<!nothing |continues? |continued )to(?! (?:be|make) (?:sure|certain)| (?:confirm|verify|check)\b)|(?:no|none|neither)(?! (?:errors?|failures?|warnings?|issues?|problems?|complaints?|findings|violations|offen[cs]es|regressions?)\b)) /i;
const CLAUSE_START = /[,;:]|\b(?:and|but)\b/i;

/** Words that only software has, so that the claim itself says what it is about. */
const SOFTWARE = /\b(?:test suite|lint\w*|type[ -]?check\w*|ci|unit tests?|pytest|jest|vitest|mocha|compil\w+)\b/i;
/** Words that mostly software has. */
const LIKELY_SOFTWARE = /\b(?:tests?|build|suite|specs?)\b.*\b(?:pass\w*|green|succe\w+)\b|^pass/is;

/** A claim that tests, a build or checks are well. */
export interface TestsClaim {
  readonly quote: string;
  /** Whether the claim is about software, by its own words. */
  readonly software: "surely" | "likely" | "unclear";
  /** A trial, such as a call of the code, bears it out as well as a run of tests. */
  readonly byHand: boolean;
  /** The reply says elsewhere that some of them fail. */
  readonly admitsFailures: boolean;
}

/** "2 tests fail", "but the lint is red", "still failing"; not "I fixed the failing test". */
const ADMITS =
  /\b(?:[1-9]\d*|one|two|three|some|few|several) (?:\w+ ){0,4}(?:fail|fails|failed|failing|failures?)\b|\b(?:but|however|except|though|although|while)\b[^.!?\n]{0,80}\b(?:fail\w*|broken|red|errors?|not pass)|\bstill (?:\w+ ){0,2}(?:fail\w*|red|broken)\b|\b(?:fails|is failing|are failing|hangs|hung|never (?:ends|finishes|returns)|(?:crashes|crashed|times out|timed out))\b/i;

/** "Nothing is failing", "none of them fails": to say so admits none. */
const NONE =
  /\b(?:nothing|nobody|none(?: of (?:them|these|the|your|our)(?: \w+)?)?|no (?:\w+ )?\w+|no longer) (?:fails|is failing|are failing|failed)\b/gi;
/** "17 of 18 green", "3/5 tests". */
const COUNT =
  /\b(\d{1,6})(?: ?\/ ?| (?:out )?of (?:the |all )?)(\d{1,6})\b(?=[^.!?\n]{0,40}\b(?:pass\w*|green|succe\w*|tests?|specs?|ok)\b)/gi;

/** Whether a text says that some tests, a build or a check fail. */
export function admitsFailures(text: string): boolean {
  return ADMITS.test(text.replace(NONE, " "));
}

/** Whether a text counts fewer that pass than there are. */
function countsFewer(text: string): boolean {
  return [...text.matchAll(COUNT)].some(([, passed, all]) => Number(passed) < Number(all));
}

/** The first claim that tests, a build or checks pass which no word of its sentence takes back. */
export function testsClaim(text: string): TestsClaim | null {
  if (!SUBJECT_PART.test(text) || !GOOD_PART.test(text)) return null;
  // Run in place: to copy so long a pattern for each reply, as matchAll does, costs more than to run it.
  TESTS_CLAIM.lastIndex = 0;
  for (let match = TESTS_CLAIM.exec(text); match !== null; match = TESTS_CLAIM.exec(text)) {
    const [quote] = match;
    const { before, after, end } = sentenceAround(text, match.index, match.index + quote.length);
    if (end === "?" || HEDGE.test(`${before}${quote}${after}`) || OPENING_HEDGE.test(before)) continue;
    if (CLAUSE_HEDGE.test(before.split(CLAUSE_START).at(-1) as string)) continue;
    if (HEDGED_INSIDE.test(quote) && !NONE_FAILS_CLAIM.test(quote)) continue;
    if (countsFewer(`${before}${quote}${after}`)) continue;
    const software = SOFTWARE.test(`${before}${quote}`) ? "surely" : LIKELY_SOFTWARE.test(quote) ? "likely" : "unclear";
    return { quote, software, byHand: BY_HAND_CLAIM.test(quote), admitsFailures: admitsFailures(text) };
  }
  return null;
}
