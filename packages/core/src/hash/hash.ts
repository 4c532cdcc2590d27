import { sha1 as nobleSha1 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { sha256Words } from "./sha256.js";

/** SHA-256 of a text's UTF-8 bytes in hex: all 64 digits, or the first so many. */
export function sha256Hex(text: string, digits = 64): string {
  const words = sha256Words(text);
  let hex = "";
  for (let word = 0; hex.length < digits; word++) {
    hex += ((words[word] as number) >>> 0).toString(16).padStart(8, "0");
  }
  return hex.slice(0, digits);
}

/** SHA-1 of a text's UTF-8 bytes, as 40 hex digits; only for ids that other tools compute the same way. */
export function sha1Hex(text: string): string {
  return bytesToHex(nobleSha1(utf8ToBytes(text)));
}
