import { WhileaiError, type WhileaiErrorInit } from "./whileai-error.js";

/** A backend spec string cannot be read. */
export class SpecError extends WhileaiError {
  override readonly name = "SpecError";
  constructor(init: WhileaiErrorInit, code = "spec_invalid") {
    super(code, init);
  }
}
