/**
 * SHA-256 (FIPS 180-4) over reused buffers. Every random stream begins with a hash of a short text, and a library that makes
 * a hasher, two buffers and a view for each takes three times as long for those.
 */

const BLOCK_BYTES = 64;
/** The closing bit and the length, in bytes. */
const CLOSING_BYTES = 9;
const TWO_32 = 2 ** 32;

const ROUNDS = new Int32Array(64);
const START = new Int32Array(8);
const schedule = new Int32Array(64);
const state = new Int32Array(8);
const encoder = new TextEncoder();
let bytes = new Uint8Array(1024);
let isReady = false;

/** Fractional parts of the square and cube roots of the first primes. */
function prepare(): void {
  const fraction = (root: number): number => ((root - Math.floor(root)) * TWO_32) | 0;
  for (let number = 2, found = 0; found < ROUNDS.length; number++) {
    let isPrime = true;
    for (let factor = 2; factor * factor <= number && isPrime; factor++) isPrime = number % factor !== 0;
    if (!isPrime) continue;
    if (found < START.length) START[found] = fraction(Math.sqrt(number));
    ROUNDS[found++] = fraction(Math.cbrt(number));
  }
  isReady = true;
}

/** The hash of a text's UTF-8 bytes as eight words. They are overwritten by the next call. */
export function sha256Words(text: string): Int32Array {
  if (!isReady) prepare();
  const length = writeBytes(text);
  const end = Math.ceil((length + CLOSING_BYTES) / BLOCK_BYTES) * BLOCK_BYTES;
  close(length, end);
  state.set(START);
  for (let start = 0; start < end; start += BLOCK_BYTES) compress(start);
  return state;
}

/** Puts the text at the beginning of the buffer and says how many bytes it takes. */
function writeBytes(text: string): number {
  const most = text.length * 3 + BLOCK_BYTES + CLOSING_BYTES;
  if (most > bytes.length) bytes = new Uint8Array(most);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) return encoder.encodeInto(text, bytes).written;
    bytes[index] = unit;
  }
  return text.length;
}

function close(length: number, end: number): void {
  bytes.fill(0, length, end);
  bytes[length] = 0x80;
  const high = Math.floor((length * 8) / TWO_32);
  const low = (length * 8) | 0;
  for (let byte = 0; byte < 4; byte++) {
    bytes[end - 1 - byte] = low >>> (8 * byte);
    bytes[end - 5 - byte] = high >>> (8 * byte);
  }
}

function compress(start: number): void {
  const words = schedule;
  for (let round = 0, at = start; round < 16; round++, at += 4) {
    words[round] =
      ((bytes[at] as number) << 24) |
      ((bytes[at + 1] as number) << 16) |
      ((bytes[at + 2] as number) << 8) |
      (bytes[at + 3] as number);
  }
  for (let round = 16; round < 64; round++) {
    const x = words[round - 15] as number;
    const y = words[round - 2] as number;
    const near = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const far = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[round] = ((words[round - 16] as number) + (words[round - 7] as number) + near + far) | 0;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let round = 0; round < 64; round++) {
    const left = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const first = (h + left + ((e & f) ^ (~e & g)) + (ROUNDS[round] as number) + (words[round] as number)) | 0;
    const right = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const second = (right + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}
