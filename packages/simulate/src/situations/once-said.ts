/** Shorter sentences, such as a thanks, may come again. */
const SHORTEST = 4;
/** The end of a sentence, or of a line. */
const END = /[.!?]["')]?(?=\s)|.(?=\n)/gs;
const WORD = /[\p{L}\p{N}]+/gu;

const BEFORE_WORDS = /^[^\p{L}\p{N}]+/u;
const PLAIN_START = /[A-Za-z\d]/;
const BEGINNING = 6;

// Many times quicker than to split at a place between two characters, which is tried at each of them.
function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const { index, 0: end } of text.matchAll(END)) {
    sentences.push(text.slice(from, index + end.length));
    from = index + end.length;
  }
  sentences.push(text.slice(from));
  return sentences;
}

/** Cheap to tell, and true of any two sentences that are the same. */
function beginAlike(sentences: readonly string[]): boolean {
  return new Set(sentences.map(beginning)).size < sentences.length;
}

function beginning(sentence: string): string {
  // Nearly all begin with a letter, or with one space before it.
  const at = sentence.startsWith(" ") ? 1 : 0;
  const start = PLAIN_START.test(sentence.charAt(at)) ? at : (BEFORE_WORDS.exec(sentence)?.[0].length ?? 0);
  return sentence.slice(start, start + BEGINNING).toLowerCase();
}

/** A text without the sentences that it has said before: parts that are drawn apart can hold the same one. */
export function onceSaid(text: string): string {
  const sentences = sentencesOf(text);
  if (sentences.length < 2 || !beginAlike(sentences)) return text;
  const said = new Set<string>();
  const kept = sentences.filter((sentence) => {
    const words = sentence.toLowerCase().match(WORD) ?? [];
    const size = said.size;
    return words.length < SHORTEST || said.add(words.join(" ")).size > size;
  });
  return kept.length === sentences.length ? text : kept.join("");
}
