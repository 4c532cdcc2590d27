import type { JudgeObject, Note } from "@whileai/core";
import { modelFamily } from "@whileai/core/backends";

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
        fix: "Judge with a model of another family, or check this one with judgeTrust.",
      },
    ];
  const family = modelFamily(model);
  const families = agents.map((agent) => modelFamily(agent));
  if (family !== null && families.includes(family))
    return [
      {
        code: "same_family",
        severity: "warning",
        message: `The judge ${model} and the graded model are both of the ${family} family; judges favour their own.`,
        fix: "Judge with a model of another family, or check this one with judgeTrust.",
      },
    ];
  if (family !== null && !families.includes(null)) return [];
  return [
    {
      code: "family_unknown",
      severity: "info",
      message: `Whether the judge ${model} and the graded model (${agents.slice(0, 3).join(", ")}) are of one family is not known.`,
    },
  ];
}

const bareName = (model: string): string => model.trim().toLowerCase().split("/").at(-1) ?? "";
