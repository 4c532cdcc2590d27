/**
 * kill -9 at drawn moments of model-backed runs against a local server, going on with each to its end: the rows, sorted, must
 * be those of a run that nobody killed, byte for byte. Ends with 1 when they are not.
 *
 *   node --conditions=@whileai/source --import tsx benchmarks/kill-resume.ts [KILLS] [SEED]
 */

import { killAndResume } from "../packages/cli/src/__fixtures__/kill-resume.js";
import { countArgument } from "./count-argument.js";

const kills = countArgument("KILLS", 50);
const seed = countArgument("SEED", 1, { place: 1, least: 0 });
const started = performance.now();
const outcome = await killAndResume(kills, seed);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `${outcome.kills} kills in ${outcome.runs} runs of ${outcome.rows} rows: ${outcome.different} runs with other rows, ` +
    `${outcome.gradedAgain} verdicts asked for twice; ${outcome.requestsAlone} requests undisturbed, ` +
    `${outcome.requestsMean.toFixed(0)} on average when killed; ${seconds} s`,
);
process.exitCode = outcome.different === 0 && outcome.gradedAgain === 0 ? 0 : 1;
