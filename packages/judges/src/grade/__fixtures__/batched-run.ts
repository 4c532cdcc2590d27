/** A process that grades rows in batches into a folder, with a dot now and then so that it can be killed at any moment. */
import type { Row } from "@whileai/core";
import { Anthropic, OpenAI } from "@whileai/core/backends";
import { grade, Judge } from "@whileai/judges";

const [dir = "", url = "", vendor = "openai", count = "0"] = process.argv.slice(2);
const rows: Row[] = Array.from({ length: Number(count) }, (_, index) => ({
  scenario_id: `t${index}`,
  final_text: `reply ${index}`,
}));
const apiKey = "sk-test-0123456789abcdef";
const model =
  vendor === "openai"
    ? OpenAI("gpt-4.1-mini", { apiKey, baseURL: `${url}/v1` })
    : Anthropic("claude-haiku-4-5", { apiKey, baseURL: url });
const dots = setInterval(() => process.stdout.write("."), 20);
const { report } = await grade(rows, Judge({ rubric: "Is it right?", model }), {
  batch: { pollMs: 40, requestsPerBatch: 15 },
  store: { dir },
});
clearInterval(dots);
process.stdout.write(`\n${JSON.stringify(report)}`);
