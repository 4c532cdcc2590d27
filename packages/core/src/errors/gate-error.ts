import { WhileaiError, type WhileaiErrorInit } from "./whileai-error.js";

/** Data was refused by a gate; nothing was written or sent. */
export class GateError extends WhileaiError {
  override readonly name = "GateError";
  constructor(init: WhileaiErrorInit, code = "gate_refused") {
    super(code, init);
  }
}
