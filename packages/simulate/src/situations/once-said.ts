/** Shorter sentences, such as a thanks, may come again. */
const SHORTEST = 4;
const BETWEEN_SENTENCES = /(?<=[.!?]["')]?)(?=\s)|(?=\n)/;
const WORD = /[\p{L}\p{N}]+/gu;

/** A text without the sentences that it has said before: parts that are drawn apart can hold the same one. */
export function onceSaid(text: string): string {
  const sentences = text.split(BETWEEN_SENTENCES);
  if (sentences.length < 2) return text;
  const said = new Set<string>();
  const kept = sentences.filter((sentence) => {
    const words = sentence.toLowerCase().match(WORD) ?? [];
    const size = said.size;
    return words.length < SHORTEST || said.add(words.join(" ")).size > size;
  });
  return kept.length === sentences.length ? text : kept.join("");
}
