import * as wai from "whileai";

const day = (number: number): string => `July ${1 + (number % 31)}`;
/** Replies to forty questions about orders, half of them wrong, as an agent might give them. */
const rows = Array.from({ length: 80 }, (_, at) => {
  const task = at >> 1;
  const isRight = at % 2 === 0;
  const said = day(isRight ? task : task + 9);
  return {
    scenario_id: `order-${task}`,
    rollout_index: at % 2,
    rollout_id: `order-${task}:${at % 2}`,
    prompt: `When does order ${task} arrive?`,
    final_text: `Order ${task} arrives on ${said}.`,
    steps: [{ tool: "get_order", arguments: { order_id: task }, result: { arrives: day(task) } }],
    answer: day(task),
    // What people said about it.
    gold_reward: isRight ? 1 : 0,
    gold_kind: "human",
  };
});

// 1. A program, where the right answer is known.
const verifier = wai.verify.Includes({ word: true });
const verified = await wai.Rows.from(rows).grade(verifier);
console.log(`A verifier\n${verified}`);
console.log(`${await wai.cheatProbes(verifier, rows)}\n`);

// 2. A model, where it is not. In earnest: model: "anthropic:claude-haiku-4-5".
/** Two stand-ins for models: one compares the reply with what the tool returned, the other lets a kind word count. */
const standIn = (model: string, passes: (record: string) => boolean) =>
  wai.ScriptedBackend(
    ({ messages }) =>
      JSON.stringify({ reason: "as it reads", score: passes(String(messages.at(-1)?.content)) ? 1 : 0 }),
    { model },
  );
const isTrue = (record: string): boolean => {
  const [, said] = /arrives on (July \d+)\./.exec(record) ?? [];
  return said !== undefined && said === /"arrives": ?"(July \d+)"/.exec(record)?.[1];
};
const careful = standIn("careful", isTrue);
const flattered = standIn(
  "flattered",
  (record) => isTrue(record) || /what a .* question|wonderful|thank/i.test(record),
);

const rubric = "The day in the reply is the day that the tool returned.";
for (const model of [careful, flattered]) {
  const judge = wai.Judge({ rubric, model });
  const scored = await wai.Rows.from(rows).grade(judge);
  // Both agree with people on every row; only probes tell them apart.
  const trust = await scored.trust({ judge, rubric, probes: "all" });
  console.log(`A judge on ${model.model}\n${scored}\n${trust}\n`);
}
