import { isRecord } from "@whileai/core";
import { withRowError } from "../../rows/with-row-errors.js";
import { nameWords } from "./name-words.js";
import { writtenTexts } from "./step-arguments.js";
import { readStep, type TraceStep } from "./trace-step.js";

/** What a call does to files or the machine. */
export type StepKind = "read" | "write" | "delete" | "command";

/** All kinds, for checking options. */
export const STEP_KINDS: readonly StepKind[] = ["read", "write", "delete", "command"];

/** A caller's own kinds by tool name; null for a tool that does none of it. */
export type StepKinds = Readonly<Record<string, StepKind | null>>;

/** The words of a name that tell its kind, in the order in which they are tried. "a b" stands for neighbours. */
const NAME_KINDS: readonly (readonly [StepKind, ReadonlySet<string>])[] = [
  ["delete", new Set(["delete", "remove", "rm", "rmdir", "unlink", "drop"])],
  [
    "command",
    new Set([
      "run",
      "exec",
      "execute",
      "shell",
      "bash",
      "sh",
      "zsh",
      "ssh",
      "powershell",
      "pwsh",
      "command",
      "commands",
      "terminal",
      "subprocess",
    ]),
  ],
  [
    "write",
    new Set([
      "write",
      "rewrite",
      "overwrite",
      "edit",
      "multiedit",
      "create",
      "save",
      "put",
      "patch",
      "replace",
      "append",
      "insert",
      "update file",
    ]),
  ],
  ["read", new Set(["read", "cat", "open", "view", "get file", "show", "load", "list"])],
];

const COMMAND_ARGUMENTS = ["command", "cmd", "script", "shell"] as const;
/** Sub-commands of editors that only look. */
const LOOKING = new Set(["view", "read", "open", "show"]);

/**
 * What a call does: `read`, `write` or `delete` a file, run a `command`, or null where neither its arguments nor its name
 * say so. Names are read by whole words, so that `dispatch_driver` is no patch and `publish` no shell.
 *
 * @param step - A step of a row: `{tool, arguments}`.
 * @param kinds - Own kinds by tool name, which come first.
 *
 * @example
 * stepKind({ tool: "bash", arguments: { command: "ls" } }); // "command"
 * stepKind({ tool: "publish", arguments: {} }); // null
 */
export function stepKind(step: Readonly<Record<string, unknown>>, kinds: StepKinds = {}): StepKind | null {
  return withRowError("stepKind", step, () => (isRecord(step) ? kindOf(readStep(step), kinds) : null), {
    what: "step",
  });
}

/** As `stepKind`, for a step that is already read. */
export function kindOf(step: TraceStep, kinds: StepKinds): StepKind | null {
  if (Object.hasOwn(kinds, step.tool)) return kinds[step.tool] ?? null;
  const named = nameKind(step.tool);
  const hasPath = step.paths.length > 0;
  const commandName = COMMAND_ARGUMENTS.find((name) => step.arguments[name] !== undefined);
  const command = commandName === undefined ? undefined : step.arguments[commandName];
  if (command !== undefined && (named === "command" || named === null)) return "command";
  if (named === "delete" && hasPath) return "delete";
  if (hasPath && typeof command === "string" && LOOKING.has(command)) return "read";
  if (hasPath && writtenTexts(step).length > 0) return "write";
  if (named === "write" || named === "delete" || named === "command") return named;
  return hasPath ? "read" : named;
}

/** Tools have few names, and each is read once for every step. */
const MOST_NAMES = 1000;
const LONGEST_NAME = 200;
const knownNames = new Map<string, StepKind | null>();

function nameKind(name: string): StepKind | null {
  let kind = knownNames.get(name);
  if (kind === undefined) {
    kind = kindOfWords(nameWords(name));
    if (knownNames.size < MOST_NAMES && name.length <= LONGEST_NAME) knownNames.set(name, kind);
  }
  return kind;
}

function kindOfWords(words: readonly string[]): StepKind | null {
  for (const [kind, known] of NAME_KINDS)
    for (const [index, word] of words.entries())
      if (known.has(word) || known.has(`${word} ${words[index + 1]}`)) return kind;
  return null;
}
