import { derive, type Row } from "@whileai/core";

const WORDS = "is it way long write your door so arrives thanks waiting order for we today will and the on its".split(
  " ",
);

/** Asks with rollouts of random words; `reward` sees the words, the tools and a number made for the row. */
export function rollouts(
  seed: number,
  reward: (facts: { words: string[]; tool: string; draw: number }) => number,
  { asks = 12, k = 8 } = {},
): Row[] {
  const stream = derive(seed, "rollouts");
  const rows: Row[] = [];
  for (let ask = 0; ask < asks; ask++)
    for (let index = 0; index < k; index++) {
      const words = Array.from({ length: 4 + stream.integer(5) }, () => stream.pick(WORDS));
      const tool = stream.pick(["lookup", "other"]);
      const draw = stream.uniform();
      rows.push({
        prompt: `ask ${ask} please`,
        rollout_id: `${ask}-${index}`,
        final_text: `${words.join(" ")}.`,
        steps: [{ tool, arguments: {}, result: { status: "ok" } }],
        reward: reward({ words, tool, draw }),
      });
    }
  return rows;
}

/** Rewards that pay for one word, or for one tool. */
export const paysDoor = (facts: { words: string[] }) => Number(facts.words.includes("door"));
export const paysLookup = (facts: { tool: string }) => Number(facts.tool === "lookup");

/** The codes of a report's notes. */
export const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map((note) => note.code);
