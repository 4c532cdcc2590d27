import { type Content, contentText, isRecord, type Message, type Row, type Step } from "@whileai/core";

/** An edit of what a reply says: text before it, after it, or another text in its place. */
export type ReplyEdit =
  | { readonly before: string }
  | { readonly after: string }
  | { readonly rewrite: (text: string) => string };

/**
 * A copy of a row whose last reply is edited: in `final_text`, in the last assistant message, and in the last step where
 * that repeats the final text. Everything else stays, parts that are no text too.
 */
export function withReply(row: Readonly<Row>, edit: ReplyEdit): Row {
  const edited: Row = { ...row };
  const before = contentText(row.final_text as unknown);
  const messages: unknown = row.messages;
  const at = Array.isArray(messages)
    ? messages.findLastIndex((entry) => isRecord(entry) && entry.role === "assistant")
    : -1;
  const spoken = at < 0 ? undefined : ((messages as Message[])[at] as Message);
  const base = before === "" && spoken !== undefined ? contentText(spoken.content) : before;
  edited.final_text = editText(base, edit);
  if (spoken !== undefined)
    edited.messages = (messages as Message[]).with(at, { ...spoken, content: editContent(spoken.content, edit) });
  const steps: unknown = row.steps;
  if (Array.isArray(steps)) {
    const last = steps.length - 1;
    const step: unknown = steps[last];
    if (isRecord(step) && !step.tool && typeof step.text === "string" && step.text.trim() === base.trim())
      edited.steps = (steps as Step[]).with(last, { ...step, text: editText(step.text, edit) });
  }
  return edited;
}

/**
 * A copy of a row in which the agent did something else altogether: what it said and did is gone, the ask stays.
 */
export function withConduct(row: Readonly<Row>, reply: string, steps: readonly Step[]): Row {
  const replaced: Row = { ...row, final_text: reply, steps: [...steps] };
  const messages: unknown = row.messages;
  if (!Array.isArray(messages)) return replaced;
  const given = messages.filter((entry): entry is Message => isRecord(entry));
  const asked = given.findIndex((message) => message.role === "user");
  const answered = given.findIndex((message, index) => index > asked && message.role === "assistant");
  replaced.messages = [
    ...given.slice(0, answered < 0 ? given.length : answered),
    ...steps.map(
      ({ tool, arguments: args }): Message => ({
        role: "assistant",
        content: "",
        tool_calls: [{ name: tool as string, arguments: args ?? {} }],
      }),
    ),
    ...(steps.length > 0 ? [] : [{ role: "assistant" as const, content: reply }]),
  ];
  return replaced;
}

function editText(text: string, edit: ReplyEdit): string {
  if ("before" in edit) return edit.before + text;
  return "after" in edit ? text + edit.after : edit.rewrite(text);
}

function editContent(content: unknown, edit: ReplyEdit): Content {
  if (!Array.isArray(content)) return editText(contentText(content), edit);
  const text = contentText(content);
  if ("before" in edit) return [{ type: "text", text: edit.before }, ...content];
  if ("after" in edit) return [...content, { type: "text", text: edit.after }];
  const others = content.filter(
    (part) => !(isRecord(part) && typeof part.text === "string") && typeof part !== "string",
  );
  return [{ type: "text", text: edit.rewrite(text) }, ...others];
}
