import { countText, type Note, roundHalfEven } from "@whileai/core";
import { info, type MaybeNote, warning } from "../notes/note.js";
import { outOfRangeNote } from "../notes/out-of-range-note.js";
import { evalSourcedNote, skippedNote } from "../notes/row-notes.js";
import { shownLeaksNote } from "../privileged/shown-leaks.js";
import { isShare } from "../signal/judged-reward.js";
import { causesText } from "./count-causes.js";
import type { SftSelectionFields } from "./sft-report.js";

/** Completions per prompt from which taking the best is rejection sampling as published (10 to 30). */
const SMALLEST_PUBLISHED_K = 10;

/** Decimals of a reward in a message. */
const REWARD_DIGITS = 4;

/** What a reader of an SFT selection should know. */
export function sftNotes(fields: SftSelectionFields): Note[] {
  return [
    ungradedNote(fields),
    rangeNote(fields),
    nothingNote(fields),
    smallNote(fields),
    tiedNote(fields),
    repeatsNote(fields),
    shownLeaksNote(fields.privilegedLeaksShown, fields.privilegedLeaksDropped, "dropped"),
    coverageNote(fields),
    fields.truncatedSelected > 0 &&
      warning(
        "truncated_rollouts",
        `${countText(fields.truncatedSelected, "selected reply was", "selected replies were")} cut by the token cap.`,
        "Raise the cap, or drop them.",
      ),
    evalSourcedNote(fields.evalSourced),
    skippedNote(fields.nSkipped),
  ].filter((note) => note !== false);
}

function ungradedNote({ n, unlabelledCauses }: SftSelectionFields): MaybeNote {
  const rows = unlabelledCauses.reduce((sum, own) => sum + own.rows, 0);
  if (rows === 0) return false;
  const failed = unlabelledCauses.filter(({ cause }) => cause !== "never_graded");
  return warning(
    "ungraded",
    `${rows} of ${countText(n, "row")} ${rows === 1 ? "has no reward and counts" : "have no reward and count"} as not passing${failed.length === 0 ? "" : ` (${causesText(unlabelledCauses)})`}.`,
    "Grade them first.",
  );
}

/** Who asks for a reward above 1 has said which scale it is. */
function rangeNote({ nOutOfRange, minReward }: SftSelectionFields): MaybeNote {
  return isShare(minReward) && outOfRangeNote(nOutOfRange, `a \`minReward\` of ${minReward} may not be what passes`);
}

function nothingNote({ n, nSelected, rewardHighest, minReward }: SftSelectionFields): MaybeNote {
  if (n === 0 || nSelected > 0 || rewardHighest === null) return false;
  return rewardHighest < minReward
    ? warning(
        "nothing_selected",
        `Nothing was kept: the highest reward is ${shownBelow(rewardHighest, minReward)}, and \`minReward\` asks for ${minReward}.`,
        "Set a lower minReward, or sample more completions.",
      )
    : warning(
        "nothing_selected",
        "Nothing was kept: no completion that passed got through the other gates.",
        "Look at report.dropped for each row's gate.",
      );
}

/** A reward in few digits, unless these would hide that it is below the limit. */
function shownBelow(reward: number, limit: number): number {
  const rounded = roundHalfEven(reward, REWARD_DIGITS);
  return rounded < limit ? rounded : reward;
}

function smallNote({ completionsPerPromptMean: mean }: SftSelectionFields): MaybeNote {
  if (mean === null || mean >= SMALLEST_PUBLISHED_K) return false;
  return info(
    "small_k",
    `Prompts have ${roundHalfEven(mean, 2)} ${mean === 1 ? "completion" : "completions"} on average; published rejection sampling uses 10 to 30.`,
  );
}

function tiedNote({ pickEffective, promptsWithChoice, perPrompt }: SftSelectionFields): MaybeNote {
  if (pickEffective !== "tie" || promptsWithChoice === 0) return false;
  return info(
    "all_tied",
    `None of ${countText(promptsWithChoice, "prompt")} with a choice has a strictly best completion: of the equals ${perPrompt} ${perPrompt === 1 ? "is" : "are"} kept, by hash.`,
  );
}

function coverageNote({ behaviorsCovered, control, nSelected }: SftSelectionFields): MaybeNote {
  return (
    behaviorsCovered < control.behaviorsCovered &&
    info(
      "fewer_behaviors",
      `The ${countText(nSelected, "completion")} selected ${nSelected === 1 ? "covers" : "cover"} ${countText(behaviorsCovered, "distinct behavior")}; a random pick of as many covers ${control.behaviorsCovered}.`,
    )
  );
}

function repeatsNote({ duplicates }: SftSelectionFields): MaybeNote {
  if (duplicates.nRepeats === 0) return false;
  const repeats = countText(
    duplicates.nRepeats,
    "passing reply repeats another one of its prompt",
    "passing replies repeat another one of their prompt",
  );
  return info(
    "duplicate_rollouts",
    `${repeats} and ${duplicates.policy === "drop" ? `${duplicates.nRepeats === 1 ? "was" : "were"} left out` : "may be selected too"}.`,
  );
}
