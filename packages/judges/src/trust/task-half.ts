import { sha256Hex } from "@whileai/core";

/**
 * The half of the tasks that a task falls into, 0 or 1, the same everywhere: the parity of the first 8 hex digits of the
 * SHA-256 of its key. Lets a rubric be tuned on one half and checked on the other.
 *
 * @example
 * taskHalf("t0"); // 1
 */
export function taskHalf(task: string): 0 | 1 {
  return Number.parseInt(sha256Hex(task).slice(0, 8), 16) % 2 === 0 ? 0 : 1;
}
