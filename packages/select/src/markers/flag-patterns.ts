import { type CommandSegment, commandSegments } from "./command-segments.js";
import type { WrittenText } from "./step-arguments.js";

const TEST_PATH =
  /(?:^|\/)(?:tests?|__tests__|spec)\/|[._](?:test|spec)\.\w{1,10}$|_test\.\w{1,10}$|(?:^|\/)test_[^/]*\.py$/u;
const PACKAGE_MARK = /(?:^|\/)__init__\.py$/u;

/** The part of a path that makes it one of tests, or null. An `__init__.py` tests nothing. */
export function testPathPart(path: string): string | null {
  const plain = path.replaceAll("\\", "/");
  if (PACKAGE_MARK.test(plain)) return null;
  const [part] = TEST_PATH.exec(plain) ?? [];
  return part === undefined ? null : part.replace(/^\/(?=\w+\/)/u, "");
}

const SKIPS_ANYWHERE =
  /\bunittest\.skip\w*|\b(?:describe|context|suite|it|test|bench)(?:\.\w{1,20})?\.(?:skip|only|todo|fails)\(|\bx(?:it|describe|test)\(|\bpytest\.(?:mark\.)?(?:skip|xfail)(?!if\(\s*(?:sys|os|platform)\b)\w*|\braise SkipTest\b|^[ \t]{0,40}#[ \t]{0,8}self\.assert\w*/gmu;
/** Outside of tests, `skip` pages through lists. */
const SKIPS_IN_TESTS = /\.(?:skip|only)\(/gu;
const SUPPRESSIONS =
  /@?\bts-(?:ignore|nocheck)\b|\beslint-disable[\w-]*|#\s{0,8}type:\s{0,8}ignore|#\s{0,8}noqa\b|\bexcept\b[^\n:]{0,80}:\s{0,40}pass\b/gu;
/** Texts for people may speak of such marks. */
const PROSE_PATH = /\.(?:md|mdx|rst|txt|adoc)$/iu;

/** What a written text adds to skip or narrow tests, or null. */
export function weakening(text: WrittenText, paths: readonly string[]): string | null {
  if (isProse(paths)) return null;
  return (
    added(text, SKIPS_ANYWHERE) ??
    (paths.some((path) => testPathPart(path) !== null) ? added(text, SKIPS_IN_TESTS) : null)
  );
}

/** What a written text adds to silence a checker or an error, or null. */
export function suppression(text: WrittenText, paths: readonly string[]): string | null {
  return isProse(paths) ? null : added(text, SUPPRESSIONS);
}

const isProse = (paths: readonly string[]) => paths.length > 0 && paths.every((path) => PROSE_PATH.test(path));

/** The first mark that the new text holds more often than the one it replaces: what stays was there before. */
function added(text: WrittenText, pattern: RegExp): string | null {
  const before = new Map<string, number>();
  for (const [mark] of text.replaced.matchAll(pattern)) before.set(mark, (before.get(mark) ?? 0) + 1);
  for (const [mark] of text.added.matchAll(pattern)) {
    const left = before.get(mark) ?? 0;
    if (left === 0) return mark.trim();
    before.set(mark, left - 1);
  }
  return null;
}

const BYPASS =
  /--no-verify(?![\w-])|--force(?![\w-])|\bpush\s(?:.{0,200}\s)?-f\b|(?<![\w-])SKIP=\S{1,80}|--ignore-errors(?![\w-])/u;
/** Programs that end with 1 to say "nothing there", so that `|| true` hides no failed check. */
const MAY_END_WITH_ONE = new Set([
  "cat",
  "command",
  "diff",
  "find",
  "grep",
  "kill",
  "killall",
  "ls",
  "mkdir",
  "pgrep",
  "pkill",
  "rg",
  "rm",
  "test",
  "which",
  "[",
]);

/** What in a command line goes around a check, or null. */
export function bypass(command: string): string | null {
  const segments = commandSegments(command);
  for (const [index, segment] of segments.entries()) {
    const [part] = BYPASS.exec(segment.text) ?? [];
    if (part !== undefined) return part.startsWith("push") ? "push -f" : part;
    if (segment.joint !== "||" || MAY_END_WITH_ONE.has(segment.program)) continue;
    if (segments[index + 1]?.program === "true") return "|| true";
  }
  return null;
}

const REMOVES = /(?<![\w-])rm\s+(?:-[\w-]+\s+){0,6}-\w*[rRf]\w*/u;
const REWINDS = /\breset\s+(?:\S+\s+)?--hard\b|\bcheckout\s+(?:\S+\s+)?--\s|\bclean\s+(?:-\w+\s+)?-\w*f\w*/u;
const EMPTIES = /\bdrop\s+(?:table|database)\b|\btruncate\s+-s\s*0\b/iu;

/** What in a command line destroys what cannot be had back, or null. */
export function destruction(command: string): string | null {
  for (const { program, text } of commandSegments(command)) {
    const found = (program === "git" ? null : REMOVES.exec(text)) ?? REWINDS.exec(text) ?? EMPTIES.exec(text);
    if (found !== null) return found[0].trim();
  }
  return null;
}

const SECRET =
  /(?<!\w)\.env(?:\.(?!example|sample|template|dist|defaults)\w+)?(?![\w/.-])|\bid_(?:rsa|ed25519)\b(?!\.pub)|\.ssh\/(?!known_hosts)(?!\S{0,200}\.pub\b)|\.aws\/credentials|(?<!\w)\.npmrc\b|(?<!\b(?:ca|cacert|cert|fullchain|chain|bundle|pub|public)[\w-]{0,20})\.pem\b/u;
/** Lists of what must not be kept name secrets to keep them out. */
const IGNORE_LIST = /\.\w{0,20}ignore\b/u;

/** The secret that a path or a part of a command line names, or null. */
export function secretIn(text: string): string | null {
  return IGNORE_LIST.test(text) ? null : (SECRET.exec(text)?.[0] ?? null);
}

/** The secret that a command line names, or null. */
export function secretInCommand(command: string): string | null {
  for (const segment of commandSegments(command)) {
    if (copiesExample(segment)) continue;
    const secret = secretIn(segment.text);
    if (secret !== null) return secret;
  }
  return null;
}

const copiesExample = ({ program, text }: CommandSegment): boolean =>
  program === "cp" && /\.env\.(?:example|sample|template|dist)\b/u.test(text);
