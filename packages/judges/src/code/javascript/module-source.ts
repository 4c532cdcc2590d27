/**
 * How modules become scripts, as text: there is no loader in a QuickJS machine. It gives `asScript(candidate)`, where what the candidate
 * exports is there by name and what it imports is left out, and `asBody(tests)`, where imports are calls of `require`.
 */
export const MODULE_SOURCE = String.raw`
(() => {
  const IMPORT = /^[ \t]*import\s+(?:([\w$*{},\s]+?)\s+from\s+)?["']([^"'\n]+)["'];?[ \t]*$/gm;
  const NAME = "[A-Za-z_$][\\w$]*";
  const newlines = (text) => "\n".repeat(text.split("\n").length - 1);
  /** The pairs of a list in braces: the name there, and the name here. */
  const pairs = (list) =>
    list.split(",").map((part) => part.trim().split(/\s+as\s+/)).filter(([from]) => from !== "" && from !== undefined).map(([from, to = from]) => [from, to]);

  const asScript = (source) => {
    const added = [];
    const declared = new RegExp("^([ \\t]*)export\\s+default\\s+((?:async\\s+)?(?:function\\s*\\*?|class)\\s+(" + NAME + "))", "gm");
    const script = source
      .replace(IMPORT, newlines)
      .replace(declared, (whole, space, declaration, name) => {
        // An anonymous class may extend another.
        if (name === "extends") return space + "module.exports.default = " + declaration;
        added.push("module.exports.default = " + name);
        return space + declaration;
      })
      .replace(/^([ \t]*)export\s+default\s+/gm, "$1module.exports.default = ")
      .replace(/^[ \t]*export\s*\{([^}]*)\}[ \t]*(from\s*["'][^"'\n]+["'])?;?[ \t]*$/gm, (whole, list, from) => {
        if (from === undefined) for (const [here, there] of pairs(list)) if (here !== there) added.push("module.exports[" + JSON.stringify(there) + "] = " + here);
        return newlines(whole);
      })
      .replace(/^([ \t]*)export\s+(?=(?:const|let|var|async|function|class)\b)/gm, "$1");
    return added.length === 0 ? script : script + "\n;" + added.join(";\n") + ";";
  };

  const asBody = (source) =>
    source.replace(IMPORT, (whole, clause = "", name) => {
      const from = JSON.stringify(name);
      const parts = [];
      const list = /\{([^}]*)\}/.exec(clause)?.[1];
      if (list !== undefined)
        parts.push("const { " + pairs(list).map(([there, here]) => JSON.stringify(there) + ": " + here).join(", ") + " } = require(" + from + ");");
      for (const part of clause.replace(/\{[^}]*\}/, "").split(",").map((each) => each.trim()).filter((each) => each !== "")) {
        const all = /^\*\s+as\s+(.+)$/.exec(part);
        parts.push(all ? "const " + all[1] + " = require(" + from + ");" : "const " + part + " = requireDefault(" + from + ");");
      }
      return parts.join(" ") + newlines(whole);
    });

  return { asScript, asBody };
})()
`;
