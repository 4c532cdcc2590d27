import type { ToolSchema } from "@whileai/core";

/** Longest tool name that model APIs take; letters, digits, `_` and `-` only. */
const MAX_NAME = 64;
const WIRE_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Tools under names that every model API takes, and the way back. */
export interface WireTools {
  readonly tools: readonly ToolSchema[];
  /** The tool's own name; a name that is not known is left as it is. */
  original(wireName: string): string;
  /** The name that goes out for a tool; a name that is not known is left as it is. */
  wireName(original: string): string;
}

/**
 * Renames tools whose names an API would refuse: `math.hypot` goes out as `math_hypot`. Names that would then collide get
 * a number at the end; names that are fine are never changed.
 */
export function wireTools(tools: readonly ToolSchema[]): WireTools {
  const taken = new Set(tools.map((tool) => tool.name).filter((name) => WIRE_NAME.test(name)));
  const back = new Map<string, string>();
  const out = new Map<string, string>();
  const renamed = tools.map((tool) => {
    if (WIRE_NAME.test(tool.name)) return tool;
    const base = tool.name.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, MAX_NAME);
    let name = base;
    for (let number = 2; taken.has(name); number++) {
      const suffix = `_${number}`;
      name = base.slice(0, MAX_NAME - suffix.length) + suffix;
    }
    taken.add(name);
    back.set(name, tool.name);
    out.set(tool.name, name);
    return { ...tool, name };
  });
  return {
    tools: renamed,
    original: (name) => back.get(name) ?? name,
    wireName: (name) => out.get(name) ?? name,
  };
}
