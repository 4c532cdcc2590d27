import type { AskKind } from "../verbs.js";
import type { AskBank } from "./ask-bank.js";
import { CODE_ASKS } from "./code-asks.js";
import { ERRAND_ASKS } from "./errand-asks.js";
import { QUESTION_ASKS } from "./question-asks.js";
import { RECORD_ASKS } from "./record-asks.js";

/** The wordings of every kind of request. */
export const ASKS: Readonly<Record<AskKind, AskBank>> = {
  ...RECORD_ASKS,
  ...ERRAND_ASKS,
  ...QUESTION_ASKS,
  ...CODE_ASKS,
};
