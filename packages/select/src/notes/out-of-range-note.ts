import { countText } from "@whileai/core";
import { type MaybeNote, warning } from "./note.js";

/** Code of the warning about rewards on another scale. */
export const OUT_OF_RANGE_CODE = "rewards_out_of_range";
/** What to do about rewards on another scale. */
export const SCALE_FIX = "Scale the rewards to 0 to 1.";

/** What becomes of a task some of whose rewards are on another scale. */
export const NO_RATE = "no pass rate is made of what is left of their tasks";

/** Rewards below 0 or above 1, with what that does to the call at hand. */
export function outOfRangeNote(nOutOfRange: number, consequence: string): MaybeNote {
  return (
    nOutOfRange > 0 &&
    warning(
      OUT_OF_RANGE_CODE,
      `${countText(nOutOfRange, "reward lies", "rewards lie")} outside 0 to 1, so ${consequence}.`,
      SCALE_FIX,
    )
  );
}
