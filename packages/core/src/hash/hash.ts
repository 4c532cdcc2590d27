import { sha1 as nobleSha1 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { sha256Words } from "./sha256.js";

/** SHA-256 of a text's UTF-8 bytes in hex: all 64 digits, or the first so many. */
export function sha256Hex(text: string, digits = 64): string {
  const words = sha256Words(text);
  const codes: number[] = [];
  for (let digit = 0; digit < digits; digit++) {
    codes.push(HEX.charCodeAt(((words[digit >> 3] as number) >>> (28 - 4 * (digit & 7))) & 15));
  }
  return String.fromCharCode(...codes);
}

const HEX = "0123456789abcdef";

/** SHA-1 of a text's UTF-8 bytes, as 40 hex digits; only for ids that other tools compute the same way. */
export function sha1Hex(text: string): string {
  return bytesToHex(nobleSha1(utf8ToBytes(text)));
}
