/**
 * How many trials a cell of a study has: the word after the script, else `usual`.
 *
 * @throws RangeError for a word that is no count. Counted as a number it would try nothing, and a study of nothing passes.
 */
export function trials(usual: number): number {
  const [word = String(usual)] = process.argv.slice(2);
  if (!/^[1-9]\d*$/.test(word))
    throw new RangeError(`The number of trials must be a whole number from 1, got ${word}.`);
  return Number(word);
}
