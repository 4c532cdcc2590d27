/** Slack for a quotient that is whole on paper. */
const SLACK = 1e-12;

/**
 * Words from which on a text is found with any one word changed; null: no length is enough. A change takes the runs of
 * `ngram` words away that hold the word. In a text of two runs or more that loses at most `ngram` words, the word and the
 * part beside it that is too short for a run; in a shorter one it may lose them all.
 *
 * @example
 * wordsThatOutliveAnEdit(8, 0.8); // 40: with 39 words, 31 of 39 are left, under 0.8
 */
export function wordsThatOutliveAnEdit(ngram: number, overlap: number): number | null {
  if (overlap >= 1) return null;
  return Math.max(2 * ngram, Math.ceil((ngram / (1 - overlap)) * (1 - SLACK)));
}
