const COMPRESSED_LITERALS = 2;
/** Bytes of the header of compressed literals, by the two bits that say its size. */
const HEADER_BYTES = [3, 3, 4, 5];
/** From here on the weights are written as they are. */
const DIRECT_WEIGHTS = 128;
const LEAST_ACCURACY = 5;
const REPEATED = 3;

/**
 * Refuses a compressed block whose Huffman weights come from a table with one symbol. Its states take no bits, so that
 * the decoder would read them without end; no encoder writes it.
 */
export function checkHuffmanWeights(bytes: Uint8Array, block: number): void {
  const first = bytes[block] ?? 0;
  if ((first & 3) !== COMPRESSED_LITERALS) return;
  const tree = block + (HEADER_BYTES[(first >> 2) & 3] as number);
  if ((bytes[tree] ?? DIRECT_WEIGHTS) >= DIRECT_WEIGHTS) return;
  let at = 8 * (tree + 1);
  const take = (count: number): number => {
    let value = 0;
    for (let bit = 0; bit < count; bit++, at++) value |= (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) << bit;
    return value;
  };
  const accuracy = LEAST_ACCURACY + take(4);
  while (at < 8 * bytes.length) {
    const value = take(accuracy);
    // Symbols of no chance may come first, and say how many more of them follow.
    if (value === 1) while (take(2) === REPEATED);
    else if (value === 2 ** accuracy - 1 && take(1) === 1) throw new Error("its Huffman weights have no end");
    else return;
  }
}
