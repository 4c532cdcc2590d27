export { type CheckRowsOptions, checkRows } from "./check-rows.js";
export { detectShape, type RowShape } from "./detect-shape.js";
export { fromAnyShape } from "./from-any-shape.js";
export { rowJsonSchema } from "./row-json-schema.js";
export {
  calibrationSchema,
  messageSchema,
  preferenceRowSchema,
  rowSchema,
  stepSchema,
  trainingRowSchema,
} from "./row-schema.js";
export { ROW_KINDS, type RowKind, type ValidateRowOptions, validateRow } from "./validate-row.js";
