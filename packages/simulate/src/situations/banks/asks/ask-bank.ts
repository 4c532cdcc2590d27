/**
 * What people say for each kind of request. `does` completes "can you …", `questions` stand alone, `wishes` are whole
 * sentences from the person's side, `halves` are what is typed in a hurry. A wording whose slots have no value is passed over.
 */
export interface AskBank {
  readonly does: readonly string[];
  readonly questions: readonly string[];
  readonly wishes: readonly string[];
  readonly halves: readonly string[];
}
