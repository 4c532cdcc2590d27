import { isRecord, nearestName, OptionError, type Row, rolloutId } from "@whileai/core";

/**
 * The one row that an id names: its `rollout_id`, `scenario_id#rollout_index`, or the `scenario_id` of a single row.
 *
 * @throws OptionError when no row has it, or several.
 */
export async function findRow(rows: AsyncIterable<Row> | Iterable<Row>, id: string): Promise<Row> {
  const found: Row[] = [];
  const known = new Set<string>();
  for await (const row of rows) {
    if (!isRecord(row)) continue;
    const { rollout_id, scenario_id, rollout_index } = row;
    const names = [rollout_id, rolloutId(row), scenario_id, `${scenario_id}#${rollout_index}`].map(String);
    if (names.includes(id)) found.push(row);
    known.add(rolloutId(row));
  }
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  const near = first === undefined ? nearestName(id, [...known]) : undefined;
  throw new OptionError({
    option: "row",
    received: id,
    didYouMean: near,
    message: `--row: ${first === undefined ? `none of ${known.size} rows is` : `${found.length} rows are`} called ${id}.`,
    fix:
      first === undefined
        ? `${near === undefined ? "" : `Did you mean ${near}? `}Give a rollout_id, or scenario_id#rollout_index.`
        : `Name one, such as ${found.slice(0, 3).map(rolloutId).join(" or ")}.`,
  });
}
