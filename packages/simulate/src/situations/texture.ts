import type { RandomStream } from "@whileai/core";
import { uncapitalised } from "./fill-slots.js";

export const TEXTURES = ["lowercase", "no_punctuation", "clipped", "typo", "run_on"] as const;
export type Texture = (typeof TEXTURES)[number];

/** Tokens whose spelling must survive: anything with a digit, a path, an address, quoted code. */
const PROTECTED = /[$€£]?\d[\d,]*\d|[\w.+#:/@$€£-]*[\d@/_][\w.+#:/@$€£-]*[\w/]|\d/g;
/** Cheap to look for, and in every such token. */
const PROTECTED_SIGN = /[\d@/_]/g;

/** Where such tokens begin and end. Most words hold no sign of one, and are not looked through for it again and again. */
const protectedSpans = (text: string): [number, number][] => {
  const spans: [number, number][] = [];
  PROTECTED_SIGN.lastIndex = 0;
  for (let sign = PROTECTED_SIGN.exec(text); sign !== null; sign = PROTECTED_SIGN.exec(text)) {
    const start = text.lastIndexOf(" ", sign.index) + 1;
    const space = text.indexOf(" ", sign.index);
    const end = space < 0 ? text.length : space;
    for (const { index, 0: token } of text.slice(start, end).matchAll(PROTECTED))
      spans.push([start + index, start + index + token.length]);
    PROTECTED_SIGN.lastIndex = end;
  }
  return spans;
};

const outside = (text: string, kept: readonly string[], change: (part: string) => string): string => {
  const spans = protectedSpans(text);
  for (const whole of kept) {
    for (let at = text.indexOf(whole); whole !== "" && at >= 0; at = text.indexOf(whole, at + whole.length))
      spans.push([at, at + whole.length]);
  }
  spans.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let made = "";
  let position = 0;
  for (const [start, end] of spans) {
    if (start < position) {
      if (end > position) {
        made += text.slice(position, end);
        position = end;
      }
      continue;
    }
    made += change(text.slice(position, start)) + text.slice(start, end);
    position = end;
  }
  return made + change(text.slice(position));
};

/** Words that a slip turns into another word: nobody would see the slip. */
const OTHER_WORD =
  /^(?:there|three|quiet|quite|trail|trial|angel|angle|though|through|thought|other|order|where|while|after|before|these|those|price|phone|right|could|would)$/;

const swapLetters = (text: string, kept: readonly string[], stream: RandomStream): string => {
  const words = [...text.matchAll(/\b[a-z]{5,}\b/g)].filter(
    (match) =>
      !OTHER_WORD.test(match[0]) &&
      !kept.some((whole) => whole.includes(match[0])) &&
      !/[\d/_@.-]/.test(
        `${text.charAt(match.index - 1)}${text.charAt(match.index + match[0].length)}`.replace(/\.$/, ""),
      ),
  );
  if (words.length === 0) return text;
  const { index, 0: word } = stream.pick(words);
  const at = 1 + stream.integer(word.length - 3);
  const kind = stream.integer(3);
  const wrong =
    kind === 0
      ? word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
      : kind === 1
        ? word.slice(0, at) + word.slice(at + 1)
        : word.slice(0, at) + word.charAt(at) + word.slice(at);
  return text.slice(0, index) + wrong + text.slice(index + word.length);
};

/** Sentences run together where a plain word begins the next one; names, "I" and what follows a question stay apart. */
const joined = (text: string, between: () => string): string => {
  const sentences = text.split(/(?<=[a-z\d)][.!]) (?=\p{Lu})/u);
  return sentences.reduce((before, next) => {
    const small = uncapitalised(next);
    return small === next ? `${before} ${next}` : `${before.slice(0, -1)}${between()}${small}`;
  });
};

const CLIPS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:Hi|Hello|Hey|Good morning|Good afternoon|Evening|Morning|Hi there|Hi all|Hiya|Dear team|Hello hello)[,.!] /,
    "",
  ],
  [/^(?:could|can|would) you (?:please )?/i, ""],
  [/^i(?:'d like| need| want) you to /i, ""],
  [/^I(?:'d like| need|'m after| want) (?=the |a |an |my |\d)/, "need "],
  [/^please /i, ""],
  [/ (?:Thanks!|Thank you\.|Thanks a lot\.|Many thanks\.|Thanks in advance\.|Much appreciated\.)$/, ""],
  [/,? please(?=[.?!]|$)/g, ""],
];

/** Rewrites a finished text the way people type. Texts in `kept` keep their spelling. Gives the text back unchanged where it cannot. */
export function applyTexture(text: string, texture: Texture, kept: readonly string[], stream: RandomStream): string {
  switch (texture) {
    case "lowercase":
      return outside(text, kept, (part) => part.toLowerCase());
    case "no_punctuation":
      return outside(text.replace(/(?<=[a-z\d)"'][.!?]["']?) (?=["']?[\p{L}\d])/gu, "\n"), kept, (part) =>
        // What stands right before a protected token belongs to it.
        part.replace(/[.,!?;:](?=\s)|[!?]/g, "").replace(/ - /g, " "),
      ).replace(/[.,;:?!]+$/, "");
    case "run_on":
      return joined(text, () => ", ");
    case "clipped": {
      const made = CLIPS.reduce((rest, [pattern, short]) => rest.replace(pattern, short), text);
      if (made === text || made.trim().length < 8) return text;
      // Without its "can you" the first sentence is no question any more.
      const told = /^(?:\w+(?: \w+)?, )?(?:could|can|would) you /i.test(text) ? made.replace("?", ".") : made;
      return told.trim().replace(/\.$/, "");
    }
    case "typo":
      return swapLetters(text, kept, stream);
  }
}
