// The statistics vectors in a real browser, and whether it prints the digits that Node prints:
//   node conformance/browser/run.mjs CHROMIUM WORK_FOLDER [VECTOR_FOLDER]
// Without a folder of vectors, the copies beside each package are used. Ends with the tally; exits 1 when anything differs.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import { build } from "esbuild";

const root = resolve(import.meta.dirname, "../..");
const [chromium, work, shared] = process.argv.slice(2);
const FAMILY = "stats";
const BROWSER_TIMEOUT_MS = 600_000;
/** Relative difference that an engine's own Math functions may leave. */
const SAME = 1e-12;
/** Far above what the longest file takes; the page is read when its scripts are done. */
const MOST_OUTPUT = 2 ** 26;

const runnerFiles = globSync("packages/{core,stats}/golden/*.golden.ts", { cwd: root })
  .filter((file) => readFileSync(join(root, file), "utf8").includes(`"${FAMILY}/`))
  .sort();
const folders = [...(shared && existsSync(join(shared, FAMILY)) ? [shared] : [])].concat(
  globSync("packages/{core,stats}/golden/__fixtures__", { cwd: root }).map((folder) => join(root, folder)),
);
const vectors = {};
for (const folder of folders)
  for (const file of globSync(`${FAMILY}/*.json`, { cwd: folder }))
    vectors[file] ??= JSON.parse(readFileSync(join(folder, file), "utf8"));

/** The golden tools without those that read files, the runners, and a package whose every result is recorded. */
const virtual = {
  name: "virtual",
  setup(bundle) {
    const namespace = "virtual";
    const contents = {
      "virtual:golden": [
        ...runnerFiles.map(
          (file, index) => `import { runner as runner${index} } from ${JSON.stringify(join(root, file))};`,
        ),
        `export const runners = [${runnerFiles.map((file, index) => `{ name: ${JSON.stringify(basename(file))}, runner: runner${index} }`)}];`,
        `export const vectors = ${JSON.stringify(vectors)};`,
        'export { recorded } from "virtual:recorder";',
      ].join("\n"),
      "virtual:recorder": readFileSync(join(import.meta.dirname, "recorder.js"), "utf8"),
      "@whileai/golden": readFileSync(join(root, "tooling/golden/src/index.ts"), "utf8")
        .split("\n")
        .filter((line) => !/^export type|run-fixtures/.test(line))
        .join("\n"),
    };
    bundle.onResolve({ filter: /^(virtual:|@whileai\/golden$)/ }, ({ path }) => ({ path, namespace }));
    bundle.onResolve({ filter: /^\.\.\/src\/index\.js$/ }, ({ importer }) => {
      if (basename(dirname(importer)) !== "golden") return undefined;
      return { path: join(dirname(importer), "../src/index.ts"), namespace: "recorded" };
    });
    bundle.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: contents[path],
      loader: path === "@whileai/golden" ? "ts" : "js",
      resolveDir: join(root, "tooling/golden/src"),
    }));
    bundle.onLoad({ filter: /.*/, namespace: "recorded" }, ({ path }) => ({
      contents: `module.exports = require("virtual:recorder").recording(require(${JSON.stringify(path)}));`,
      resolveDir: root,
    }));
  },
};

mkdirSync(work, { recursive: true });
const outfile = join(work, "golden-page.js");
await build({
  entryPoints: [join(import.meta.dirname, "golden-page.js")],
  absWorkingDir: join(root, "packages/stats"),
  bundle: true,
  format: "iife",
  platform: "browser",
  target: "es2022",
  conditions: ["@whileai/source"],
  plugins: [virtual],
  outfile,
  logLevel: "error",
});

// In Node the bundle gets what every JavaScript platform has, and none of Node's own.
const context = vm.createContext({ TextEncoder, TextDecoder, URL, console });
vm.runInContext(readFileSync(outfile, "utf8"), context);
while (context.goldenResults === undefined) await new Promise((done) => setImmediate(done));
const inNode = JSON.parse(JSON.stringify(context.goldenResults));

const page = join(work, "page.html");
writeFileSync(page, '<!doctype html><meta charset="utf-8"><body><script src="golden-page.js"></script></body>');
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"];
// It talks to nobody: names do not resolve, and background services stay off.
const offline = [
  "--disable-background-networking",
  "--disable-component-update",
  "--host-resolver-rules=MAP * ~NOTFOUND",
];
const dom = execFileSync(
  chromium,
  [...flags, ...offline, `--user-data-dir=${join(work, "profile")}`, "--dump-dom", pathToFileURL(page).href],
  { encoding: "utf8", timeout: BROWSER_TIMEOUT_MS, maxBuffer: MOST_OUTPUT, stdio: ["ignore", "pipe", "pipe"] },
);
const text = /<pre id="results">(.*?)<\/pre>/s.exec(dom)?.[1];
if (text === undefined) throw new Error(`the page gave no results: ${dom.slice(0, 500)}`);
const { agent, results } = JSON.parse(
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&nbsp;", "\u00a0").replaceAll("&amp;", "&"),
);

/**
 * The text of every report must be the same, character by character, and so must the data, but for the last bits that an
 * engine's own Math.exp and Math.log may change: their count and the largest difference are told.
 */
function compare(here, there) {
  const found = { wrong: [], lastBits: 0, largest: 0 };
  const walk = (one, other, path) => {
    if (Object.is(one, other)) return;
    if (typeof one === "number" && typeof other === "number") {
      const apart = Math.abs(one - other) / Math.max(1, Math.abs(one));
      found.lastBits++;
      found.largest = Math.max(found.largest, apart);
      if (!(apart <= SAME)) found.wrong.push(`${path}: ${one} in Node, ${other}`);
    } else if (typeof one === "object" && typeof other === "object" && one !== null && other !== null) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
        walk(one[key], other[key], `${path}.${key}`);
    } else found.wrong.push(`${path}: ${one} in Node, ${other}`);
  };
  if (here.length !== there.length) found.wrong.push(`${here.length} results in Node, ${there.length}`);
  for (const [index, { name, text, data }] of here.entries()) {
    const other = there[index];
    if (text !== other?.text) found.wrong.push(`text of ${name} #${index}: ${text} in Node, ${other?.text}`);
    if (data !== other?.data)
      walk(data && JSON.parse(data), other?.data && JSON.parse(other.data), `${name} #${index}`);
  }
  return found;
}

console.log(agent);
let [passed, failed] = [0, 0];
for (const [index, { name, file, recorded, ...tally }] of results.entries()) {
  const own = inNode[index];
  const { wrong, lastBits, largest } = compare(own?.file === file ? own.recorded : [], recorded);
  const problems = [...tally.failed, ...own.failed.map((each) => `in Node: ${each}`), ...wrong];
  for (const detail of problems) console.log(`FAIL  ${file} ${detail}`);
  passed += tally.passed + (wrong.length === 0 ? 1 : 0);
  failed += tally.failed.length + own.failed.length + (wrong.length === 0 ? 0 : 1);
  const bits =
    lastBits === 0
      ? "every bit as in Node"
      : `text as in Node, ${lastBits} numbers up to ${largest.toExponential(0)} apart`;
  console.log(
    `${problems.length === 0 ? "ok  " : "FAIL"}  ${file} (${name}): ${tally.passed} passed; ${recorded.length} results, ${bits}`,
  );
}
if (results.length < Object.keys(vectors).length || results.length !== inNode.length) {
  failed++;
  const ran = results.map(({ file }) => file);
  console.log(
    `FAIL  without a runner: ${Object.keys(vectors)
      .filter((file) => !ran.includes(file))
      .join(", ")}`,
  );
}
console.log(`${passed} passed, ${failed} failed, 0 skipped`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
