/**
 * A whole process that grades 1,000 rows of which 10 hang their verifier, 10 throw and 10 give junk. Prints what became of
 * them, and must then end by itself.
 */
import { grade, verifierFromModule } from "@whileai/judges";

const HANGS = ["loop", "pattern", "tower"];
const replies = Array.from({ length: 1000 }, (_, index) => {
  if (index % 100 === 7) return HANGS[((index - 7) / 100) % HANGS.length] as string;
  if (index % 100 === 50) return "throw";
  if (index % 100 === 93) return "junk";
  return index % 2 === 0 ? "yes" : "no";
});
const rows = replies.map((final_text, index) => ({ scenario_id: `t${index}`, final_text }));
const verifier = verifierFromModule(new URL("../../workers/__fixtures__/judges.mjs", import.meta.url), { threads: 2 });

const { report } = await grade(rows, verifier, { limits: { timeoutMs: 300, concurrency: 4 } });
console.log(JSON.stringify({ ...report.toJSON(), text: `${report}` }));
