/**
 * A count that a benchmark takes from the command line: the word at a place after the script, else `usual`.
 *
 * @param name - What is counted, for the error.
 * @param place - The place of the word; 0 is the first.
 * @param least - The least that says anything; 1 unless given.
 * @throws RangeError for a word that is no such count. Read as a number it would try nothing, and a study of nothing passes.
 */
export function countArgument(name: string, usual: number, { place = 0, least = 1 } = {}): number {
  const word = process.argv.slice(2)[place] ?? String(usual);
  if (!/^\d{1,9}$/.test(word) || Number(word) < least)
    throw new RangeError(`${name} must be a whole number from ${least}, got ${word}.`);
  return Number(word);
}
