import { WhileaiError, type WhileaiErrorInit } from "./whileai-error.js";

/** A judge cannot be used as given. */
export class JudgeError extends WhileaiError {
  override readonly name = "JudgeError";
  constructor(init: WhileaiErrorInit, code = "judge_invalid") {
    super(code, init);
  }
}
