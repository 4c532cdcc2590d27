import type { Row } from "@whileai/core";
import type { DecontaminationHit, DecontaminationReport } from "@whileai/select";

/**
 * The contaminated rows of a file that is read again, each with its evidence in `contamination`: null for those beyond the
 * first whose evidence a report keeps.
 */
export async function* flaggedRows(
  rows: Iterable<Row> | AsyncIterable<Row>,
  { flagged, hits }: DecontaminationReport,
): AsyncGenerator<Row, void, undefined> {
  let [index, at, hit] = [0, 0, 0];
  for await (const row of rows) {
    if (flagged[at] === index) {
      const own = hits[hit]?.index === index ? (hits[hit++] as DecontaminationHit) : null;
      yield { ...row, contamination: own === null ? null : evidence(own) };
      at++;
    }
    index++;
  }
}

const evidence = (hit: DecontaminationHit) => ({
  rule: hit.rule,
  field: hit.field,
  match: hit.match,
  copy: hit.copy,
  span: hit.span,
  train_share: hit.trainShare,
  eval_share: hit.evalShare,
  similarity: hit.similarity,
  source: hit.source,
  eval_index: hit.evalIndex,
  eval_task_id: hit.evalTaskId,
  eval_id: hit.evalId,
  eval_field: hit.evalField,
  eval_text: hit.evalText,
});
