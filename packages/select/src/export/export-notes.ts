import { countText, isRecord, type LeakReport, type Note, type Row } from "@whileai/core";
import { info, warning } from "../notes/note.js";
import { shownLeaksText, UNSEEN_FIX } from "../privileged/shown-leaks.js";
import type { ExportTally } from "./export-tally.js";

/** What a run's row remembers of its system prompt when the prompt itself is gone. */
function hadSystemPrompt(row: Readonly<Row>): boolean {
  const { lineage } = row;
  return isRecord(lineage) && typeof lineage.system_prompt_sha === "string" && lineage.system_prompt_chars !== 0;
}

export interface NoteFacts {
  readonly rows: readonly Readonly<Row>[];
  readonly tally: ExportTally;
  readonly leaks: LeakReport;
  readonly isSft: boolean;
  readonly columnsAsText: readonly string[];
  /** Records in which half a character was replaced. */
  readonly mended: number;
  readonly moved: number;
}

/** What the reader of an export report should know, beside its numbers. */
export function exportNotes({ rows, tally, leaks, isSft, columnsAsText, mended, moved }: NoteFacts): Note[] {
  const notes = [...tally.notes];
  const note = (what: string, build: (count: number, named: string) => Note): void => {
    const { count, named } = tally.rowsWith(what);
    if (count > 0) notes.push(build(count, named));
  };
  if (isSft)
    note("failing", (count, named) =>
      warning(
        "failing_rows",
        `${countText(count, "row that failed is", "rows that failed are")} written as targets to imitate (${named}).`,
        "Select with mode sft first.",
      ),
    );
  note("truncated", (count, named) =>
    warning(
      "truncated_rows",
      `${countText(count, "row was", "rows were")} cut by the token cap (${named}).`,
      "Drop them, or raise the cap and run again.",
    ),
  );
  note("unclosed_think", (count, named) =>
    warning(
      "unclosed_think",
      `${countText(count, "row opens", "rows open")} a thought and never ${count === 1 ? "closes" : "close"} it; it was cut to the end (${named}).`,
    ),
  );
  note("own_system", (count, named) =>
    info(
      "own_system_kept",
      `${countText(count, "row carries a system prompt of its own", "rows carry a system prompt of their own")}, which was kept (${named}).`,
    ),
  );
  note("empty_turn", (count, named) =>
    info(
      "empty_turns",
      `${countText(count, "row has", "rows have")} turns that neither say nor call anything; those carry no loss (${named}).`,
    ),
  );
  note("given", (count, named) =>
    info(
      "given_turns",
      `${countText(count, "row begins with turns of the rollout it", "rows begin with turns of the rollout they")} branched from; those carry no loss (${named}).`,
    ),
  );
  note("given_trained", (count, named) =>
    warning(
      "given_turns_trained",
      `${countText(count, "row begins with turns of the rollout it", "rows begin with turns of the rollout they")} branched from, which this format has the trainer train on (${named}).`,
      "Export with unroll: true.",
    ),
  );
  note("step_facts", (count, named) =>
    warning(
      "step_facts_unmatched",
      `${countText(count, "row has steps that do not match its turns; its samples carry", "rows have steps that do not match their turns; their samples carry")} no log-probabilities (${named}).`,
    ),
  );
  note("tail", (count, named) =>
    info(
      "tail_cut",
      `${countText(count, "row goes", "rows go")} on after the agent's last turn; that part is left out (${named}).`,
    ),
  );
  note("turns_merged", (count, named) =>
    info(
      "turns_merged",
      `${countText(count, "row has", "rows have")} turns of the agent in a row; they were joined into one (${named}).`,
    ),
  );
  note("turns_cut", (count, named) =>
    info(
      "turns_cut",
      `${countText(count, "pair goes", "pairs go")} on after the turn that is compared; the later turns are left out (${named}).`,
    ),
  );
  note("leaking", (count, named) =>
    warning(
      "privileged_leak",
      `${countText(count, "row says", "rows say")} something privileged (${named})${tally.leaksShown > 0 ? `; ${shownLeaksText(tally.leaksShown, count)}` : ""}.`,
      tally.leaksShown > 0 ? UNSEEN_FIX : undefined,
    ),
  );
  note("untrained", (count, named) =>
    warning("nothing_to_train", `${countText(count, "row has", "rows have")} nothing to train on (${named}).`),
  );
  note("no_tools", (count, named) =>
    warning(
      "tools_missing",
      `${countText(count, "row calls", "rows call")} tools and the file has no tool schemas (${named}).`,
      "Give the agent's tools.",
    ),
  );
  if (tally.dropped.length > 0) notes.push(droppedNote(tally));
  if (tally.unknownTools.length > 0)
    notes.push(
      warning(
        "tool_schema_missing",
        `Called, but not among the tools: ${tally.unknownTools.join(", ")}.`,
        "Give all of the agent's tools.",
      ),
    );
  if (tally.withSystem === 0 && rows.some(hadSystemPrompt))
    notes.push(
      warning(
        "system_prompt_missing",
        "The rows were made with a system prompt and the file has none.",
        "Give systemPrompt.",
      ),
    );
  if (tally.toolOutputsCut > 0)
    notes.push(
      info(
        "tool_output_cut",
        `${countText(tally.toolOutputsCut, "tool result was", "tool results were")} cut, ${countText(tally.toolOutputCharsCut, "character")} in all.`,
      ),
    );
  if (!leaks.checked) notes.push(...leaks.notes.map(({ message }) => info("leaks_not_checked", message)));
  if (columnsAsText.length > 0)
    notes.push(
      info("columns_as_text", `Columns with values of several types are written as text: ${columnsAsText.join(", ")}.`),
    );
  if (mended > 0)
    notes.push(
      warning(
        "characters_replaced",
        `${countText(mended, "record holds", "records hold")} half a character, which was replaced by U+FFFD.`,
      ),
    );
  if (moved > 0)
    notes.push(
      info(
        "order_changed",
        `${countText(moved, "record")} moved to the front, because loaders settle the types of columns there.`,
      ),
    );
  return notes;
}

function droppedNote(tally: ExportTally): Note {
  const counts = new Map<string, number>();
  for (const { code } of tally.dropped) counts.set(code, (counts.get(code) ?? 0) + 1);
  const parts = [...counts].map(([code, count]) => `${count} ${code}`);
  return warning("rows_dropped", `Not written: ${parts.join(", ")}.`);
}
