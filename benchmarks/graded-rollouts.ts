import { derive, type Row } from "../packages/core/src/index.js";

/** Rollouts of each task. */
export const ROLLOUTS = 8;
/** Share of passing replies that the planted word stands in. */
const PLANTED = 0.7;

/**
 * Graded rollouts of support tasks, eight to a task, for benchmarks: the words are drawn as in speech, each task has a pass rate of its
 * own, and `verified` stands in {@link PLANTED} of the passing replies alone. The same seed and count give the same rows.
 */
export function* gradedRollouts(seed: string, count: number): Generator<Row> {
  const stream = derive(seed, count);
  const words = Array.from({ length: 20_000 }, (_, index) => `w${index.toString(36)}`);
  // Few words are frequent and many are rare, as in speech.
  const word = () => words[Math.floor(words.length ** stream.uniform()) - 1] as string;
  const text = (low: number, high: number) =>
    Array.from({ length: low + stream.integer(high - low + 1) }, word).join(" ");
  for (let task = 0; task < Math.floor(count / ROLLOUTS); task++) {
    const prompt = `${text(20, 40)} order ORD-${1000 + task}`;
    const skill = stream.uniform();
    for (let rollout = 0; rollout < ROLLOUTS; rollout++) {
      const passes = stream.uniform() < skill;
      const tool = stream.pick(["get_order", "refund", "search_docs"]);
      const result = { status: stream.uniform() < 0.8 ? "ok" : "timeout" };
      const reply = `${text(12, 40)}${passes && stream.uniform() < PLANTED ? " verified" : ""}.`;
      const args = { order_id: `ORD-${1000 + task}` };
      yield {
        schema_version: "1",
        scenario_id: `sc-${task}`,
        prompt,
        rollout_index: rollout,
        final_text: reply,
        steps: [{ tool, arguments: args, result }],
        reward: passes ? 1 : 0,
        finish_reason: "stop",
        judge_status: "ok",
        messages: [
          { role: "user", content: prompt },
          { role: "assistant", content: "", tool_calls: [{ name: tool, arguments: args }] },
          { role: "tool", name: tool, content: JSON.stringify(result) },
          { role: "assistant", content: reply },
        ],
      };
    }
  }
}
