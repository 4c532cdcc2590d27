/**
 * Whether `judgeTrust` names what is wrong with a judge, and clears the ones with which nothing is: judges with a planted
 * fault grade seeded populations of 160 labelled rows (half right, length independent of being right) and are asked again
 * with all probes. Detection: FAIL with a flag that names the fault. False alarm: an honest judge that does not PASS.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/planted-judges.ts [populations, default 200]
 */

import { wilsonInterval } from "../packages/core/src/index.js";
import { grade, judgeTrust } from "../packages/judges/src/index.js";
import {
  PLANTED_JUDGES,
  PLANTED_RUBRIC,
  plantedRows,
} from "../packages/judges/src/trust/__fixtures__/planted-judges.js";
import { countArgument } from "./count-argument.js";

const POPULATIONS = countArgument("POPULATIONS", 200);
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

console.log(`${POPULATIONS} populations a judge\n`);
console.log("| judge | expected | as expected | 95% | flags seen (share of populations) |");
console.log("|---|---|---|---|---|");
for (const planted of PLANTED_JUDGES) {
  const seen = new Map<string, number>();
  const isHonest = planted.namedBy.length === 0;
  let right = 0;
  for (let seed = 1; seed <= POPULATIONS; seed++) {
    const judge = planted.make(seed);
    const { rows } = await grade(plantedRows(seed), judge);
    const report = await judgeTrust(rows, { judge, probes: "extended", rubric: PLANTED_RUBRIC, seed });
    const named = report.flags.some((flag) => planted.namedBy.includes(flag));
    if (isHonest ? report.ok : report.status === "FAIL" && named) right++;
    const probed = Object.entries(report.probes ?? {}).flatMap(([name, { flagged, brittle }]) =>
      flagged ? [name] : brittle ? [`${name} (brittle)`] : [],
    );
    for (const flag of [...report.flags.filter((code) => code !== "exploitable" && code !== "brittle"), ...probed])
      seen.set(flag, (seen.get(flag) ?? 0) + 1);
  }
  const band = wilsonInterval(right, POPULATIONS);
  const flags = [...seen]
    .sort(([, left], [, value]) => value - left)
    .map(([flag, count]) => `${flag} ${percent(count / POPULATIONS)}`)
    .join(", ");
  console.log(
    `| ${planted.name} | ${isHonest ? "PASS" : "FAIL, named"} | ${percent(right / POPULATIONS)} | ${percent(band?.low ?? 0)}..${percent(band?.high ?? 1)} | ${flags || "none"} |`,
  );
}
