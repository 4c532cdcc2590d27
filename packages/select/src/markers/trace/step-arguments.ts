import { recordsOf } from "@whileai/core";

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
  "new",
  "new_text",
  "new_code",
  "replace",
  "replace_with",
  "replacement",
  "code_edit",
  "patch",
  "diff",
  "body",
]);
const REPLACED_NAMES = new Set([
  "old_str",
  "old_string",
  "old_content",
  "old_source",
  "old",
  "old_text",
  "old_code",
  "search",
  "find",
]);
const COMMAND_NAMES = ["command", "cmd", "script", "shell", "code", "sql", "query", "statement", "args"] as const;
const PATCH_NAMES = ["patch", "diff", "input"] as const;
/** A changed file in a unified diff or in an `apply_patch` text. */
const PATCHED_FILE = /^(?:\+\+\+ (?:b\/)?|--- a\/|\*\*\* (?:Update|Add|Delete) File: )(\S.*)$/gmu;
const PATCH_MARK = /^(?:\+\+\+ |@@|\*\*\* Begin Patch)/mu;

/** What a call writes, and what it writes it in place of. */
export interface WrittenText {
  readonly added: string;
  readonly replaced: string;
}

/** What a tool was called with. */
export interface CallArguments {
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The arguments as text, where they are no JSON object. */
  readonly rawArguments?: string | undefined;
}

/** The files a call names, in its arguments or in the patch it applies. */
export function pathsOf(call: CallArguments): string[] {
  const paths: string[] = [];
  for (const name of Object.keys(call.arguments)) {
    if (!PATH_NAMES.has(snakeCase(name))) continue;
    const value = call.arguments[name];
    if (typeof value === "string" && value !== "") paths.push(value);
  }
  for (const patch of patchesOf(call)) for (const match of patch.matchAll(PATCHED_FILE)) paths.push(match[1] as string);
  return paths;
}

/** The texts a call would put into files. Of a patch only its added lines count. */
export function writtenTexts(call: CallArguments): WrittenText[] {
  const patches = patchesOf(call);
  const texts = [call.arguments, ...recordsOf(call.arguments.edits)].flatMap(contentsOf);
  return [...texts.filter(({ added }) => !patches.includes(added)), ...patches.map(patchLines)];
}

/** The command a call runs, or the code or query it sends; "" for none. */
export function commandOf(call: CallArguments): string {
  for (const name of COMMAND_NAMES) {
    const value = call.arguments[name];
    if (typeof value === "string" && value !== "") return value;
    if (Array.isArray(value)) return commandLine(value.filter((part) => typeof part === "string"));
  }
  return call.rawArguments ?? "";
}

/** The command line that a list of words makes. */
function commandLine(words: readonly string[]): string {
  return words.map((word) => (/[\s"';|&]/u.test(word) ? `"${word.replace(/["\\]/gu, "\\$&")}"` : word)).join(" ");
}

function contentsOf(from: Readonly<Record<string, unknown>>): WrittenText[] {
  const texts = (names: ReadonlySet<string>) =>
    Object.entries(from).flatMap(([name, value]) =>
      typeof value === "string" && names.has(snakeCase(name)) ? [value] : [],
    );
  const replaced = texts(REPLACED_NAMES).join("\n");
  return texts(CONTENT_NAMES).map((added) => ({ added, replaced }));
}

function patchesOf({ arguments: args, rawArguments }: CallArguments): string[] {
  const patches: string[] = [];
  for (const name of PATCH_NAMES) addPatch(args[name], patches);
  addPatch(rawArguments, patches);
  return patches;
}

function addPatch(text: unknown, to: string[]): void {
  if (typeof text === "string" && PATCH_MARK.test(text)) to.push(text);
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
  return /[A-Z]/.test(name) ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name;
}
