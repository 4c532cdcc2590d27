import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

const conditions = ["@whileai/source", ...defaultServerConditions];

const packages = readdirSync(new URL("./packages", import.meta.url));
const projects = ["packages", "apps", "tooling"].flatMap((group) =>
  readdirSync(new URL(`./${group}`, import.meta.url))
    .filter((name) => existsSync(new URL(`./${group}/${name}/package.json`, import.meta.url)))
    .map((name) => ({ name, root: `./${group}/${name}` })),
);

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    reporters: ["default", "./tooling/vitest/tally.ts"],
    // Small machines too use all they have; the default leaves one core idle.
    maxWorkers: availableParallelism(),
    // Files share their worker: twice as fast. A test puts back what it changes (variables, settings, clocks).
    pool: "threads",
    isolate: false,
    // Properties run slower under coverage and on busy machines; no test asserts how long it takes.
    testTimeout: 60_000,
    projects: projects.map(({ name, root }) => ({
      extends: true as const,
      test: {
        name,
        root,
        include: ["src/**/*.test.ts", "golden/**/*.test.ts"],
        setupFiles: [fileURLToPath(new URL("./tooling/vitest/property-seed.ts", import.meta.url))],
        benchmark: { include: ["src/**/*.bench.ts"] },
      },
    })),
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      exclude: ["**/*.test.ts", "**/*.test-d.ts", "**/*.bench.ts", "**/__fixtures__/**"],
      reporter: ["text-summary", "lcov", "json-summary"],
      // Each package is held to the same gate on its own, so that a well-tested one cannot hide a bare one.
      thresholds: Object.fromEntries(packages.map((name) => [`packages/${name}/src/**`, { lines: 90 }])),
    },
  },
});
