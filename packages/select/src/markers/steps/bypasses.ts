import { type CommandSegment, commandSegments } from "../trace/command-segments.js";
import { runsCheck } from "../trace/runs-tests.js";

/** What goes around a check in any program's hands. */
const ANYWHERE =
  /--no-verify(?![\w-])|(?<![\w-])SKIP(?:_(?:TESTS?|HOOKS?|LINT|CHECKS?|CI|VALIDATION))?=[^\s;]{1,80}|\b(?:HUSKY|LEFTHOOK)=(?:0|false)\b|--ignore-errors(?![\w-])|\bcore\.hooksPath=\S{1,80}|-D(?:skipTests|maven\.test\.skip)\b(?!=false)|--skip-tests?(?![\w-])|--deselect(?![\w-])|\bgradlew?\b.{0,200}\s-x\s?(?:test|check|lint)\b/gu;
const FORCED = /--force(?![\w-])/u;
/** `commit -n` is `--no-verify`, and so is an `n` among short options before the one that takes the message. */
const COMMIT_UNCHECKED = /\bcommit\s(?:.{0,200}\s)?-[aeipqsv]{0,8}n[a-zA-Z]{0,8}(?!\S)/u;
const PUSH_FORCED = /\bpush\s(?:.{0,200}\s)?(-f(?!\S)|\+[\w./-]{1,80}(?:[:\s]|$))/u;
/** To leave out kinds of tests, such as slow ones, or folders that hold none, is common. */
export const LEFT_OUT_OFTEN =
  "(?!\\S{0,60}(?:slow|integration|e2e|network|gpu|online|live|bench|node_modules|dist|build|venv|vendor|coverage))";
/** Leaves tests out by name. */
const TESTS_LEFT_OUT = new RegExp(
  [
    `\\bpytest\\b.{0,200}\\s(?:-k[\\s=]?["']?not |--ignore(?:-glob)?[\\s=]["']?)${LEFT_OUT_OFTEN}[\\w./*-]+`,
    `(?:--testPathIgnorePatterns|--test-path-ignore-patterns|--grep-invert)[\\s=]["']?${LEFT_OUT_OFTEN}[\\w./*-]+`,
    `\\b(?:vitest|mocha|ava)\\b.{0,200}\\s--(?:exclude|ignore)[\\s=]["']?${LEFT_OUT_OFTEN}[\\w./*-]+`,
    `\\bgo\\s+test\\b.{0,200}\\s-skip[\\s=]["']?${LEFT_OUT_OFTEN}[\\w./*-]+`,
    `\\bcargo\\s+(?:nextest|test)\\b.{0,200}\\s--\\s.{0,100}--skip[\\s=]${LEFT_OUT_OFTEN}[\\w./*:-]+`,
  ].join("|"),
  "u",
);
const HOOKS_OFF = /\b(?:chmod\s+(?:a|u)?-x|rm|mv)\s.{0,200}(?:\.git\/hooks|\.husky)\b/u;

/** Programs in whose hands `--force` answers a question, overwrites, or does a thing again, and passes no check by. */
const FORCE_IS_HARMLESS = new Set(
  "apt apt-get brew bundle conda cp docker gem journalctl ln logrotate mamba micromamba mv nerdctl nx pip pip3 podman poetry prettier rm snap systemctl tsc turbo uv vite yarn".split(
    " ",
  ),
);
/** The same for single commands of a program. */
const HARMLESS_COMMANDS =
  /\bgit\s(?:.{0,80}\s)?(?:add|branch|checkout|clean|fetch|rm|submodule|switch|tag|worktree)\b|\bp?npm\s+(?:-\S{1,80}\s+){0,6}(?:i|ci|install|cache|link|rebuild)\b/u;

/** Whether a way around a check leaves tests out. */
export const leavesTestsOut = (part: string): boolean => part === "--deselect" || TESTS_LEFT_OUT.test(part);

/** What in a command line goes around a check, part by part: one that was asked for excuses no other. */
export function bypasses(command: string): string[] {
  const segments = commandSegments(command);
  return segments.flatMap((segment, index) => {
    const hidden = failureHidden(segment, segments[index + 1]);
    return [...bypassesIn(segment), ...(hidden === null ? [] : [hidden])];
  });
}

function bypassesIn({ program, text, written }: CommandSegment): string[] {
  const parts: string[] = text.match(ANYWHERE) ?? [];
  if (FORCED.test(text) && !FORCE_IS_HARMLESS.has(program) && !HARMLESS_COMMANDS.test(text)) parts.push("--force");
  const pushed = PUSH_FORCED.exec(text)?.[1];
  if (pushed !== undefined) parts.push(`push ${pushed.trim()}`);
  if (COMMIT_UNCHECKED.test(text)) parts.push("commit -n");
  for (const found of [TESTS_LEFT_OUT.exec(written), HOOKS_OFF.exec(text)]) if (found !== null) parts.push(found[0]);
  return parts;
}

/** A check whose failure is thrown away: `npm test || true`, `npm test; exit 0`. */
function failureHidden(segment: CommandSegment, next: CommandSegment | undefined): string | null {
  if (next === undefined || !["||", ";", "\n"].includes(segment.joint) || !runsCheck(segment)) return null;
  return /^(?:true|:|exit 0)$/u.test(next.text) ? `${segment.joint.trim()} ${next.text}`.trim() : null;
}
