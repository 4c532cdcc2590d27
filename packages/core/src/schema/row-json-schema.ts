import { z } from "zod";
import {
  calibrationSchema,
  messageSchema,
  preferenceRowSchema,
  rowSchema,
  stepSchema,
  trainingRowSchema,
} from "./row-schema.js";

const DEFINITIONS = {
  row: rowSchema,
  step: stepSchema,
  message: messageSchema,
  calibration: calibrationSchema,
  training_row: trainingRowSchema,
  preference_row: preferenceRowSchema,
};

/**
 * The published JSON Schema (draft 2020-12) of rows, schema version 1. The document itself describes a row; its
 * definitions hold the step, the message and the two rows of training files. Made from the Zod schemas, so that the
 * two cannot disagree.
 *
 * @example
 * rowJsonSchema().$ref; // "#/$defs/row"
 */
export function rowJsonSchema(): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(DEFINITIONS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `#/$defs/${id}`, io: "input" });
  const definitions = Object.entries(schemas).map(([id, { $schema: _, $id: __, id: ___, ...schema }]) => [id, schema]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "While row, schema version 1",
    description: "One rollout as a line of JSON. Unknown fields are allowed and kept.",
    $ref: "#/$defs/row",
    $defs: Object.fromEntries(definitions),
  };
}
