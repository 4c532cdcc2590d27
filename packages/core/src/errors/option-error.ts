import { WhileaiError, type WhileaiErrorInit } from "./whileai-error.js";

/** An option is unknown, out of range or of the wrong type. */
export class OptionError extends WhileaiError {
  override readonly name = "OptionError";
  readonly option: string;
  readonly didYouMean: string | undefined;
  readonly #received: unknown;

  constructor(init: WhileaiErrorInit & { option: string; received?: unknown; didYouMean?: string | undefined }) {
    super("option_invalid", init);
    this.option = init.option;
    this.#received = init.received;
    this.didYouMean = init.didYouMean;
  }

  /** What was given. Out of sight when the error is printed: a misspelt option may hold a key. */
  get received(): unknown {
    return this.#received;
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), option: this.option, ...(this.didYouMean ? { did_you_mean: this.didYouMean } : {}) };
  }
}
