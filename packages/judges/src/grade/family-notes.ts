import type { JudgeObject, Note } from "@whileai/core";
import { modelFamily } from "@whileai/core/backends";
import { isAskingJudge } from "../judge/asking-judge.js";

const FIX = "Judge with a model of another family, or check this one with judgeTrust.";
/** Most unknown models that are named. */
const SHOWN_MODELS = 3;

/** Whether a judging model grades its own kind: models favour replies of their own family. `agents` are the graded ones. */
export function familyNotes(agents: readonly string[], judge: JudgeObject): Note[] {
  const { model } = judge;
  if (judge.kind !== "llm" || model === undefined) return [];
  if (agents.length === 0) return [];
  const name = bareName(model);
  if (agents.some((agent) => bareName(agent) === name))
    return [
      {
        code: "self_judged",
        severity: "warning",
        message: `The judge ${model} graded its own replies.`,
        fix: FIX,
      },
    ];
  const family = (isAskingJudge(judge) ? judge.backend.family : null) ?? modelFamily(name);
  const families = agents.map((agent) => modelFamily(bareName(agent)));
  if (family !== null && families.includes(family))
    return [
      {
        code: "same_family",
        severity: "warning",
        message: `The judge ${model} and the graded model are both of the ${family} family; judges favour their own.`,
        fix: FIX,
      },
    ];
  if (family !== null && !families.includes(null)) return [];
  const unknown = family === null ? agents : agents.filter((_, at) => families[at] === null);
  return [
    {
      code: "family_unknown",
      severity: "info",
      message: `Whether the judge ${model} and the graded model (${unknown.slice(0, SHOWN_MODELS).join(", ")}) are of one family is not known.`,
    },
  ];
}

const PROVIDER = /^(?:openai|anthropic|vllm|ollama|typesafe|hosted):/;
/** A date or a word that names a state of the same model. */
const VERSION = /[-@:](?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/;

/** A model's name without who serves it, who made it, where it is, and which of its states it is. */
const bareName = (model: string): string =>
  (
    model
      .trim()
      .toLowerCase()
      .replace(PROVIDER, "")
      .replace(/@https?:.*$/, "")
      .split("/")
      .at(-1) ?? ""
  ).replace(VERSION, "");
