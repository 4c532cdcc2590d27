// Every `ts` block of the documentation must fit our types, and run, offline: node tooling/docs/check-blocks.mjs
// Names that a block uses and does not make are those of reader.ts, files that it reads are FILES_AT_HAND; a block that imports
// vitest is a test file and runs in it. Comments on lines of their own below a console.log are what it prints, with … for the rest.
// Prints a line a file; exits 1 when a block fails.
import { execFile, spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const work = mkdtempSync(join(tmpdir(), "whileai-docs-"));
const FILES = [
  "README.md",
  ...globSync("packages/*/README.md", { cwd: root }),
  ...globSync("docs/{,grading/,selecting/,statistics/}*.md", { cwd: root }).sort(),
];
/** Blocks that need a framework, a key, or hours: they are held against the types alone. */
const TYPES_ONLY = /\b(support|createReactAgent|google|mcpTools)\b|"openai:|1_000_000/;
/** Blocks that only make sense inside a test run. */
const IS_TEST = /from "vitest"/;
const FIXTURES = "packages/stats/src/interop/__fixtures__";
/** Files that examples read, by the name they have there. */
const FILES_AT_HAND = {
  "logs/before.eval": `${FIXTURES}/inspect.eval`,
  "logs/after.eval": `${FIXTURES}/inspect-deflated.eval`,
};
/** Frameworks that stay out of the root install. */
const FOREIGN = ["@ai-sdk/google", "@langchain/langgraph/prebuilt"];

const reader = readFileSync(join(root, "tooling/docs/reader.ts"), "utf8");
const atHand = [...reader.matchAll(/^export const (?:(\w+)|\[([^\]]+)\])|^export \{ (\w+) \}/gm)].flatMap((match) =>
  (match[1] ?? match[2] ?? match[3]).split(", "),
);

function moduleOf(block) {
  const makes = (name) => new RegExp(`\\b(const|import)\\b[^;=]*\\b${name}\\b[^;=]*(=|from)`).test(block);
  const uses = (name) => new RegExp(`(?<![.\\w"-])${name}\\b`).test(block) && !makes(name);
  const names = atHand.filter(uses);
  return [
    ...(uses("wai") ? ['import * as wai from "whileai";'] : []),
    ...(names.length > 0 ? [`import { ${names.join(", ")} } from "./reader.js";`] : []),
    block,
    "export {};",
  ].join("\n");
}

const inOneLine = (text) => text.replaceAll(/\s+/g, " ").trim();
/** The first line that a block says it prints, and does not. */
function notPrinted(block, stdout) {
  const said = [...block.matchAll(/^console\.log\(.*\);\n((?:\/\/ .*\n)+)/gm)].flatMap((match) =>
    match[1].trimEnd().split("\n"),
  );
  const printed = inOneLine(stdout);
  return said.find(
    (line) =>
      !line
        .slice("//".length)
        .split("…")
        .every((part) => printed.includes(inOneLine(part))),
  );
}

try {
  mkdirSync(join(work, "node_modules/@whileai"), { recursive: true });
  for (const name of ["core", "simulate", "judges", "stats", "select", "platform-client"]) {
    symlinkSync(join(root, "packages", name), join(work, "node_modules/@whileai", name));
  }
  symlinkSync(join(root, "packages/cli"), join(work, "node_modules/whileai"));
  symlinkSync(join(root, "packages/core/node_modules/zod"), join(work, "node_modules/zod"));
  for (const name of ["@types", "vitest"])
    symlinkSync(join(root, "node_modules", name), join(work, "node_modules", name));
  const compilerOptions = {
    noEmit: true,
    declaration: false,
    declarationMap: false,
    customConditions: ["@whileai/source"],
    allowImportingTsExtensions: true,
  };
  writeFileSync(
    join(work, "tsconfig.json"),
    JSON.stringify({ extends: join(root, "tsconfig.base.json"), compilerOptions, include: ["*.ts"] }),
  );
  writeFileSync(join(work, "package.json"), '{ "type": "module" }');
  writeFileSync(join(work, "reader.ts"), reader);
  writeFileSync(join(work, "foreign.d.ts"), FOREIGN.map((name) => `declare module "${name}";\n`).join(""));

  const blocks = FILES.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map((match, index) => {
      const place = `${file}:${text.slice(0, match.index).split("\n").length + 1}`;
      const isTest = IS_TEST.test(match[1]);
      const name = `${file.replaceAll(/[/.]/g, "-")}-${index + 1}${isTest ? ".test" : ""}`;
      writeFileSync(join(work, `${name}.ts`), moduleOf(match[1]));
      return { file, place, name, text: match[1], isTest, isRun: !TYPES_ONLY.test(match[1]) };
    });
  });

  const failures = [];
  const types = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", work], { encoding: "utf8" });
  for (const line of types.stdout.split("\n").filter((each) => /error TS/.test(each))) {
    const block = blocks.find(({ name }) => line.startsWith(`${name}.ts(`) || line.includes(`/${name}.ts(`));
    failures.push(`${block?.place ?? "tooling/docs/reader.ts"}: ${line.slice(line.indexOf("error"))}`);
  }
  if (types.status !== 0 && failures.length === 0) failures.push(`tsc: ${types.stdout}${types.stderr}`);
  const conditions = ["@whileai/source", "module", "node", "development|production"];
  writeFileSync(
    join(work, "vitest.config.mjs"),
    `export default { resolve: { conditions: ${JSON.stringify(conditions)} }, ssr: { resolve: { conditions: ${JSON.stringify(conditions)} } } };`,
  );
  const env = { PATH: process.env.PATH, HOME: work };
  const asScript = ["--conditions=@whileai/source", "--import", import.meta.resolve("tsx")];
  const asTest = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--root", work, "--reporter=dot"];
  const run = ({ name, place, text, isTest }) =>
    new Promise((done) => {
      const cwd = join(work, `${name}-run`);
      for (const [file, source] of Object.entries(FILES_AT_HAND)) cpSync(join(root, source), join(cwd, file));
      const args = isTest ? [...asTest, `${name}.ts`] : [...asScript, join(work, `${name}.ts`)];
      execFile(process.execPath, args, { cwd, env, encoding: "utf8", timeout: 120_000 }, (error, stdout, stderr) => {
        const missing = error ? undefined : notPrinted(text, stdout);
        if (missing) failures.push(`${place}: it does not print ${missing.slice("// ".length)}`);
        if (error)
          failures.push(`${place}: ${/^\w*Error.*$/m.exec(stderr)?.[0] ?? (stderr.slice(-500) || error.message)}`);
        done();
      });
    });
  const waiting = blocks.filter(({ isRun }) => isRun);
  const worker = async () => {
    for (let block = waiting.shift(); block !== undefined; block = waiting.shift()) await run(block);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  for (const file of FILES) {
    const own = blocks.filter((block) => block.file === file);
    if (own.length > 0)
      console.log(`${file}: ${own.length} blocks, ${own.filter(({ isRun }) => isRun).length} of them run`);
  }
  for (const failure of failures) console.log(`FAIL  ${failure}`);
  console.log(`${blocks.length} blocks, ${failures.length} failed`);
  process.exitCode = blocks.length > 0 && failures.length === 0 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
