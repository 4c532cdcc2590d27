import { countText, signedText } from "@whileai/core";
import { info, type MaybeNote, warning } from "../notes/note.js";
import type { RlSelectionFields } from "./rl-report.js";

/** Replies that repeat an earlier one, and what judges made of them. */
export function duplicateNotes({ duplicates }: Pick<RlSelectionFields, "duplicates">): MaybeNote[] {
  const { policy, nRepeats, conflictingRewards, groupsAffected } = duplicates;
  const repeats = `${countText(nRepeats, "reply", "replies")} of ${countText(groupsAffected, "prompt")} ${nRepeats === 1 ? "repeats" : "repeat"} an earlier one`;
  return [
    nRepeats > 0 &&
      (policy === "drop"
        ? warning(
            "duplicate_rollouts",
            `${repeats} and ${nRepeats === 1 ? "was" : "were"} dropped, which shifts the reward inside the ${groupsAffected === 1 ? "group" : "groups"}.`,
          )
        : info(
            "duplicate_rollouts",
            `${repeats}; ${nRepeats === 1 ? "it stays" : "they stay"}, as the policy said so.`,
          )),
    conflictingRewards > 0 &&
      warning(
        "conflicting_rewards",
        `${conflictingRewards} of the repeats got another reward than the first: the judge is noisy.`,
      ),
  ];
}

/** Replies that were cut, and groups whose lengths lie far apart. */
export function lengthNotes({ length }: Pick<RlSelectionFields, "length">): MaybeNote[] {
  return [
    length.nTruncated > 0 &&
      warning(
        "truncated_rollouts",
        `${countText(length.nTruncated, "reply was", "replies were")} cut by the token cap.`,
        "Raise the cap.",
      ),
    length.nGroupsWideSpread > 0 &&
      warning(
        "wide_length_spread",
        `In ${length.nGroupsWideSpread} of ${countText(length.nGroupsMulti, "group")} the longest reply is more than ${length.maxSpread} times the median one.`,
      ),
  ];
}

/** Measures of the reply that the reward goes with. */
export function correlationNotes({ correlations }: Pick<RlSelectionFields, "correlations">): MaybeNote[] {
  return correlations.map(
    ({ feature, within, pooled, flagged }) =>
      flagged &&
      warning(
        "reward_correlates",
        `The reward correlates with ${feature}: ${signedText(within as number, 2)} within asks${pooled === null ? "" : `, ${signedText(pooled, 2)} pooled`}.`,
      ),
  );
}
