import { defineConfig, type Options } from "tsup";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** Packages that are loaded when something of theirs is first called. */
const ON_CALL = ["@whileai/stats", "@whileai/judges", "@whileai/select"];

/**
 * Functions of a package as functions that load it when the first of them is called. The statistics and the judges are most of
 * the code, and reading them took more than half of the time of `import "whileai"`, also for those who only simulate. A frozen
 * object of functions loads when one of them is looked up, a class when it is first used. Lists and records of texts are written
 * out. Other constants cannot wait: importing one is an error of the build.
 *
 * Modules are loaded as modules, so that there is one copy of each and `instanceof` holds; Node can since 20.19.
 */
function loadOnCall(name: string): Plugin {
  const esm = `
    import { createRequire } from "node:module";
    import { fileURLToPath } from "node:url";
    let loaded;
    function load() {
      if (loaded !== undefined) return loaded;
      const require = createRequire(import.meta.url);
      try {
        loaded = require(fileURLToPath(import.meta.resolve(${JSON.stringify(name)})));
      } catch (error) {
        // Node can be told not to: then the other build of the package does.
        if (error.code !== "ERR_REQUIRE_ESM") throw error;
        loaded = require(${JSON.stringify(name)});
      }
      return loaded;
    }`;
  const cjs = `
    let loaded;
    function load() {
      return (loaded ??= require(${JSON.stringify(name)}));
    }`;
  return {
    name: `load ${name} on call`,
    setup(build) {
      const { format } = build.initialOptions;
      build.onResolve({ filter: new RegExp(`^${name}$`) }, ({ kind }) =>
        // The call that loads, in the functions below, is the one that stays.
        kind === "require-call"
          ? { path: name, external: true }
          : { path: name, namespace: "on-call", sideEffects: false },
      );
      build.onLoad({ filter: new RegExp(`^${name}$`), namespace: "on-call" }, async () => {
        const exported = Object.entries((await import(name)) as Record<string, unknown>);
        const isFunction = (value: unknown): boolean => typeof value === "function";
        const wrappers = exported.flatMap(([key, value]) => {
          if (isClass(value)) return [classWrapper(key)];
          if (isPlain(value)) return [`export const ${key} = /* @__PURE__ */ Object.freeze(${JSON.stringify(value)});`];
          if (isFunction(value)) return [`export function ${key}(...given) { return load().${key}(...given); }`];
          if (!isRecordOf(value, isFunction)) return [];
          const getters = Object.keys(value).map((name) => `get ${name}() { return load().${key}.${name}; }`);
          return [`export const ${key} = /* @__PURE__ */ Object.freeze({ ${getters.join(", ")} });`];
        });
        return {
          contents: [format === "esm" ? esm : cjs, ...wrappers].join("\n"),
          loader: "js",
          resolveDir: import.meta.dirname,
        };
      });
    },
  };
}

const isClass = (value: unknown): boolean => typeof value === "function" && /^class\b/.test(String(value));

/** Constructs, extends and answers `instanceof` as the class itself. */
const classWrapper = (name: string): string => `
  export const ${name} = /* @__PURE__ */ new Proxy(function ${name}() {}, {
    construct: (_, given, target) => Reflect.construct(load().${name}, given, target === ${name} ? load().${name} : target),
    get: (_, key) => load().${name}[key],
  });`;

function isPlain(value: unknown): boolean {
  if (typeof value === "string") return true;
  return typeof value === "object" && value !== null && isData(value) && Object.values(value).every(isPlain);
}

const isData = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

function isRecordOf(value: unknown, isOne: (entry: unknown) => boolean): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(isOne);
}

const shared = {
  target: "node20",
  sourcemap: true,
  dts: false,
  shims: true,
} satisfies Options;

export default defineConfig([
  {
    ...shared,
    entry: { index: "src/index.ts", main: "src/main.ts" },
    format: ["esm", "cjs"],
    // The builds run side by side.
    clean: ["!bundled.*"],
    // What stays outside is settled before plugins are asked.
    noExternal: ON_CALL.map((name) => new RegExp(`^${name}$`)),
    esbuildPlugins: ON_CALL.map(loadOnCall),
  },
  // For bundlers, which follow imports and not calls that load.
  { ...shared, entry: { bundled: "src/index.ts" }, format: ["esm"], splitting: false },
]);
