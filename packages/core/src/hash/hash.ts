import { sha1 as nobleSha1 } from "@noble/hashes/legacy.js";
import { sha256 as nobleSha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

// Rows hash thousands of short texts a second, and hashers and arrays made for each cost three times the hash itself: one
// hasher, put back to its beginning, and one place for the bytes serve all of them.
const START = /* @__PURE__ */ nobleSha256.create();
const hasher = /* @__PURE__ */ nobleSha256.create();
const encoder = /* @__PURE__ */ new TextEncoder();
const place = /* @__PURE__ */ new Uint8Array(4096);
const MOST_BYTES_PER_UNIT = 3;

function bytesOf(text: string): Uint8Array {
  if (text.length * MOST_BYTES_PER_UNIT > place.length) return utf8ToBytes(text);
  return place.subarray(0, encoder.encodeInto(text, place).written);
}

/** Writes the SHA-256 of a text's UTF-8 bytes into an array of 32 bytes. */
export function sha256Into(digest: Uint8Array, text: string): void {
  START._cloneInto(hasher).update(bytesOf(text)).digestInto(digest);
}

// A number and not `nobleSha256.outputLen`: reading that at the top would bring SHA-256 into every page.
const digest = /* @__PURE__ */ new Uint8Array(32);

/** SHA-256 of a text's UTF-8 bytes in hex: all 64 digits, or the first so many. */
export function sha256Hex(text: string, digits = 64): string {
  sha256Into(digest, text);
  // Only the bytes asked for: a slice of the whole text would keep the whole text in memory.
  return bytesToHex(digest.subarray(0, Math.ceil(digits / 2))).slice(0, digits);
}

/** SHA-1 of a text's UTF-8 bytes, as 40 hex digits; only for ids that other tools compute the same way. */
export function sha1Hex(text: string): string {
  return bytesToHex(nobleSha1(utf8ToBytes(text)));
}
