import type { Answer } from "./answer.js";
import { parseAnswer } from "./parse-answer.js";
import { plainSpelling } from "./plain-spelling.js";
import { tokenize } from "./tokenize.js";
import { type Reading, Unreadable, USUAL_READING } from "./tokens.js";
import { TooMuchWork } from "./work.js";

/** Longest answer that is read, in characters. */
const MAX_ANSWER_CHARS = 4000;

const GROUPED_IN_BRACKETS = /[([{][^)\]}]*\d,\d{3}/u;
/** Brackets around nothing but what may be one number: a pair. */
const PAIR = /^(?:\\left)?\s*[([]\s*-?\d+,\d+\s*(?:\\right)?[)\]]$/u;
/** Spaces that print as thousands separators and divide nothing else. */
const SPACED_THOUSANDS = /(?<!\d)\d{1,3}(?:[\u00a0\u2009\u202f]\d{3})+(?!\d)/gu;
/** A whole answer such as `1 000`, whose second group is no number of its own. */
const ZEROS_BEHIND_SPACES = /^[-+]?\d{1,3}(?: \d{3})* 0\d\d(?: \d{3})*(?:\.\d+)?$/u;
/** The letter of a choice before its content: `B) 12`, `(B) 12`. */
const CHOICE = /^\(?([A-Z])\)\s+(?=\S)/u;
const OTHER_CHOICE = /(?:^|[\s,;])\(?[A-Z]\)/u;
const EXPONENT_OR_E = /\d[eE][+-]\d/u;

/** `$…$`, `\(…\)`, `\[…\]` or bold around a whole answer, and marks at its ends that mean nothing. */
function bare(text: string): string {
  let inner = text.trim();
  for (let before = ""; before !== inner; ) {
    before = inner;
    inner = inner
      .replace(/^(?:\*\*|__)(?!\*)([\s\S]+?)(?:\*\*|__)$/u, "$1")
      .replace(/^(?:\$\$([\s\S]*)\$\$|\\\(([\s\S]*)\\\)|\\\[([\s\S]*)\\\]|`([^`]*)`)$/u, (whole, ...parts: string[]) =>
        /\$\$|\\[()[\]]/u.test(parts.slice(0, 4).join("")) ? whole : parts.slice(0, 4).join(""),
      )
      .replace(/^\$([^$]+)\$$/u, "$1")
      .replace(/(?:(?<![\\.])[.,;:]|\\[\\,;:!])$/u, "")
      .trim();
  }
  return inner;
}

/**
 * Every way in which an answer is read, the usual one first; none when it cannot be read. Two ways exist only where a mark
 * has two meanings, as in `(1,234)` and `2e-3`.
 */
export function readAnswer(written: string): Answer[] {
  if (written.length > MAX_ANSWER_CHARS) return [];
  const joined = written.replace(SPACED_THOUSANDS, (number) => number.replace(/\D/gu, ""));
  const spelled = bare(plainSpelling(joined)).replaceAll(/(?<!\\)\$/gu, (sign, at: number, whole: string) =>
    /\d/u.test(whole[at + 1] ?? "") ? sign : " ",
  );
  const [label = "", choice] = CHOICE.exec(spelled) ?? [];
  const content = spelled.slice(label.length);
  if (choice !== undefined && !OTHER_CHOICE.test(content))
    return readSource(bare(content)).map((answer) => ({ ...answer, choice }));
  return readSource(ZEROS_BEHIND_SPACES.test(spelled) ? spelled.replaceAll(" ", "") : spelled);
}

function readSource(source: string): Answer[] {
  const readings: Reading[] = [USUAL_READING];
  if (GROUPED_IN_BRACKETS.test(source) && !PAIR.test(source))
    readings.push({ ...USUAL_READING, groupsInBrackets: true });
  if (EXPONENT_OR_E.test(source)) readings.push({ ...USUAL_READING, scientific: false });
  return readings.flatMap((reading) => {
    try {
      return [parseAnswer(tokenize(source, reading), source)];
    } catch (error) {
      if (error instanceof Unreadable || error instanceof TooMuchWork) return [];
      throw error;
    }
  });
}
