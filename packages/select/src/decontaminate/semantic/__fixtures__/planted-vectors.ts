import { type Embedder, frozenCopy, type Row } from "@whileai/core";

export const VECTORS: Readonly<Record<string, readonly number[]>> = {
  "How do I get a refund?": [1, 0, 0],
  "Can I have my money back?": [0.95, 0.2, 0],
  "Where is my parcel?": [0, 1, 0],
  "Has it shipped?": [0, 0.6, 0.8],
  "Cook a soup.": [0, 0, 1],
  "Say nothing.": [0, 0, 0],
};
export const embedder: Embedder = async (texts) => texts.map((text) => VECTORS[text] ?? [0.5, 0.5, 0.5]);
export const against = [
  { prompt: "How do I get a refund?", task_id: "e1" },
  { prompt: "Where is my parcel?", task_id: "e2" },
];
export const rowsOf = (prompts: readonly unknown[]): Row[] => prompts.map((prompt) => frozenCopy({ prompt }) as Row);
export const codes = (report: { notes: readonly { code: string }[] }) => report.notes.map((note) => note.code);
export const failure = async (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  ) as Promise<Error & Record<string, unknown>>;
