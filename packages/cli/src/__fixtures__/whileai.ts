import { run } from "../run.js";

/** Runs the command in this process and gives what it printed. */
export async function whileai(...argv: string[]): Promise<{ code: number; out: string; notes: string }> {
  const out: string[] = [];
  const notes: string[] = [];
  const code = await run(argv, { out: (text) => out.push(text), note: (text) => notes.push(text) });
  return { code, out: out.join("\n"), notes: notes.join("\n") };
}
