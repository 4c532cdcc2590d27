import { type CommandSegment, commandSegments } from "./command-segments.js";
import { nameWords } from "./name-words.js";
import { commandOf } from "./step-arguments.js";
import type { StepKind } from "./step-kind.js";
import type { TraceStep } from "./trace-step.js";

/** Words of names that look something up. */
const READING = new Set([
  "analyze",
  "balance",
  "browse",
  "calculate",
  "calculator",
  "check",
  "compare",
  "compute",
  "count",
  "describe",
  "details",
  "estimate",
  "fetch",
  "find",
  "get",
  "glob",
  "grep",
  "history",
  "info",
  "inspect",
  "list",
  "load",
  "look",
  "lookup",
  "ls",
  "query",
  "read",
  "retrieve",
  "search",
  "select",
  "show",
  "status",
  "think",
  "time",
  "track",
  "validate",
  "verify",
  "view",
  "weather",
]);
/** Words of names that change something, whatever else the name says. */
const CHANGING = new Set([
  "accept",
  "activate",
  "add",
  "append",
  "apply",
  "approve",
  "archive",
  "assign",
  "attach",
  "book",
  "cancel",
  "charge",
  "close",
  "configure",
  "create",
  "credit",
  "deactivate",
  "delete",
  "deploy",
  "detach",
  "disable",
  "dispatch",
  "edit",
  "enable",
  "encrypt",
  "freeze",
  "grant",
  "insert",
  "install",
  "invite",
  "issue",
  "make",
  "merge",
  "modify",
  "move",
  "open",
  "overwrite",
  "pay",
  "place",
  "post",
  "promote",
  "provision",
  "publish",
  "put",
  "refund",
  "register",
  "remove",
  "rename",
  "replace",
  "reschedule",
  "reserve",
  "reset",
  "restart",
  "restore",
  "return",
  "revoke",
  "rollback",
  "rotate",
  "save",
  "schedule",
  "send",
  "set",
  "submit",
  "subscribe",
  "transfer",
  "unblock",
  "uninstall",
  "unlock",
  "unsubscribe",
  "update",
  "upload",
  "upsert",
  "write",
]);
const OPENED_TO_READ = new Set(["browser", "document", "file", "link", "page", "tab", "url", "website"]);
/** Programs that only look, unless something sends their output to a file. */
const LOOKING = new Set([
  "",
  "ag",
  "basename",
  "cat",
  "cd",
  "cmp",
  "column",
  "comm",
  "cut",
  "date",
  "df",
  "diff",
  "dig",
  "dirname",
  "du",
  "echo",
  "env",
  "false",
  "file",
  "find",
  "free",
  "grep",
  "head",
  "hostname",
  "id",
  "jq",
  "less",
  "ls",
  "lsof",
  "md5sum",
  "more",
  "netstat",
  "nl",
  "nslookup",
  "ping",
  "printf",
  "ps",
  "pwd",
  "readlink",
  "realpath",
  "rg",
  "sha256sum",
  "sleep",
  "sort",
  "ss",
  "stat",
  "strings",
  "tail",
  "test",
  "tree",
  "true",
  "tsc",
  "type",
  "uname",
  "uniq",
  "uptime",
  "wc",
  "which",
  "whoami",
]);
/** The same for programs that also check code, unless they are told to mend or to write. */
const CHECKING = new Set(["flake8", "jest", "mocha", "mypy", "pyright", "pytest", "vitest"]);
const MENDS =
  /\s(?:-u|--(?:fix|(?:snapshot-)?update\w*|write|inline-snapshot|force-regen)|-\w{0,6}i(?:\.\w{1,8})?|--in-place)(?![\w-])/u;
/** Commands that look, of programs that do much else. */
const COMMANDS_LOOK =
  /^\s*(?:sudo\s+)?(?:(?:kubectl|oc)\s+(?:get|describe|logs?|top|explain|version)|(?:docker|podman)\s+(?:ps|images|inspect|logs|stats|version)|helm\s+(?:list|ls|status|get|history)|terraform\s+(?:plan|show|output|validate)|systemctl\s+(?:status|is-\w+|list-\w+|show)|(?:npm|pnpm|yarn)\s+(?:ls|list|view|info|outdated|audit(?!\s+fix))|pip3?\s+(?:list|show|freeze|check)|gh\s+\w+\s+(?:view|list|status|checks|diff)|aws\s+\S+\s+(?:ls|list\S*|describe\S*|get\S*)|gcloud\s.{0,80}\s(?:list|describe))(?!\S)/u;
/** A branch or a remote that is named is made or changed, unless an option lists. */
const GIT_LOOKS =
  /^\s*git\s+(?:-(?:[cC]\s+\S+|(?![cC]\s)\S+)\s+){0,12}(?:(?:status|diff|log|show|blame|grep|ls-files|rev-parse)\b|branch(?:\s*$|\s+(?:-[avlr]{1,3}|--(?:list|all|remotes|show-current|contains|merged|no-merged|sort))(?![\w-]))|remote(?:\s*$|\s+(?:-v|show|get-url)(?![\w-])))/u;
/** Into a file, by redirection or by an option of a program that otherwise looks. */
const TO_FILE =
  /(?<![0-9&<=-])>{1,2}(?!&|\s*\/dev\/null|=)|\s-(?:delete|exec)\b|^\s*(?:sort|tree)\s(?:.{0,200}\s)?(?:-o|--output=)|^\s*(?:npx\s+)?tsc\s(?:.{0,200}\s)?--out(?:Dir|File)\b|^\s*terraform\s+plan\s(?:.{0,200}\s)?--?out[\s=]|^\s*git\s.{0,200}\s--output=/u;

/**
 * Whether a call can have changed anything: what writes, deletes or has a verb of change in its name; a command whose
 * programs do more than look; and any tool whose name does not say that it only reads.
 */
export function changesState(step: TraceStep, kind: StepKind | null): boolean {
  if (kind === "write" || kind === "delete") return true;
  if (kind === "command") {
    const segments = commandSegments(commandOf(step));
    return segments.length === 0 || segments.some((segment) => !onlyLooks(segment));
  }
  const words = nameWords(step.tool);
  if (words.some((word) => CHANGING.has(word))) return !(words.includes("open") && opensToRead(step, words));
  return kind !== "read" && !words.some((word) => READING.has(word));
}

/** A file or a page is opened to be read, a ticket to be there. */
function opensToRead(step: TraceStep, words: readonly string[]): boolean {
  return step.paths.length > 0 || words.some((word) => OPENED_TO_READ.has(word));
}

/** Whether a program of a command line only looks. */
function onlyLooks({ program, text }: CommandSegment): boolean {
  if (TO_FILE.test(text)) return false;
  if (CHECKING.has(program) || program === "sed") return !MENDS.test(text);
  return LOOKING.has(program) || COMMANDS_LOOK.test(text) || (program === "git" && GIT_LOOKS.test(text));
}
