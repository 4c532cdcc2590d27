import type { Row } from "@whileai/core";

/** Words so that prompts are long enough to be compared and share no runs. */
const WORDS = "amber birch cedar delta ember flint grove haven iris jade kelp lotus maple north ochre pearl".split(" ");
const sentence = (seed: number): string =>
  Array.from({ length: 12 }, (_, at) => WORDS[(seed * 5 + at * (seed % 7) + at * at) % WORDS.length]).join(" ");

/** Graded rollouts of tasks, 8 each, of which some pass: those that looked the order up, or those that say a word. */
export function selectingRows(pays: "tool" | "word" = "tool", tasks = 24): Row[] {
  const rows: Row[] = [];
  for (let task = 0; task < tasks; task++)
    for (let index = 0; index < 8; index++) {
      const isLookedUp = (task * 3 + index * 5) % 7 < 3;
      const isVerified = (task + index * 3) % 5 < 2;
      rows.push({
        scenario_id: `t${task}`,
        rollout_index: index,
        rollout_id: `t${task}:${index}`,
        prompt: `Task ${task}: ${sentence(task)}`,
        final_text: `Order ${task} left on day ${index}.${isVerified ? " I verified that." : ""}`,
        steps: [{ tool: isLookedUp ? "get_order" : "search", arguments: { order_id: task }, result: "ok" }],
        reward: Number(pays === "tool" ? isLookedUp : isVerified),
      });
    }
  return rows;
}
