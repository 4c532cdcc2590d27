import { OptionError } from "../../errors/option-error.js";

/** Refuses a model name that is not text or is blank. */
export function checkModel(call: string, model: unknown): void {
  if (typeof model === "string" && model.trim() !== "") return;
  throw new OptionError({
    option: "model",
    received: model,
    message: `${call}: the model must be a name, got ${typeof model === "string" ? "an empty string" : typeof model}.`,
    fix: `Write ${call}("the-model").`,
  });
}
