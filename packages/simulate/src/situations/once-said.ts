/** Shorter sentences, such as a thanks, may come again. */
const SHORTEST = 4;
const BETWEEN_SENTENCES = /(?<=[.!?]["')]?)(?=\s)|(?=\n)/;
const WORD = /[\p{L}\p{N}]+/gu;

const BEFORE_WORDS = /^[^\p{L}\p{N}]+/u;
const BEGINNING = 6;

/** Cheap to tell, and true of any two sentences that are the same. */
function beginAlike(sentences: readonly string[]): boolean {
  const beginnings = new Set(
    sentences.map((sentence) => sentence.replace(BEFORE_WORDS, "").slice(0, BEGINNING).toLowerCase()),
  );
  return beginnings.size < sentences.length;
}

/** A text without the sentences that it has said before: parts that are drawn apart can hold the same one. */
export function onceSaid(text: string): string {
  const sentences = text.split(BETWEEN_SENTENCES);
  if (sentences.length < 2 || !beginAlike(sentences)) return text;
  const said = new Set<string>();
  const kept = sentences.filter((sentence) => {
    const words = sentence.toLowerCase().match(WORD) ?? [];
    const size = said.size;
    return words.length < SHORTEST || said.add(words.join(" ")).size > size;
  });
  return kept.length === sentences.length ? text : kept.join("");
}
