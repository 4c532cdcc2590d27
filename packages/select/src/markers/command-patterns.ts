import { type CommandSegment, commandSegments } from "./command-segments.js";

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

/** Whether the last program of a command line is one that may end with 1 though nothing went wrong. */
export function endsWithOne(command: string): boolean {
  const last = commandSegments(command).at(-1);
  return last !== undefined && MAY_END_WITH_ONE.has(last.program);
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
