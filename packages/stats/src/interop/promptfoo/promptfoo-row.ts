import { canonicalJson, jsonText, type Row, sha256Hex } from "@whileai/core";
import type { ScoreChoice } from "../choose-score.js";
import { entryError } from "../entry-error.js";
import { type Fields, fieldsOf, idField, listOf, numberField, textField } from "../field.js";
import { resultRow, saidOf } from "../result-row.js";
import type { EntryPlace, ResultsTally } from "../results-tally.js";
import { scoreNumber } from "../score-value.js";
import { conversationOf, turnsOfMessages } from "../turns.js";
import { type ResultVerdict, rewarded, unrewarded } from "../verdict-of.js";

/** What the entries of one file share. */
export interface PromptfooFile {
  readonly tally: ResultsTally;
  readonly reward: ScoreChoice;
  readonly evalId: string | undefined;
  readonly name: string | undefined;
  readonly place: EntryPlace;
  /** By name of a task, the tests that have it, in order. */
  readonly tests: Map<string, string[]>;
}

/** The failure reason of a call that failed, as promptfoo numbers it; 1 is a failed assertion. */
const CALL_FAILED = 2;
/** A variable that promptfoo adds while it runs, beside those whose names begin with "_": no part of a test. */
const SESSION = "sessionId";
/** Hex digits of a prompt's id in a policy version, as for system prompts. */
const ID_DIGITS = 16;

/** How a result names its provider: its label, else its id. */
export function providerName({ provider }: Fields): { name: string | undefined; id: string | undefined } {
  const id = textField(provider) ?? idField(fieldsOf(provider).id);
  return { name: textField(fieldsOf(provider).label) ?? id, id };
}

/** How a result names its prompt: its label, else its text. */
export function promptLabel({ prompt }: Fields): string | undefined {
  const { label, raw } = fieldsOf(prompt);
  return textField(label) ?? textField(raw) ?? textField(prompt);
}

/** One result as a row. */
export function promptfooRow(given: unknown, file: PromptfooFile): Row {
  const entry = fieldsOf(given);
  if (typeof entry.success !== "boolean" && entry.gradingResult === undefined && entry.error === undefined)
    throw entryError("a result with `success`", entry.success, { ...file.place, name: file.name });
  const test = fieldsOf(entry.testCase);
  const response = fieldsOf(entry.response);
  const grading = fieldsOf(entry.gradingResult);
  const { name: provider, id: providerId } = providerName(entry);
  const promptId = idField(entry.promptId) ?? (promptLabel(entry) && sha256Hex(promptLabel(entry) ?? ""));
  const policy = [provider ?? "", promptId?.slice(0, ID_DIGITS)].filter(Boolean).join("@");
  const run = [file.evalId, policy].filter(Boolean).join("/");
  const task = taskOf(entry, test, file.tests);
  const scores = scoresOf(entry, grading);
  const wanted = file.reward.chosen(["success", ...scores.keys()]);
  const verdict = verdictOf(entry, grading, scores, wanted ?? "success");
  const isFailed = verdict.status === "error";
  const { prompt, system } = promptOf(entry);
  const usage = fieldsOf(response.tokenUsage ?? entry.tokenUsage);
  return resultRow({
    task,
    prompt,
    finalText: textOfOutput(response.output) ?? "",
    verdict,
    judgeName: "promptfoo",
    // Of a call that failed promptfoo writes 0 for every score.
    markers: new Map(
      [...scores].filter(([name]) => name !== wanted).map(([name, score]) => [name, isFailed ? null : score]),
    ),
    rolloutIndex: file.tally.nextRollout(run, task),
    model: provider,
    policyVersion: policy === "" ? undefined : policy,
    usage: saidOf({ input_tokens: numberField(usage.prompt), output_tokens: numberField(usage.completion) }),
    finishReason: textField(response.finishReason),
    lineage: {
      source: "promptfoo",
      file: file.name,
      eval_run: run === "" ? undefined : run,
      result_id: idField(entry.id),
      provider_id: providerId,
      prompt_label: promptLabel(entry),
      system_prompt: system,
      description: textField(test.description),
      vars: saidOf(fieldsOf(entry.vars)),
      metadata: saidOf(fieldsOf(test.metadata)),
      cost_usd: numberField(entry.cost),
      latency_ms: numberField(entry.latencyMs),
    },
  });
}

/** A test by its description and variables; of several tests that read alike, the later are numbered. */
function taskOf(entry: Fields, test: Fields, tests: Map<string, string[]>): string {
  const vars = saidOf(fieldsOf(entry.vars)) ?? saidOf(fieldsOf(test.vars)) ?? {};
  const own = Object.entries(vars)
    .filter(([name]) => !name.startsWith("_") && name !== SESSION)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const values = own.map(([name, value]) => `${name}=${typeof value === "string" ? value : canonicalJson(value)}`);
  const description = textField(test.description);
  const named = [description, values.join(", ")].filter((part) => part !== undefined && part !== "").join(": ");
  const name = named === "" ? (promptLabel(entry) ?? "") : named;
  const same = tests.get(name) ?? [];
  tests.set(name, same);
  const identity = canonicalJson([own, test.assert ?? null]);
  if (!same.includes(identity)) same.push(identity);
  const at = same.indexOf(identity);
  return at === 0 ? name : `${name} (${at + 1})`;
}

function scoresOf(entry: Fields, grading: Fields): Map<string, number | null> {
  const scores = new Map<string, number | null>();
  const score = entry.score ?? grading.score;
  if (score !== undefined) scores.set("score", scoreNumber(score));
  for (const [name, value] of Object.entries({ ...fieldsOf(grading.namedScores), ...fieldsOf(entry.namedScores) }))
    scores.set(name, scoreNumber(value));
  return scores;
}

function verdictOf(
  entry: Fields,
  grading: Fields,
  scores: ReadonlyMap<string, number | null>,
  wanted: string,
): ResultVerdict {
  const response = fieldsOf(entry.response);
  const error = textField(entry.error) ?? textField(response.error);
  const isUngraded = entry.failureReason === undefined && entry.gradingResult == null && error !== undefined;
  if (entry.failureReason === CALL_FAILED || isUngraded) return unrewarded("error", error ?? "the call failed");
  const reason = textField(grading.reason) ?? error;
  if (wanted === "success") {
    if (isUnjudged(grading)) return unrewarded("error", reason ?? "the grader failed");
    const passed = entry.success ?? grading.pass;
    if (typeof passed === "boolean") return rewarded(passed ? 1 : 0, reason);
    return unrewarded("missing_reward", "the result says neither passed nor failed");
  }
  const score = scores.get(wanted);
  if (typeof score === "number") return rewarded(score, reason);
  return unrewarded(score === null ? "invalid_result" : "missing_reward", `no score "${wanted}"`);
}

/** Whether all that failed were graders that could not judge, which says nothing about the answer. */
function isUnjudged(grading: Fields): boolean {
  const parts = listOf(grading.componentResults).map(fieldsOf);
  const failed = (parts.length === 0 ? [grading] : parts).filter(({ pass }) => pass === false);
  return (
    failed.length > 0 && grading.pass === false && failed.every((part) => fieldsOf(part.metadata).graderError === true)
  );
}

/** The prompt as the model saw it; chat prompts are JSON, of which the first user message is the row's. */
function promptOf(entry: Fields): { prompt: Row["prompt"]; system: string | undefined } {
  const raw = textField(fieldsOf(entry.prompt).raw) ?? textField(entry.prompt) ?? "";
  if (!raw.trimStart().startsWith("[")) return { prompt: raw, system: undefined };
  try {
    const messages: unknown = JSON.parse(raw);
    const { prompt } = conversationOf(turnsOfMessages(messages));
    const system = (Array.isArray(messages) ? messages : []).map(fieldsOf).find(({ role }) => role === "system");
    return { prompt: prompt ?? raw, system: textField(system?.content) };
  } catch {
    return { prompt: raw, system: undefined };
  }
}

function textOfOutput(output: unknown): string | undefined {
  if (output === undefined || output === null) return undefined;
  return typeof output === "string" ? output : jsonText(output);
}
