import { sha1 as nobleSha1 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { sha256Words } from "./sha256.js";

/** SHA-256 of a text's UTF-8 bytes, as 64 hex digits. */
export function sha256Hex(text: string): string {
  const words = sha256Words(text);
  let hex = "";
  for (const word of words) hex += (word >>> 0).toString(16).padStart(8, "0");
  return hex;
}

/** SHA-1 of a text's UTF-8 bytes, as 40 hex digits; only for ids that other tools compute the same way. */
export function sha1Hex(text: string): string {
  return bytesToHex(nobleSha1(utf8ToBytes(text)));
}
