/** One program of a command line. */
export interface CommandSegment {
  /** The program's name without its folder; "" where there is none. */
  readonly program: string;
  /** What runs: the segment as it was written, or without quoted texts where the program only says or stores them. */
  readonly text: string;
  /** What joins it to the next segment, such as `||`. */
  readonly joint: string;
}

/** Commands longer than this are read up to here. */
const LONGEST_COMMAND = 20_000;
const TOKENS = /'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|\|\||&&|[;|\n]|&(?![>&])|[^'"\\;|&\n]+|[\s\S]/gu;
/** The body of a here-document that is text for a file. */
const HERE_DOCUMENT = /<<-?\s?(['"]?)([A-Za-z_]\w{0,40})\1([^\n]*)\n/u;
/** Programs whose quoted arguments are texts and run nothing. */
const SAYS = new Set(["echo", "printf", "grep", "rg", "ag", "git", "gh", "sed", "awk"]);
/** Words before the program that are part of no command. */
const LEADING = /^(?:\s|[A-Za-z_]\w*=\S*\s|(?:sudo|time|nohup|command|env|exec|then|do|else|\(|\{|!)\s)+/u;

/**
 * The programs of a command line, in order. Quoted separators part nothing; the bodies of here-documents are left out.
 *
 * @example
 * commandSegments("cd app && npm test || true").map(({ program }) => program); // ["cd", "npm", "true"]
 */
export function commandSegments(command: string): CommandSegment[] {
  const segments: CommandSegment[] = [];
  let text = "";
  let bare = "";
  const close = (joint: string) => {
    if (text.trim() !== "") {
      const program = programOf(text);
      segments.push({ program, text: (SAYS.has(program) ? bare : text).trim(), joint });
    }
    text = "";
    bare = "";
  };
  for (const [token] of withoutHereDocuments(command.slice(0, LONGEST_COMMAND)).matchAll(TOKENS)) {
    if (token === "||" || token === "&&" || /^[;|\n&]$/u.test(token)) close(token);
    else {
      text += token;
      bare += token.length > 1 && /^['"]/u.test(token) ? "''" : token;
    }
  }
  close("");
  return segments;
}

function programOf(text: string): string {
  const start = text.replace(LEADING, "");
  const word = /^["']?([^\s"']{1,200})/u.exec(start)?.[1] ?? "";
  return word.slice(word.lastIndexOf("/") + 1);
}

function withoutHereDocuments(command: string): string {
  let rest = command;
  let kept = "";
  for (let found = HERE_DOCUMENT.exec(rest); found !== null; found = HERE_DOCUMENT.exec(rest)) {
    const bodyAt = found.index + found[0].length;
    const end = `\n${rest.slice(bodyAt)}`.indexOf(`\n${found[2]}`);
    kept += `${rest.slice(0, found.index)}${found[3]}\n`;
    if (end < 0) return kept;
    rest = rest.slice(bodyAt + end + (found[2] as string).length);
  }
  return kept + rest;
}
