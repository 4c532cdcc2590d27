import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

const WORDS = 8;

/** The SHA-256 of a text's UTF-8 bytes as eight words. */
export function sha256Words(text: string): Int32Array {
  const { buffer, byteOffset } = sha256(utf8ToBytes(text));
  const bytes = new DataView(buffer, byteOffset);
  const words = new Int32Array(WORDS);
  for (let word = 0; word < WORDS; word++) words[word] = bytes.getInt32(word * 4);
  return words;
}
