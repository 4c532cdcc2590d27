import { revealedCommands } from "./revealed-commands.js";

/** One program of a command line. */
export interface CommandSegment {
  /** The program's name without its folder; "" where there is none. */
  readonly program: string;
  /** What runs: the segment as it was written, or without quoted texts where the program only says or stores them. */
  readonly text: string;
  /** The segment as it was written. */
  readonly written: string;
  /** What joins it to the next segment, such as `||`. */
  readonly joint: string;
  /** The here-document that it is given; "" for none. */
  readonly input: string;
}

/** Commands longer than this are read up to here. */
const LONGEST_COMMAND = 20_000;
/** How deep shells inside shells are read. */
const DEEPEST = 3;
const TOKENS = /'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|\|\||&&|[;|\n]|&(?![>&])|[^'"\\;|&\n]+|[\s\S]/gu;
const HERE_DOCUMENT = /<<-?\s?(['"]?)([A-Za-z_]\w{0,40})\1([^\n]{0,1000})\n/u;
/** Programs whose quoted arguments are texts and run nothing. */
const SAYS = new Set(["echo", "printf", "grep", "rg", "ag", "git", "gh", "sed", "awk"]);
/** Programs whose quoted arguments and here-documents are command lines. */
const SHELLS = new Set(["bash", "sh", "zsh", "dash", "eval", "ssh"]);
/** Words before the program that are part of no command, or only start it. */
const LEADING =
  /^(?:\s|[A-Za-z_]\w*=\S*\s|(?:sudo|time|nohup|command(?!\s+-)|env|exec|then|do|else|export|\(|\{|!|npx(?:\s+(?:-y|--yes))?|bunx|pnpm\s+(?:exec|dlx)|(?:uv|poetry)\s+run|python3?\s+-m)\s)+/u;

/**
 * The programs of a command line, in order, with those that a shell inside it is given. Quoted separators part nothing.
 *
 * @example
 * commandSegments("cd app && npm test || true").map(({ program }) => program); // ["cd", "npm", "true"]
 * commandSegments("bash -c 'npm test || true'").map(({ program }) => program); // ["bash", "npm", "true"]
 */
export function commandSegments(command: string): readonly CommandSegment[] {
  if (command !== last?.command) last = { command, segments: segmentsOf(command.slice(0, LONGEST_COMMAND), 0) };
  return last.segments;
}

/** The command that was read last: each is read for one flag after the other. */
let last: { readonly command: string; readonly segments: readonly CommandSegment[] } | undefined;

function segmentsOf(command: string, depth: number): CommandSegment[] {
  const { rest, bodies } = withoutHereDocuments(command);
  const segments: CommandSegment[] = [];
  let written = "";
  let bare = "";
  let quoted: string[] = [];
  const close = (joint: string) => {
    if (written.trim() !== "") {
      const program = programOf(written);
      const isShell = SHELLS.has(program);
      const text = (isShell || SAYS.has(program) ? bare : written).trim();
      const input = written.includes("<<") ? (bodies.shift() ?? "") : "";
      const nested = isShell && depth < DEEPEST ? [...quoted.map(unquoted), input] : [];
      const inner = nested.flatMap((line) => segmentsOf(line, depth + 1));
      const own = { program, text, written: written.trim(), input };
      const last = inner.pop();
      if (last === undefined) segments.push({ ...own, joint });
      else segments.push({ ...own, joint: "" }, ...inner, { ...last, joint });
    }
    written = "";
    bare = "";
    quoted = [];
  };
  for (const [token] of rest.matchAll(TOKENS)) {
    if (token === "||" || token === "&&" || /^[;|\n&]$/u.test(token)) close(token);
    else {
      const isQuoted = token.length > 1 && /^['"]/u.test(token);
      written += token;
      bare += isQuoted ? "''" : token;
      if (isQuoted) quoted.push(token);
    }
  }
  close("");
  if (depth < DEEPEST) for (const hidden of revealedCommands(rest)) segments.push(...segmentsOf(hidden, depth + 1));
  return segments;
}

function programOf(text: string): string {
  const start = text.replace(LEADING, "");
  const word = /^["']?([^\s"']{1,200})/u.exec(start)?.[1] ?? "";
  return word.slice(word.lastIndexOf("/") + 1);
}

function unquoted(token: string): string {
  const inside = token.slice(1, -1);
  return token.startsWith('"') ? inside.replace(/\\(["\\$`])/gu, "$1") : inside;
}

/** A command line without the bodies of its here-documents, and those bodies. */
function withoutHereDocuments(command: string): { rest: string; bodies: string[] } {
  const bodies: string[] = [];
  let rest = command;
  let kept = "";
  for (let found = HERE_DOCUMENT.exec(rest); found !== null; found = HERE_DOCUMENT.exec(rest)) {
    const bodyAt = found.index + found[0].length;
    const end = `\n${rest.slice(bodyAt)}`.indexOf(`\n${found[2]}`);
    kept += `${rest.slice(0, found.index)}<< ${found[3]}\n`;
    bodies.push(end < 0 ? rest.slice(bodyAt) : rest.slice(bodyAt, bodyAt + end));
    if (end < 0) return { rest: kept, bodies };
    rest = rest.slice(bodyAt + end + (found[2] as string).length);
  }
  return { rest: kept + rest, bodies };
}
