/** Tags that say what every value here is anyway: a text, a list, a mapping or nothing. */
const KNOWN_TAGS: ReadonlySet<string> = new Set(
  ["str", "seq", "map", "null"].map((name) => `tag:yaml.org,2002:${name}`),
);

/**
 * A reader of YAML in which every value is a text as it is written: a constitution is made of texts, and `007`, `1.10` and
 * `no` name what they say. `~`, `null` and nothing are null. Refused are keys given twice, aliases, and tags that mean more.
 */
export async function yamlReader(): Promise<(text: string) => unknown> {
  const { parseDocument, visit } = await import("yaml");
  return (text) => {
    const document = parseDocument(text, {
      schema: "failsafe",
      customTags: ["null"],
      uniqueKeys: true,
      logLevel: "error",
    });
    const [error] = document.errors;
    if (error !== undefined) throw error;
    visit(document, {
      Alias: (_, { source }) => {
        throw new Error(`the alias *${source} stands for a text elsewhere: write it out`);
      },
      Value: (_, { tag }) => {
        if (tag !== undefined && !KNOWN_TAGS.has(tag))
          throw new Error(`the tag ${tag} means nothing here: leave it out`);
      },
    });
    return document.toJS({ maxAliasCount: 0 });
  };
}
