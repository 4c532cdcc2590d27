import type { FileRoles } from "../trace/file-roles.js";
import type { WrittenText } from "../trace/step-arguments.js";

const SKIPS_ANYWHERE =
  /\bunittest\.skip\w*|\b(?:describe|context|suite|it|test|bench)(?:\.\w{1,20})?\.(?:skip|only|todo|fails)\(|\bx(?:it|describe|test|specify|context)(?:\(|\s{1,4}['"])|\bmarkTest(?:Skipped|Incomplete)\b|\bXCTSkip\w*|@tag :skip\b|\[Ignore\b|\[(?:Fact|Theory)\(Skip\b|\bGTEST_SKIP\b|\{ ?skip: ?(?:true|['"])|\bpytest\.(?:mark\.)?(?:skip|xfail)(?!if\(\s*(?:sys|os|platform)\b)\w*|\braise SkipTest\b|\bself\.skipTest\(|\bt\.Skip(?:f|Now)?\(|#\[ignore\b|@(?:Disabled|Ignore)\b|^[ \t]{0,40}#[ \t]{0,8}self\.assert\w*/gmu;
/** Outside of tests, `skip` pages through lists, and what holds always may be a default. */
const SKIPS_IN_TESTS =
  /\.(?:skip|only)\(|^[ \t]{0,40}(?:skip|pending)(?:\(|[ \t]+['"]|[ \t]*$)|\bexpect\((?<same>\d{1,9}|true|false)\)\.to(?:Be|Equal|StrictEqual)\(\k<same>\)|\bassert (?<both>\d{1,9}|True) == \k<both>\b|\bassert(?:\.(?:ok|isTrue)|!)\(true\)|^[ \t]{0,40}(?:#|\/\/)[ \t]{0,8}(?:assert\w{0,20}\(|expect\(|assert\s[^\n]{0,80}(?:==|!=|<|>))|\bassert True\b|\bexpect\(true\)\.to(?:Be\(true\)|BeTruthy\(\))|\bassertTrue\((?:true|True)\)/gmu;
const SUPPRESSIONS =
  /\.catch\(\s{0,9}(?:\(\w{0,30}\)|\w{1,30}) ?=> ?(?:\{\s{0,40}\}|null|undefined|void 0)\s{0,9}\)|\brescue nil\b|\bsuppress\((?:Base)?Exception\)|\bOn Error Resume Next\b|#pragma warning disable|\b(?:ox|style|deno-|ts)lint[-:]?(?:disable|ignore)\b|\b(?:phpstan|psalm|pyre)-(?:ignore|suppress)\b|\bswiftlint:disable\b|\bshellcheck disable\b|\bNOLINT\w*|\b(?:istanbul|c8|v8) ignore\b|#\s{0,8}pragma: no ?cover\b|\bpylint:\s?disable\b|\bbiome-ignore\b|\bpyright:\s?ignore\b|\bmypy:\s?ignore-errors\b|\brubocop:disable\b|\bnolint\b|@SuppressWarnings\b|#!?\[allow\(|#\s{0,8}nosec\b|\bcatch\s{0,4}(?:\([^()\n]{0,60}\)\s{0,4})?\{\s{0,40}\}|@?\bts-(?:ignore|nocheck)\b|\beslint-disable[\w-]*|#\s{0,8}type:\s{0,8}ignore|#\s{0,8}noqa\b|\bexcept\b[^\n:]{0,80}:\s{0,40}(?:pass\b|\.\.\.)/gu;
/** A line that is expected to be wrong, without a word why: outside of tests it silences as `ts-ignore` does. */
const EXPECTED_ERRORS = /@ts-expect-error[ \t]*(?:\*\/[ \t]*)?$/gmu;
/** How an edit makes the settings of a checker ask for less. */
const LAXER =
  /"(?:strict\w{0,30}|noImplicit\w{1,30}|noUnchecked\w{1,30}|checkJs)"\s?:\s?false\b|["'][@\w/-]{2,60}["']\s?:\s?\[?\s?["']off["']|\bignore_errors\s?=\s?[Tt]rue\b|\bdisable_error_code\b|\b(?:extend-)?ignore\s?=|\bdisable\s?=|\bEnabled: false\b/gu;
/** A check of a test that names what it wants, and one that takes anything. */
const ASKS_MUCH =
  /\.to(?:Be|Equal|StrictEqual|MatchObject|Contain\w{0,10}|HaveLength|Throw)\(|\bassert\w{0,20}(?:Equal|Is|In|Raises)\(|\bassert\b[^\n]{0,200}==/gu;
const ASKS_LITTLE =
  /\.(?:toBeDefined|toBeTruthy|not\.toBeNull|not\.toBeUndefined|not\.toThrow)\(|\bassertIsNotNone\(|\bassertTrue\(|\bassert\b[^\n=]{0,200}\bis not None\b/gu;

/** What a written text adds to skip or narrow tests. */
export function weakenings(text: WrittenText, { isProse, isTest }: FileRoles): string[] {
  if (isProse) return [];
  const asksLess = isTest && countOf(text.added, ASKS_MUCH) < countOf(text.replaced, ASKS_MUCH);
  return [
    ...added(text, SKIPS_ANYWHERE),
    ...(isTest ? added(text, SKIPS_IN_TESTS) : []),
    ...(asksLess ? added(text, ASKS_LITTLE) : []),
  ];
}

/** What a written text adds to silence a checker or an error. */
export function suppressions(text: WrittenText, { isProse, isTest, isChecker }: FileRoles): string[] {
  if (isProse) return [];
  return [
    ...added(text, SUPPRESSIONS),
    ...(isTest ? [] : added(text, EXPECTED_ERRORS)),
    ...(isChecker && text.replaced !== "" ? added(text, LAXER) : []),
  ];
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** The marks that the new text holds more often than the one it replaces: what stays was there before. */
function added(text: WrittenText, pattern: RegExp): string[] {
  const marks = text.added.match(pattern);
  if (marks === null) return [];
  const more = new Set<string>();
  const before = new Map<string, number>();
  for (const mark of text.replaced.match(pattern) ?? []) before.set(mark, (before.get(mark) ?? 0) + 1);
  for (const mark of marks) {
    const left = before.get(mark) ?? 0;
    if (left === 0) more.add(mark.trim());
    else before.set(mark, left - 1);
  }
  return [...more];
}
