import { sha1 as nobleSha1 } from "@noble/hashes/legacy.js";
import { sha256 as nobleSha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 of a text's UTF-8 bytes, as 32 bytes. */
export function sha256Bytes(text: string): Uint8Array {
  return nobleSha256(utf8ToBytes(text));
}

/** SHA-256 of a text's UTF-8 bytes in hex: all 64 digits, or the first so many. */
export function sha256Hex(text: string, digits = 64): string {
  // Only the bytes asked for: a slice of the whole text would keep the whole text in memory.
  return bytesToHex(sha256Bytes(text).subarray(0, Math.ceil(digits / 2))).slice(0, digits);
}

/** SHA-1 of a text's UTF-8 bytes, as 40 hex digits; only for ids that other tools compute the same way. */
export function sha1Hex(text: string): string {
  return bytesToHex(nobleSha1(utf8ToBytes(text)));
}
