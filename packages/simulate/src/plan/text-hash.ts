/** Two independent 32-bit halves of a text's hash: 64 bits in which even a million texts do not meet by chance. */
export interface TextHash {
  readonly high: number;
  readonly low: number;
}

const finish = (lane: number, other: number): number => {
  const mixed = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};

/** A fast hash of a text's UTF-16 units, the same on every platform. Not for anything that must withstand an attack. */
export function textHash(text: string): TextHash {
  let first = 0xdeadbeef ^ text.length;
  let second = 0x41c6ce57 ^ text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x9e3779b1);
    first ^= first >>> 15;
    second = Math.imul(second ^ unit, 0x5f356495);
    second ^= second >>> 13;
  }
  return { high: finish(first, second), low: finish(second, first) };
}

/** Another 32-bit number for each number drawn from the same start. */
export function mixed(start: number, number: number): number {
  let lane = Math.imul((start ^ Math.imul(number + 1, 0x9e3779b1)) >>> 0, 0x85ebca6b);
  lane = Math.imul(lane ^ (lane >>> 13), 0xc2b2ae35);
  return (lane ^ (lane >>> 16)) >>> 0;
}
