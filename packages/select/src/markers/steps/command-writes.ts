import { type CommandSegment, commandSegments } from "../trace/command-segments.js";
import type { WrittenText } from "../trace/step-arguments.js";

/** What a command line does to files. */
export interface CommandWrites {
  /** The files that it writes, moves or deletes. */
  readonly paths: readonly string[];
  readonly texts: readonly WrittenText[];
}

/** Each file that the output of a program goes to. */
const REDIRECTED = /(?<![0-9&<=-])>{1,2}\s?(?!&)([^\s&;|<>()'"]{1,300})/gu;
const EDITS_IN_PLACE = /^(?:sed|perl|ruby)\b.{0,200}?\s-(?:i\b|\w{0,6}i(?:\.\w{1,8})?\s|-in-place)/u;
const TAKES_AWAY = /^(?:rm|unlink|mv|truncate|git\s+(?:rm|mv))\s/u;
/** One replacement of an editor for streams, and a line that it puts in. */
const REPLACEMENT = /\bs([/|#,@])((?:\\.|(?!\1)[^\\\n])*)\1((?:\\.|(?!\1)[^\\\n])*)\1/gu;
const PUT_IN = /["'](?:\d{1,6}|\$|\/[^/\n]{1,200}\/)[iac]\\?\s?([^\n]{1,400})/gu;
/** Files that a script opens to write. */
const SCRIPTED =
  /\bopen\(\s{0,9}["']([^"'\n]{1,300})["']\s{0,9},\s{0,9}["'][wa]|\bwriteFile(?:Sync)?\(\s{0,9}["']([^"'\n]{1,300})["']|\bPath\(["']([^"'\n]{1,300})["']\)\.write_/gu;
/** Files that tests leave behind. */
const LEFT_BEHIND = /__pycache__|\.(?:pyc|log|txt|out|tmp|xml|json|snap)$/u;

/** The files that a command line writes, and what it writes where that can be read. */
export function commandWrites(command: string): CommandWrites {
  const paths: string[] = [];
  const texts: WrittenText[] = [];
  for (const segment of commandSegments(command)) {
    const own = pathsOf(segment);
    paths.push(...own.filter((path) => !LEFT_BEHIND.test(path)));
    if (own.length > 0) texts.push(...textsOf(segment));
  }
  return { paths, texts };
}

function pathsOf({ program, text, written, input }: CommandSegment): string[] {
  const paths = text.includes(">") ? Array.from(text.matchAll(REDIRECTED), ([, path]) => path as string) : [];
  if (/^(?:python|node)/u.test(program))
    for (const [, ...named] of `${written}\n${input}`.matchAll(SCRIPTED)) paths.push(...named.filter(Boolean));
  const plain = written.replace(/^sudo\s+/u, "");
  if (EDITS_IN_PLACE.test(plain) || TAKES_AWAY.test(plain)) paths.push(...argumentsOf(text));
  else if (program === "tee") paths.push(...argumentsOf(text));
  else if (program === "cp") paths.push(...argumentsOf(text).slice(-1));
  return paths;
}

function argumentsOf(text: string): string[] {
  return text
    .split(/\s+/u)
    .slice(1)
    .map((word) => word.replace(/^["']|["']$/gu, ""))
    .filter((word) => word !== "" && !word.startsWith("-"));
}

function textsOf({ written, input }: CommandSegment): WrittenText[] {
  if (input !== "") return [{ added: input, replaced: "" }];
  if (!/^(?:sudo\s+)?(?:sed|perl|ruby)\b/u.test(written)) return [{ added: written, replaced: "" }];
  const replaced = Array.from(written.matchAll(REPLACEMENT), ([, , from, to]) => ({
    added: to as string,
    replaced: from as string,
  }));
  const putIn = Array.from(written.matchAll(PUT_IN), ([, added]) => ({ added: added as string, replaced: "" }));
  return [...replaced, ...putIn];
}
