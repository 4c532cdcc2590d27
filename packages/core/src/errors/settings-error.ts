import { WhileaiError, type WhileaiErrorInit } from "./whileai-error.js";

/** A role has no usable setting. */
export class SettingsError extends WhileaiError {
  override readonly name = "SettingsError";
  constructor(init: WhileaiErrorInit, code = "settings_invalid") {
    super(code, init);
  }
}
