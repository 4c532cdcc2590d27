import { sha1 as nobleSha1 } from "@noble/hashes/legacy.js";
import { sha256 as nobleSha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 of a text's UTF-8 bytes, as 32 bytes. */
export function sha256Bytes(text: string): Uint8Array {
  return nobleSha256(utf8ToBytes(text));
}

/** SHA-256 of a text's UTF-8 bytes, as 64 hex digits. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256Bytes(text));
}

/** SHA-1 of a text's UTF-8 bytes, as 40 hex digits; only for ids that other tools compute the same way. */
export function sha1Hex(text: string): string {
  return bytesToHex(nobleSha1(utf8ToBytes(text)));
}
