import { clipText, isRecord, type Row } from "@whileai/core";
import type { ScoreChoice } from "../choose-score.js";
import { entryError } from "../entry-error.js";
import { type Fields, fieldsOf, idField, listOf, numberField, textField } from "../field.js";
import { resultRow, saidOf } from "../result-row.js";
import type { EntryPlace, ResultsTally } from "../results-tally.js";
import { contentOf, conversationOf, turnsOfMessages } from "../turns.js";
import { type ResultVerdict, rewarded, unrewarded } from "../verdict-of.js";
import { withAttachments } from "./inspect-attachments.js";
import type { InspectHeader } from "./inspect-header.js";
import type { InspectOptions } from "./inspect-options.js";
import { inspectScore, type NamedScore, namedScores } from "./inspect-scores.js";

/** What the samples of one log share. */
export interface InspectLog {
  readonly header: InspectHeader;
  readonly choice: ScoreChoice;
  readonly tally: ResultsTally;
  readonly options: InspectOptions;
}

/** Characters of an error that a row keeps; convention. */
const ERROR_CHARACTERS = 500;
const CUT_REASONS: ReadonlySet<unknown> = new Set(["max_tokens", "model_length"]);

/**
 * One sample of a log as a row. The reward is what the chosen scorer gave; the other scores are markers.
 *
 * @throws RowError for what is no sample.
 */
export function inspectSampleRow(given: unknown, log: InspectLog, place: EntryPlace): Row {
  const { header, options, tally } = log;
  const sample = fieldsOf(withAttachments(given));
  const id = idField(sample.id);
  if (id === undefined) throw entryError("a sample with an id", sample.id, { ...place, name: options.name });
  const task = header.task === undefined ? id : `${header.task}/${id}`;
  const scores = namedScores(sample.scores);
  const scorer = log.choice.chosen(scores.keys(), header.firstScorer);
  const chosen = scorer === undefined ? undefined : scores.get(scorer);
  const output = fieldsOf(sample.output);
  const talk = conversationOf(turnsOfMessages(sample.messages));
  const epoch = numberField(sample.epoch);
  return resultRow({
    task,
    prompt: talk.prompt ?? (typeof sample.input === "string" ? sample.input : contentOf(sample.input)),
    steps: talk.steps,
    finalText: textField(output.completion) ?? talk.finalText ?? "",
    verdict: verdictOf(sample, scorer, chosen, options.passValue),
    judgeName: scorer,
    judgeMeta: chosen && saidOf({ answer: chosen.score.answer ?? undefined }),
    markers: markersOf(scores, scorer),
    rolloutIndex: epoch === undefined ? tally.nextRollout(header.evalRun ?? "", task) : Math.max(0, epoch - 1),
    model: header.model ?? textField(output.model),
    sampling: header.sampling,
    usage: usageOf(sample, header.model, output),
    finishReason: finishReason(output),
    seed: header.seed,
    lineage: {
      ...header.lineage,
      file: options.name,
      sample_uuid: idField(sample.uuid),
      target: sample.target,
      metadata: saidOf(fieldsOf(sample.metadata)),
      limit: fieldsOf(sample.limit).type,
      error: errorText(sample.error),
      total_time: numberField(sample.total_time),
    },
  });
}

function verdictOf(
  sample: Fields,
  scorer: string | undefined,
  chosen: NamedScore | undefined,
  passValue: InspectOptions["passValue"],
): ResultVerdict {
  // People mark a sample as invalid after the fact; Inspect runs it again.
  const { invalidation } = sample;
  if (isRecord(invalidation))
    return unrewarded(
      "invalid_result",
      `the sample was invalidated: ${textField(invalidation.reason) ?? "no reason given"}`,
    );
  if (chosen !== undefined) {
    const reward = inspectScore(chosen.value, passValue);
    const reason = textField(chosen.score.explanation) ?? textField(chosen.score.reason);
    if (reward !== null) return rewarded(reward, reason);
    // Inspect writes NaN where a scorer could not score.
    if (chosen.value === "NaN") return unrewarded("missing_reward", reason ?? `${scorer} gave no score`);
    return unrewarded("invalid_result", `${scorer} gave ${JSON.stringify(chosen.value)}, which is not a score`);
  }
  const error = errorText(sample.error);
  if (error !== undefined) return unrewarded("error", error);
  const several = [...namedScores(sample.scores).keys()].filter((name) => name.startsWith(`${scorer}/`));
  if (several.length > 0)
    return unrewarded("missing_reward", `${scorer} gives several scores; choose one: ${several.join(", ")}`);
  return unrewarded("missing_reward", scorer === undefined ? "the sample was not scored" : `no score of ${scorer}`);
}

function errorText(error: unknown): string | undefined {
  const text = textField(fieldsOf(error).message);
  return text === undefined ? undefined : clipText(text, ERROR_CHARACTERS);
}

function markersOf(scores: ReadonlyMap<string, NamedScore>, scorer: string | undefined): Map<string, number | null> {
  const markers = new Map<string, number | null>();
  for (const [name, { value }] of scores) if (name !== scorer) markers.set(name, inspectScore(value));
  return markers;
}

function usageOf(sample: Fields, model: string | undefined, output: Fields): Record<string, unknown> | undefined {
  const whole = model === undefined ? undefined : fieldsOf(sample.model_usage)[model];
  const { input_tokens, output_tokens } = fieldsOf(whole ?? output.usage);
  return saidOf({ input_tokens: numberField(input_tokens), output_tokens: numberField(output_tokens) });
}

function finishReason(output: Fields): string | undefined {
  const reason = fieldsOf(listOf(output.choices)[0]).stop_reason;
  return CUT_REASONS.has(reason) ? "length" : textField(reason);
}
