// Every statistics vector in whatever engine runs this: the results of each file, with all that was computed on the way.
// `run.mjs` bundles it with the runners and the vectors, and runs the same bundle in Node and in a browser.
import { recorded, runners, vectors } from "virtual:golden";

export async function runVectors() {
  const results = [];
  for (const { name, runner } of runners)
    for (const file of runner.files) {
      if (!Object.hasOwn(vectors, file)) continue;
      recorded.length = 0;
      const cases = await runner.run(vectors[file], file, { read: (other) => vectors[other] });
      const failed = cases.filter(({ status }) => status === "failed").map(({ id, detail }) => `${id}: ${detail}`);
      const passed = cases.filter(({ status }) => status === "passed").length;
      results.push({ name, file, passed, failed, recorded: [...recorded] });
    }
  return results;
}

runVectors().then((results) => {
  globalThis.goldenResults = results;
  if (typeof document === "undefined") return;
  const report = document.createElement("pre");
  report.id = "results";
  report.textContent = JSON.stringify({ agent: navigator.userAgent, results });
  document.body.append(report);
});
