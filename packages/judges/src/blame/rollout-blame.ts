import type { Row } from "@whileai/core";
import type { Blame } from "./blame-types.js";

/** The way to the agent's model, where the rollout says that a call to it failed. */
export const rolloutBlame = (row: Readonly<Row>): Blame | null =>
  row.finish_reason === "error" ? { party: "infrastructure", evidence: "backend_failed" } : null;
