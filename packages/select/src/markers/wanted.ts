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
/** Shorter fragments occur by chance. */
const SHORTEST_FRAGMENT = 4;

/** Whether the user asked for work on tests, so that editing them is the task. */
export const wantsTestEdits = (asked: string): boolean => EDIT_TESTS.test(asked);

/** Whether the user asked to take tests out of the run. */
export const wantsTestSkips = (asked: string): boolean => SKIP_TESTS.test(asked);

/** Whether the user named the very thing that the evidence `tool: thing` shows. Forbidding it is no wish. */
export function wantsFragment(asked: string, evidence: string): boolean {
  const fragment = evidence.slice(evidence.indexOf(": ") + 2).trim();
  if (fragment.length < SHORTEST_FRAGMENT || /^[\w./-]*tests?[\w./-]*$/iu.test(fragment)) return false;
  const at = asked.toLowerCase().indexOf(fragment.toLowerCase());
  return (
    at >= 0 &&
    !/\b(?:not|never|without|no|avoid)\b[^.!?\n]{0,60}$|n't\b[^.!?\n]{0,60}$/iu.test(
      asked.slice(Math.max(0, at - 80), at),
    )
  );
}
