/** What counts as a privileged leak: `command.option(...LEAK_RULE_OPTION)`. */
export const LEAK_RULE_OPTION = [
  "--leak-rule <rule>",
  "a privileged leak is: quoted, any privileged text in a reply; unseen, only text that neither the prompt nor a tool result had shown (default quoted)",
] as const;
