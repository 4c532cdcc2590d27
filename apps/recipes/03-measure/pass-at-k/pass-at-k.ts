import { passAt } from "whileai";

/** Three agents with the same pass@1 of one half, which are not at all the same agent. */
const agents: Record<string, (task: number, rollout: number) => 0 | 1> = {
  "a coin on every task": (task, rollout) => ((task * 7 + rollout * 5) % 8 < 4 ? 1 : 0),
  "half of the tasks, always": (task) => (task % 2 === 0 ? 1 : 0),
  "one task in four never, one always, two sometimes": (task, rollout) =>
    task % 4 === 0 ? 0 : task % 4 === 1 ? 1 : rollout % 2 === 0 ? 1 : 0,
};

for (const [name, passes] of Object.entries(agents)) {
  const rows = Array.from({ length: 24 * 8 }, (_, index) => {
    const task = Math.floor(index / 8);
    return { scenario_id: `task-${task}`, rollout_index: index % 8, reward: passes(task, index % 8) };
  });
  console.log(`${name}\n  ${passAt(rows)}`);
}
