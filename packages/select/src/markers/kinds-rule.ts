import { isRecord, type OptionRule } from "@whileai/core";
import { STEP_KINDS } from "./trace/step-kind.js";

/** How the option `kinds` is checked. */
export const kindsRule: OptionRule = (value) =>
  isRecord(value) &&
  Object.values(value).every((kind) => kind === null || (STEP_KINDS as readonly unknown[]).includes(kind))
    ? undefined
    : `an object of tool names with ${STEP_KINDS.map((kind) => `"${kind}"`).join(", ")} or null`;
