import { recordsOf } from "@whileai/core";
import type { TraceStep } from "./trace-step.js";

const PATH_NAMES = new Set([
  "path",
  "file",
  "file_path",
  "filepath",
  "filename",
  "file_name",
  "target_file",
  "target_path",
  "notebook_path",
  "absolute_path",
]);
const CONTENT_NAMES = new Set([
  "content",
  "contents",
  "text",
  "file_text",
  "insert_text",
  "new_content",
  "new_str",
  "new_string",
  "new_source",
  "replacement",
  "code_edit",
  "patch",
  "diff",
  "body",
]);
const REPLACED_NAMES = new Set(["old_str", "old_string", "old_content", "old_source"]);
const COMMAND_NAMES = ["command", "cmd", "script", "shell", "code", "sql", "query", "statement", "args"] as const;
/** A changed file in a unified diff or in an `apply_patch` text. */
const PATCHED_FILE = /^(?:\+\+\+ (?:b\/)?|--- a\/|\*\*\* (?:Update|Add|Delete) File: )(\S.*)$/gmu;
const PATCH_MARK = /^(?:\+\+\+ |@@|\*\*\* Begin Patch)/mu;

/** What a call writes, and what it writes it in place of. */
export interface WrittenText {
  readonly added: string;
  readonly replaced: string;
}

/** The files a call names, in its arguments or in the patch it applies. */
export function pathsOf(step: TraceStep): string[] {
  const paths: string[] = [];
  for (const [name, value] of Object.entries(step.arguments))
    if (typeof value === "string" && value !== "" && PATH_NAMES.has(snakeCase(name))) paths.push(value);
  for (const patch of patchesOf(step)) for (const match of patch.matchAll(PATCHED_FILE)) paths.push(match[1] as string);
  return paths;
}

/** The texts a call would put into files. Of a patch only its added lines count. */
export function writtenTexts(step: TraceStep): WrittenText[] {
  const texts = [step.arguments, ...recordsOf(step.arguments.edits)].flatMap(contentsOf);
  if (step.rawArguments !== undefined && PATCH_MARK.test(step.rawArguments))
    texts.push({ added: step.rawArguments, replaced: "" });
  return texts.map((text) => (PATCH_MARK.test(text.added) ? patchLines(text.added) : text));
}

/** The command a call runs, or the code or query it sends; "" for none. */
export function commandOf(step: TraceStep): string {
  for (const name of COMMAND_NAMES) {
    const value = step.arguments[name];
    if (typeof value === "string" && value !== "") return value;
    if (Array.isArray(value)) return value.filter((part) => typeof part === "string").join(" ");
  }
  return step.rawArguments ?? "";
}

function contentsOf(from: Readonly<Record<string, unknown>>): WrittenText[] {
  const texts = (names: ReadonlySet<string>) =>
    Object.entries(from).flatMap(([name, value]) =>
      typeof value === "string" && names.has(snakeCase(name)) ? [value] : [],
    );
  const replaced = texts(REPLACED_NAMES).join("\n");
  return texts(CONTENT_NAMES).map((added) => ({ added, replaced }));
}

function patchesOf(step: TraceStep): string[] {
  const texts = ["patch", "diff", "input"].map((name) => step.arguments[name]);
  return [...texts, step.rawArguments].filter(
    (text): text is string => typeof text === "string" && PATCH_MARK.test(text),
  );
}

function patchLines(patch: string): WrittenText {
  const lines = patch.split("\n");
  const from = (sign: string) =>
    lines
      .filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3)))
      .map((line) => line.slice(1))
      .join("\n");
  return { added: from("+"), replaced: from("-") };
}

function snakeCase(name: string): string {
  return /[A-Z]/u.test(name) ? name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`) : name;
}
