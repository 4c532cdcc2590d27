import { type Fields, fieldsOf, idField, listOf, numberField, textField } from "../field.js";
import { saidOf } from "../result-row.js";

/** What an Inspect log says about all of its samples. */
export interface InspectHeader {
  readonly status: string | undefined;
  readonly task: string | undefined;
  readonly model: string | undefined;
  readonly firstScorer: string | undefined;
  readonly sampling: Record<string, unknown> | undefined;
  readonly seed: number | undefined;
  readonly evalRun: string | undefined;
  readonly lineage: Fields;
}

/** The facts of a log from `header.json`, `_journal/start.json` or the top of a JSON log. */
export function inspectHeader(header: unknown): InspectHeader {
  const { status, eval: spec, plan } = fieldsOf(header);
  const facts = fieldsOf(spec);
  const config = { ...fieldsOf(facts.model_generate_config), ...fieldsOf(fieldsOf(plan).config) };
  const model = textField(facts.model);
  const evalRun = idField(facts.eval_id) ?? idField(facts.run_id);
  return {
    status: textField(status),
    task: textField(facts.task),
    model,
    firstScorer: listOf(facts.scorers)
      .map((scorer) => textField(fieldsOf(scorer).name))
      .find((name) => name !== undefined),
    sampling: saidOf({
      model,
      temperature: numberField(config.temperature),
      top_p: numberField(config.top_p),
      max_tokens: numberField(config.max_tokens),
    }),
    seed: numberField(config.seed),
    evalRun,
    lineage: {
      source: "inspect",
      eval_run: evalRun,
      run_id: idField(facts.run_id),
      task: textField(facts.task),
      task_version: idField(facts.task_version),
      created: textField(facts.created),
    },
  };
}
