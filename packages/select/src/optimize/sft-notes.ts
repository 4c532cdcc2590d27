import { countText, type Note, roundHalfEven } from "@whileai/core";
import type { SftSelectionFields } from "./sft-report.js";

/** Completions per prompt from which taking the best is rejection sampling as published (10 to 30). */
const SMALLEST_PUBLISHED_K = 10;

/** What a reader of an SFT selection should know. */
export function sftNotes(fields: SftSelectionFields): Note[] {
  return [
    ungradedNote(fields),
    smallNote(fields),
    tiedNote(fields),
    repeatsNote(fields),
    fields.truncatedSelected > 0 &&
      warning(
        "truncated_rollouts",
        `${fields.truncatedSelected} selected replies were cut by the token cap.`,
        "Raise the cap, or drop them.",
      ),
    fields.evalSourced > 0 &&
      warning(
        "eval_sourced_selected",
        `${fields.evalSourced} selected rows come from an evaluation set.`,
        "Leave them out, or the evaluation means nothing.",
      ),
    fields.nSkipped > 0 && warning("skipped_entries", `${fields.nSkipped} entries are no rows and were left out.`),
  ].filter((note) => note !== false);
}

type MaybeNote = Note | false;

function warning(code: string, message: string, fix?: string): Note {
  return { code, severity: "warning", message, ...(fix === undefined ? {} : { fix }) };
}

function info(code: string, message: string): Note {
  return { code, severity: "info", message };
}

function ungradedNote({ n, unlabelledCauses }: SftSelectionFields): MaybeNote {
  const rows = unlabelledCauses.reduce((sum, own) => sum + own.rows, 0);
  if (rows === 0) return false;
  const failed = unlabelledCauses.filter(({ cause }) => cause !== "never_graded");
  const causes = unlabelledCauses.map((own) => `${own.cause.replaceAll("_", " ")} ${own.rows}`).join(", ");
  return warning(
    "ungraded",
    `${rows} of ${n} rows have no reward and count as not passing${failed.length === 0 ? "" : ` (${causes})`}.`,
    "Grade them first.",
  );
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
    `None of ${countText(promptsWithChoice, "prompt")} with a choice has a strictly best completion: ${perPrompt} of the equals is kept, by hash.`,
  );
}

function repeatsNote({ duplicates }: SftSelectionFields): MaybeNote {
  if (duplicates.nRepeats === 0) return false;
  const repeats = countText(duplicates.nRepeats, "passing reply repeats", "passing replies repeat");
  return info(
    "duplicate_rollouts",
    `${repeats} another one of its prompt and ${duplicates.policy === "drop" ? "was left out" : "may be selected too"}.`,
  );
}
