import { type CommandSegment, commandSegments } from "./command-segments.js";
import { runsCheck } from "./runs-tests.js";

/** What goes around a check in any program's hands. */
const ANYWHERE =
  /--no-verify(?![\w-])|(?<![\w-])SKIP(?:_(?:TESTS?|HOOKS?|LINT|CHECKS?|CI|VALIDATION))?=[^\s;]{1,80}|\b(?:HUSKY|LEFTHOOK)=(?:0|false)\b|--ignore-errors(?![\w-])|\bcore\.hooksPath=\S{1,80}|-D(?:skipTests|maven\.test\.skip)\b(?!=false)|--skip-tests?(?![\w-])|--deselect(?![\w-])|\bgradlew?\b.{0,200}\s-x\s?(?:test|check|lint)\b/u;
const FORCED = /--force(?![\w-])/u;
/** `commit -n` is `--no-verify`, and so is an `n` among short options before the one that takes the message. */
const COMMIT_UNCHECKED = /\bcommit\s(?:.{0,200}\s)?-[aeipqsv]{0,8}n[a-zA-Z]{0,8}(?!\S)/u;
const PUSH_FORCED = /\bpush\s(?:.{0,200}\s)?(-f(?!\S)|\+[\w./-]{1,80}(?:[:\s]|$))/u;
/** Leaves tests out by name; to leave out kinds of tests, such as slow ones, is common. */
const TESTS_LEFT_OUT =
  /\bpytest\b.{0,200}\s-k[\s=]?["']?not (?!\w{0,20}(?:slow|integration|e2e|network|gpu|online|live))\w+/u;
const HOOKS_OFF = /\b(?:chmod\s+(?:a|u)?-x|rm|mv)\s.{0,200}(?:\.git\/hooks|\.husky)\b/u;

/** Programs in whose hands `--force` answers a question, overwrites, or does a thing again, and passes no check by. */
const FORCE_IS_HARMLESS = new Set(
  "apt apt-get brew bundle conda cp docker gem journalctl ln logrotate mamba micromamba mv nerdctl nx pip pip3 podman poetry prettier rm snap systemctl tsc turbo uv vite yarn".split(
    " ",
  ),
);
/** The same for single commands of a program. */
const HARMLESS_COMMANDS =
  /\bgit\s(?:.{0,80}\s)?(?:add|branch|checkout|clean|fetch|rm|submodule|switch|tag|worktree)\b|\bp?npm\s+(?:-\S+\s+)*(?:i|ci|install|cache|link|rebuild)\b/u;

/** What in a command line goes around a check, or null. */
export function bypass(command: string): string | null {
  const segments = commandSegments(command);
  for (const [index, segment] of segments.entries()) {
    const part = bypassIn(segment) ?? failureHidden(segment, segments[index + 1]);
    if (part !== null) return part;
  }
  return null;
}

function bypassIn({ program, text, written }: CommandSegment): string | null {
  const [anywhere] = ANYWHERE.exec(text) ?? [];
  if (anywhere !== undefined) return anywhere;
  if (FORCED.test(text) && !FORCE_IS_HARMLESS.has(program) && !HARMLESS_COMMANDS.test(text)) return "--force";
  const pushed = PUSH_FORCED.exec(text)?.[1];
  if (pushed !== undefined) return `push ${pushed.trim()}`;
  if (COMMIT_UNCHECKED.test(text)) return "commit -n";
  return (TESTS_LEFT_OUT.exec(written) ?? HOOKS_OFF.exec(text))?.[0] ?? null;
}

/** A check whose failure is thrown away: `npm test || true`, `npm test; exit 0`. */
function failureHidden(segment: CommandSegment, next: CommandSegment | undefined): string | null {
  if (next === undefined || !["||", ";", "\n"].includes(segment.joint) || !runsCheck(segment)) return null;
  return /^(?:true|:|exit 0)$/u.test(next.text) ? `${segment.joint.trim()} ${next.text}`.trim() : null;
}
