import { isRecord, type Row } from "@whileai/core";

/** Sampling facts of one turn of the agent, as far as they are known. */
export type TurnFacts = Readonly<Record<string, unknown>>;

const FACTS = ["logprob", "n_tokens", "token_logprobs", "token_ids"] as const;

const NONE: TurnFacts = Object.freeze({});

function factsOf(holder: Readonly<Record<string, unknown>>): TurnFacts {
  return Object.fromEntries(FACTS.filter((name) => isPresent(holder[name])).map((name) => [name, holder[name]]));
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;
const callsTool = (step: Readonly<Record<string, unknown>>): boolean =>
  typeof step.tool === "string" && step.tool !== "";
const isSpoken = (value: unknown): boolean => (typeof value === "string" || Array.isArray(value)) && value.length > 0;

/** Whether a row knows any sampling fact of any step. */
export function hasStepFacts(row: Readonly<Row>): boolean {
  const steps: unknown = row.steps;
  return (Array.isArray(steps) ? steps : []).some((step) => isRecord(step) && Object.keys(factsOf(step)).length > 0);
}

/**
 * The sampling facts of each turn of the agent, from the row's steps, in the order of the conversation's assistant
 * turns. Calls made in parallel are one turn. A row with a single turn falls back on its totals. Empty facts where the
 * steps do not tell; null when steps and turns do not match up, so that no number lands on the wrong turn.
 */
export function turnFacts(row: Readonly<Row>, turns: number): TurnFacts[] | null {
  const steps: unknown = row.steps;
  const known: TurnFacts[] = isSpoken(row.opener) ? [NONE] : [];
  let turn: unknown;
  for (const step of (Array.isArray(steps) ? steps : []).filter(isRecord)) {
    const isCall = callsTool(step);
    const joins = isCall && typeof step.turn === "number" && step.turn === turn;
    turn = isCall ? step.turn : undefined;
    if (joins) known[known.length - 1] = { ...factsOf(step), ...known.at(-1) };
    else if (isCall || (!isPresent(step.user) && isSpoken(step.text))) known.push(factsOf(step));
  }
  if (known.length === turns - 1) known.push(NONE);
  if (known.length !== turns) return null;
  if (turns === 1 && Object.keys(known[0] as TurnFacts).length === 0) return [factsOf(row)];
  return known;
}
