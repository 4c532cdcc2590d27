/**
 * The rows of a statistics vector: `{"rows": […]}` as given, `{"groups": {task: [rewards]}}` as one
 * `{task_id, reward}` row for each reward, in order.
 *
 * @example
 * vectorRows({ groups: { a: [1, 0] } }); // [{ task_id: "a", reward: 1 }, { task_id: "a", reward: 0 }]
 */
export function vectorRows<R = unknown>(input: unknown): R[] {
  const { rows, groups } = input as { rows?: R[]; groups?: Record<string, unknown[]> };
  if (rows !== undefined) return rows;
  if (groups === undefined) throw new TypeError("the vector's input has neither rows nor groups");
  return Object.entries(groups).flatMap(([task, rewards]) => rewards.map((reward) => ({ task_id: task, reward }) as R));
}
