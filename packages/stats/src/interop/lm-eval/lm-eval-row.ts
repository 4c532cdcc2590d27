import { contentText, type Row } from "@whileai/core";
import type { ScoreChoice } from "../choose-score.js";
import { entryError } from "../entry-error.js";
import { type Fields, fieldsOf, idField, listOf, textField } from "../field.js";
import { resultRow, saidOf } from "../result-row.js";
import type { EntryPlace, ResultsTally } from "../results-tally.js";
import { scoreNumber } from "../score-value.js";
import { rewarded, unrewarded } from "../verdict-of.js";

/** What the lines of one file share. */
export interface LmEvalFile {
  readonly tally: ResultsTally;
  readonly metric: ScoreChoice;
  readonly task: string | undefined;
  readonly model: string | undefined;
  readonly run: string | undefined;
  readonly name: string | undefined;
  readonly place: EntryPlace;
}

/** Fields of a sample that are no metrics; files of older versions have no list of those. */
const SAMPLE_FIELDS: ReadonlySet<string> = new Set([
  "doc_id",
  "doc",
  "target",
  "arguments",
  "resps",
  "filtered_resps",
  "filter",
  "metrics",
  "doc_hash",
  "prompt_hash",
  "target_hash",
]);

/** The filter of a sample; older files have none. */
export const filterOf = (sample: Fields): string => textField(sample.filter) ?? "none";

/** The metrics of a sample by name. */
function metricsOf(sample: Fields): Map<string, number | null> {
  const listed = listOf(sample.metrics).filter((name) => typeof name === "string");
  const names = listed.length > 0 ? listed : Object.keys(sample).filter((name) => !SAMPLE_FIELDS.has(name));
  const metrics = new Map<string, number | null>();
  for (const name of names) if (Object.hasOwn(sample, name)) metrics.set(name, scoreNumber(sample[name]));
  return metrics;
}

/** One sample as a row. */
export function lmEvalRow(given: unknown, file: LmEvalFile): Row {
  const sample = fieldsOf(given);
  const id = idField(sample.doc_id);
  if (id === undefined) throw entryError("a sample with `doc_id`", sample.doc_id, { ...file.place, name: file.name });
  const metrics = metricsOf(sample);
  const metric = file.metric.chosen(metrics.keys());
  const task = file.task === undefined ? id : `${file.task}/${id}`;
  const value = metric === undefined ? undefined : metrics.get(metric);
  const { prompt, choices, generation } = requestOf(sample.arguments);
  const responses = listOf(listOf(sample.resps)[0]);
  return resultRow({
    task,
    prompt,
    finalText: choices.length > 1 ? likeliest(sample, choices) : answerOf(sample),
    verdict:
      typeof value === "number"
        ? rewarded(value)
        : unrewarded(
            value === null ? "invalid_result" : "missing_reward",
            metric === undefined
              ? "the sample has no metric"
              : `${metric} of the sample is ${value === null ? `${JSON.stringify(sample[metric])}, which is no score` : "missing"}`,
          ),
    judgeName: metric,
    markers: new Map([...metrics].filter(([name]) => name !== metric)),
    rolloutIndex: file.tally.nextRollout(file.run ?? "", task),
    model: file.model,
    sampling: saidOf({ ...generation, model: file.model }),
    lineage: {
      source: "lm-eval",
      file: file.name,
      eval_run: file.run,
      task: file.task,
      filter: filterOf(sample),
      doc_hash: textField(sample.doc_hash),
      prompt_hash: textField(sample.prompt_hash),
      target: sample.target,
      doc: sample.doc,
      responses: responses.length > 1 ? responses : undefined,
    },
  });
}

interface Request {
  readonly prompt: string | undefined;
  readonly choices: readonly string[];
  readonly generation: Fields;
}

/** The prompt of a sample, and what its model was asked for: continuations to rate, or how to generate. */
function requestOf(given: unknown): Request {
  const requests = (Array.isArray(given) ? given : Object.values(fieldsOf(given))).map((request): unknown[] =>
    Array.isArray(request) ? request : Object.values(fieldsOf(request)),
  );
  const [first = []] = requests;
  const choices = requests.map(([, choice]) => choice).filter((choice) => typeof choice === "string");
  const { temperature, top_p, max_gen_toks } = fieldsOf(first[1]);
  return {
    prompt: typeof first[0] === "string" ? first[0] : undefined,
    choices,
    generation: saidOf({ temperature, top_p, max_tokens: max_gen_toks }) ?? {},
  };
}

function answerOf(sample: Fields): string | undefined {
  const [first] = listOf(sample.filtered_resps);
  const text = Array.isArray(first) ? first.find((entry) => typeof entry === "string") : first;
  return typeof text === "string" ? text : contentText(text) || undefined;
}

/** The continuation that the model finds likeliest: what it would have answered. */
function likeliest(sample: Fields, choices: readonly string[]): string | undefined {
  const values = listOf(sample.filtered_resps).map((entry) => Number(Array.isArray(entry) ? entry[0] : entry));
  if (values.length !== choices.length || !values.every(Number.isFinite)) return undefined;
  return choices[values.indexOf(Math.max(...values))]?.trim();
}
