/** A process that grades rows into a folder, slowly enough to be killed on the way. Prints a line for every row it judges. */
import type { Row } from "@whileai/core";
import { grade } from "@whileai/judges";

const [dir, count] = [process.argv[2] as string, Number(process.argv[3])];
const rows: Row[] = Array.from({ length: count }, (_, index) => ({ scenario_id: `t${index}`, final_text: `${index}` }));
const judge = {
  name: "slow",
  version: "1",
  judge: async (row: Readonly<Row>) => {
    const index = Number(row.final_text);
    await new Promise((resolve) => setTimeout(resolve, 2 + ((index * 7) % 11)));
    process.stdout.write(`${index}\n`);
    return { reward: index % 3 === 0 ? 1 : 0, reason: `row ${index}` };
  },
};
await grade(rows, judge, { store: { dir }, limits: { concurrency: 5 } });
process.stdout.write("whole\n");
