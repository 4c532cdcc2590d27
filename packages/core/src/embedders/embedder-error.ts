import { WhileaiError, type WhileaiErrorInit } from "../errors/whileai-error.js";

/** An embedder failed, or gave something that is not one vector for each text. Nothing was cleared by it. */
export class EmbedderError extends WhileaiError {
  override readonly name = "EmbedderError";
  constructor(init: WhileaiErrorInit, code = "embedder_failed") {
    super(code, init);
  }
}
