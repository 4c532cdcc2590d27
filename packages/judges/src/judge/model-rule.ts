import { isBackend, type OptionRule, optionRule } from "@whileai/core";

/** The rule of an option that names the model which judges. */
export const modelRule: OptionRule = optionRule.either(optionRule.text, (value) =>
  isBackend(value) ? undefined : "a backend or a spec string",
);
