// Installs the packed tarballs in clean folders and uses them as a stranger would:
//   node check.mjs TARBALL_FOLDER NODE_20 NODE_24
// Prints a line a check and the tally; exits 1 when a check fails.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";

const [tarballs, ...nodes] = process.argv.slice(2).map((path) => resolve(path));
const work = mkdtempSync(join(tmpdir(), "whileai-packed-"));
// `whileai-0.1.0.tgz` is the umbrella; the scoped ones have another word before the version.
const tarball = (name) => {
  const file = readdirSync(tarballs).find((entry) => new RegExp(`^${name}-\\d.*\\.tgz$`).test(entry));
  assert(file, `no tarball of ${name} in ${tarballs}`);
  return join(tarballs, file);
};
const ALL = [
  "whileai-core",
  "whileai-simulate",
  "whileai-stats",
  "whileai-select",
  "whileai-judges",
  "whileai-platform-client",
  "whileai",
];
let passed = 0;
let failed = 0;
function check(name, body) {
  try {
    const detail = body();
    passed++;
    console.log(`ok    ${name}${detail === undefined ? "" : `: ${detail}`}`);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${name}: ${error.stderr?.toString() || error.message}`);
  }
}

/** A clean folder with these tarballs installed from the local files only where they are ours. */
function project(name, wanted, type = "module") {
  const folder = join(work, name);
  mkdirSync(folder);
  const ours = Object.fromEntries(
    ALL.map((entry) => [
      entry === "whileai" ? entry : entry.replace("whileai-", "@whileai/"),
      `file:${tarball(entry)}`,
    ]),
  );
  const dependencies = Object.fromEntries(wanted.map((entry) => [entry, ours[entry] ?? "*"]));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name, version: "1.0.0", private: true, type, dependencies, overrides: ours }),
  );
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--omit=peer", "--silent"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  return folder;
}
const run = (node, folder, file, source, args = []) => {
  writeFileSync(join(folder, file), source);
  return execFileSync(node, [...args, file], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
};
const version = (node) => execFileSync(node, ["-v"], { encoding: "utf8" }).trim();

try {
  const stats = project("stats", ["@whileai/stats"]);
  check("@whileai/stats alone brings only core, zod and pure-rand", () => {
    const lock = JSON.parse(readFileSync(join(stats, "package-lock.json"), "utf8"));
    const installed = Object.keys(lock.packages)
      .filter(Boolean)
      .map((key) => key.replace("node_modules/", ""))
      .sort();
    assert.deepEqual(installed, ["@whileai/core", "@whileai/stats", "pure-rand", "zod"]);
    return installed.join(", ");
  });
  const rows = `[{scenario_id:"a",reward:1},{scenario_id:"a",reward:0},{scenario_id:"b",reward:1},{scenario_id:"b",reward:1}]`;
  for (const node of nodes) {
    check(
      `passAt through import on ${version(node)}`,
      () =>
        run(
          node,
          stats,
          "use.mjs",
          `import { passAt } from "@whileai/stats"; console.log(String(passAt(${rows})));`,
        ).match(/^pass@1 0\.75 .*/)[0],
    );
    check(
      `passAt through require on ${version(node)}`,
      () =>
        run(
          node,
          stats,
          "use.cjs",
          `const { passAt } = require("@whileai/stats"); console.log(String(passAt(${rows})));`,
        ).match(/^pass@1 0\.75 .*/)[0],
    );
  }
  const pages = [
    ["passAt", 15_000, `import { passAt } from "@whileai/stats"; globalThis.line = String(passAt(${rows}));`],
    [
      "passAt and compareRuns",
      20_000,
      `import { compareRuns, passAt } from "@whileai/stats"; const rows = ${rows}; globalThis.line = String(passAt(rows)); if (compareRuns(rows, rows).delta !== 0) throw new Error("a run differs from itself");`,
    ],
  ];
  for (const [name, most, source] of pages)
    check(`${name} in a browser bundle of at most ${most / 1000} kB brotli`, () => {
      writeFileSync(join(stats, "page.js"), source);
      const esbuild = resolve("node_modules/.bin/esbuild");
      execFileSync(
        esbuild,
        [
          "page.js",
          "--bundle",
          "--minify",
          "--format=iife",
          "--platform=browser",
          "--outfile=bundle.js",
          "--log-level=error",
        ],
        { cwd: stats, stdio: ["ignore", "ignore", "pipe"] },
      );
      const bundle = readFileSync(join(stats, "bundle.js"));
      const line = execFileSync(
        nodes[0],
        [
          "-e",
          `const vm = require("node:vm"); const page = vm.createContext({ TextEncoder, TextDecoder }); vm.runInContext(require("node:fs").readFileSync("bundle.js", "utf8"), page); console.log(page.line);`,
        ],
        { cwd: stats, encoding: "utf8" },
      );
      assert.match(line, /^pass@1 0\.75/);
      const size = brotliCompressSync(bundle).length;
      assert(size <= most, `${size} bytes`);
      return `${size} bytes`;
    });

  const whole = project("whole", ["whileai", "zod"]);
  const job = (load) => `${load}
const tools = [wai.tool({ name: "get_order", description: "Look up an order by id.", input: z.object({ order_id: z.string() }) })];
(async () => {
  const data = await wai.simulate({ agent: wai.seededAgent(tools), tools, systemPrompt: "Help customers with orders.", simulator: false, mode: "rl", repeats: 4, repeatPolicy: "fixed", budget: 64, limits: { concurrency: CONCURRENCY } });
  const scored = await data.grade((row) => (row.seeded.length ? 0 : 1));
  const { createHash } = await import("node:crypto");
  console.log(createHash("sha256").update(scored.rows.map((row) => JSON.stringify(row)).join("\\n")).digest("hex"));
  console.log(String(scored.passAt()));
  console.log(String(scored.select({ mode: "rl" })));
})();`;
  const esm = job(`import * as wai from "whileai"; import { z } from "zod";`);
  const cjs = job(`const wai = require("whileai"); const { z } = require("zod");`);
  const outputs = new Map();
  for (const node of nodes)
    for (const [file, source] of [
      ["job.mjs", esm],
      ["job.cjs", cjs],
    ])
      for (const concurrency of file === "job.mjs" ? [1, 8, 32] : [8])
        check(`the main job, ${file} at concurrency ${concurrency} on ${version(node)}`, () => {
          const output = run(node, whole, file, source.replace("CONCURRENCY", String(concurrency)));
          outputs.set(`${file} ${concurrency} ${version(node)}`, output);
          return output.split("\n")[0].slice(0, 16);
        });
  check("the same seed gives the same rows and reports in all of them", () => {
    // lineage.scoring_run_id is derived from the run, so the whole graded row is compared.
    assert.equal(new Set(outputs.values()).size, 1, `${new Set(outputs.values()).size} different outputs`);
    return outputs.values().next().value.split("\n")[1];
  });
  for (const node of nodes)
    check(`the command on ${version(node)}`, () => {
      execFileSync(node, [join(whole, "node_modules/whileai/bin/whileai.js"), "quickstart", "--json"], {
        cwd: whole,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      });
      return execFileSync(node, [join(whole, "node_modules/whileai/bin/whileai.js"), "--version"], {
        cwd: whole,
        encoding: "utf8",
      }).trim();
    });
  for (const node of nodes)
    check(
      `every entry of core and simulate loads through import and require, with no framework there, on ${version(node)}`,
      () =>
        run(
          node,
          whole,
          "entries.mjs",
          `import { createRequire } from "node:module"; import { readFileSync } from "node:fs"; import assert from "node:assert/strict";
const require = createRequire(import.meta.url);
let count = 0;
for (const name of ["@whileai/core", "@whileai/simulate"]) {
  const { exports } = JSON.parse(readFileSync(\`node_modules/\${name}/package.json\`, "utf8"));
  for (const entry of Object.keys(exports).filter((key) => !key.endsWith(".json"))) {
    const path = name + entry.slice(1);
    assert.deepEqual(Object.keys(await import(path)).sort(), Object.keys(require(path)).sort(), path);
    count++;
  }
}
console.log(\`\${count} entries\`);`,
        ),
    );
  check("state is one per process across import and require", () =>
    run(
      nodes[1],
      whole,
      "mix.mjs",
      `import { createRequire } from "node:module"; import assert from "node:assert/strict";
import * as esm from "whileai"; import { settings } from "@whileai/core/settings";
const cjs = createRequire(import.meta.url)("whileai");
cjs.configure({ agent: "openai:gpt-4.1-mini" });
assert.match(String(esm.settings), /agent=openai:gpt-4.1-mini/); assert.equal(String(settings), String(cjs.settings));
try { cjs.OpenAI(""); } catch (error) { assert(esm.WhileaiError.isInstance(error)); }
console.log(String(settings));`,
    ),
  );
  for (const node of nodes)
    check(`what is loaded on call is the package itself on ${version(node)}`, () =>
      run(
        node,
        whole,
        "on-call.mjs",
        `import * as wai from "whileai"; import { isRubric, verify } from "@whileai/judges"; import * as select from "@whileai/select"; import assert from "node:assert/strict";
class OwnMonitor extends wai.HackMonitor {}
assert(new wai.HackMonitor() instanceof select.HackMonitor && new select.HackMonitor() instanceof wai.HackMonitor);
assert(new OwnMonitor() instanceof OwnMonitor && new OwnMonitor() instanceof wai.HackMonitor);
for (const name of ["ALARM_KINDS", "STYLE_MARKERS", "STYLE_PHRASES", "TRACE_FLAGS", "TRACE_MARKERS"]) assert.deepEqual(wai[name], select[name], name);
assert.deepEqual(Object.keys(wai.verify), Object.keys(verify));
for (const name of Object.keys(verify)) assert.equal(wai.verify[name], verify[name], name);
assert(isRubric(wai.Rubric({ criteria: ["Polite"] })));
await assert.rejects(wai.grade([], wai.verify.ExactMatch), /makes a verifier and is none itself/);
console.log(String(await wai.Rows.from([{ scenario_id: "a", final_text: "x", answer: "x" }]).grade(wai.verify.ExactMatch())).split("\\n")[0]);`,
      ),
    );
  check("importing whileai costs at most 60 ms over bare node (best of seven)", () => {
    writeFileSync(join(whole, "bare.mjs"), "");
    writeFileSync(join(whole, "start.mjs"), `import "whileai";`);
    const time = (file) => {
      const started = process.hrtime.bigint();
      execFileSync(nodes[1], [file], { cwd: whole });
      return Number(process.hrtime.bigint() - started) / 1e6;
    };
    // Taken in turn, so that a slow moment of the machine falls on both. Shared machines have slow minutes, in which even bare node
    // takes half as long again: a round that misses is taken again after a pause. The bound stays what it is.
    const round = () => {
      const times = Array.from({ length: 7 }, () => [time("bare.mjs"), time("start.mjs")]);
      return Math.min(...times.map(([, whileai]) => whileai)) - Math.min(...times.map(([bare]) => bare));
    };
    const rounds = [];
    while (rounds.length < 12 && !(rounds.at(-1) <= 60)) {
      if (rounds.length > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15_000);
      rounds.push(round());
    }
    const shown = rounds.map((extra) => `${extra.toFixed(1)} ms`).join(", ");
    assert(rounds.at(-1) <= 60, shown);
    return shown;
  });
  check("importing whileai makes no network system call", () => {
    writeFileSync(join(whole, "start.mjs"), `import "whileai";`);
    const traced = spawnSync("strace", ["-f", "-qq", "-e", "trace=%network", nodes[1], "start.mjs"], {
      cwd: whole,
      encoding: "utf8",
    });
    assert.equal(traced.status, 0, traced.stderr);
    // Node asks what its standard streams are (here: sockets of this script); anything that makes or uses an address counts.
    const calls = traced.stderr.split("\n").filter((line) => /AF_INET|connect\(|sendto\(|sendmsg\(|bind\(/.test(line));
    assert.deepEqual(calls, []);
  });
  check(
    "importing whileai loads no zod, SDK, Ajv, YAML, commander or Parquet, and neither statistics, judges nor selection",
    () => {
      const loaded = run(
        nodes[1],
        whole,
        "loaded.cjs",
        `require("whileai"); console.log(Object.keys(require.cache).join("\\n"));`,
      );
      const heavy = loaded
        .split("\n")
        .filter((file) =>
          /node_modules\/(zod|openai|@anthropic-ai|ollama|ajv|yaml|tinypool|quickjs-emscripten|sql\.js|commander|hyparquet|@whileai\/(stats|judges|select))\//.test(
            file,
          ),
        );
      assert.deepEqual(heavy, []);
      return `${loaded.split("\n").length} files`;
    },
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed, 0 skipped`);
process.exitCode = failed > 0 ? 1 : 0;
