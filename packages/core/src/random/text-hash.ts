/** Where a hash of one text begins. */
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * FNV-1a over a text's UTF-16 units, as a signed 32-bit number: quick, the same everywhere, and no protection against texts
 * made to collide.
 *
 * @param basis - The hash so far, to go on with. Default: FNV's own.
 */
export function textHash(text: string, basis = BASIS): number {
  let hash = basis;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME);
  return hash;
}
