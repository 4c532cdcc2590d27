import { clipText, isRecord, type JudgeObject, type Note, type Row } from "@whileai/core";
import { bareRow } from "./bare-row.js";

/** Fields that other tools keep a reply in; convention. */
const FOREIGN_REPLIES = ["response", "completion", "output", "generation", "prediction", "reply", "text", "assistant"];
/** Fields of the first such row that the note names. */
const SHOWN_FIELDS = 8;
const FIELD_CHARS = 40;

/** Counts rows that have no field with what the agent did: there verdicts are about a reply that nobody gave. */
export class ReplyTally {
  #rows = 0;
  #without = 0;
  /** Names of the fields of the first of them. */
  #fields: readonly string[] = [];

  add(row: Row): void {
    this.#rows++;
    if (hasConduct(row)) return;
    this.#without++;
    if (this.#without === 1) this.#fields = Object.keys(bareRow(row));
  }

  /** Judges of one's own may look at fields of one's own: of them nothing is said. */
  notes(judge: JudgeObject): Note[] {
    if (this.#without === 0 || !readsReplies(judge)) return [];
    const foreign = FOREIGN_REPLIES.find((name) => this.#fields.includes(name));
    const shown = this.#fields.slice(0, SHOWN_FIELDS).map((name) => clipText(name, FIELD_CHARS));
    const fields = shown.length === 0 ? "no field" : shown.join(", ");
    return [
      {
        code: "no_reply",
        severity: "warning",
        message: `${this.#without} of ${this.#rows} rows have no \`final_text\`, \`messages\` or \`steps\`: what was judged there is an empty reply. The first has ${fields}.`,
        fix:
          foreign === undefined
            ? "Put the reply into `final_text`, or the conversation into `messages`."
            : `If \`${foreign}\` is the reply: rows.map((row) => ({ ...row, final_text: row.${foreign} })).`,
      },
    ];
  }
}

/** True where a row says what the agent did, be it nothing. */
function hasConduct({ final_text, messages, steps }: Row): boolean {
  const reply: unknown = final_text;
  return (reply !== undefined && reply !== null) || holdsEntries(messages) || holdsEntries(steps);
}

const holdsEntries = (value: unknown): boolean => Array.isArray(value) && value.some(isRecord);

/** Models and our own programs read replies; a module of somebody's, which has threads to close, may not. */
const readsReplies = (judge: JudgeObject): boolean =>
  judge.kind === "llm" || (judge.kind === "rule" && !("close" in judge));
