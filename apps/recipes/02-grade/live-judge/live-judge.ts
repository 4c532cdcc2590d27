import * as wai from "whileai";

const ROWS = 50;
const RUBRIC = "The agent looks up the order that the customer asks about, and says what the tool returned.";

/** The model named on the command line: PROTOCOL URL [MODEL]. */
function modelOf([protocol = "", url = "", model = "smollm2-135m-instruct"]: readonly string[]): wai.Backend {
  if (protocol === "openai" && url !== "") return wai.Endpoint(model, { url: `${url}/v1` });
  if (protocol === "anthropic" && url !== "") return wai.Anthropic(model, { baseURL: url, apiKey: "local" });
  console.error("usage: live-judge.ts openai|anthropic URL [MODEL]");
  process.exit(64);
}

/** A run of an order desk; every third agent makes its answer up. */
function orderRun(index: number): wai.Row {
  const order_id = `OR-${1042 + 37 * index}`;
  const isMadeUp = index % 3 === 0;
  const status = ["packed", "on its way", "delivered"][index % 3] as string;
  return {
    scenario_id: order_id,
    prompt: `Where is order ${order_id}?`,
    steps: isMadeUp ? [] : [{ tool: "get_order", arguments: { order_id }, result: { status } }],
    final_text: isMadeUp ? `Order ${order_id} was lost by the carrier.` : `Order ${order_id} is ${status}.`,
  };
}

const [protocol] = process.argv.slice(2);
// A small model writes long reasons: room for them keeps the verdict from being cut off.
const judge = wai.Judge({ rubric: RUBRIC, model: modelOf(process.argv.slice(2)), maxTokens: 300 });
const rows = Array.from({ length: ROWS }, (_, index) => orderRun(index));
const { rows: graded, report } = await wai.grade(rows, judge, { limits: { concurrency: 4, timeoutMs: 120_000 } });

console.log(`${report}`);
const unjudged = graded.filter((row) => row.judge_status !== "ok");
for (const row of unjudged) {
  const raw = String(row.judge_meta?.raw ?? "");
  console.log(`\n${row.scenario_id} ${row.judge_status}: ${row.reason ?? row.judge_meta?.error}`);
  if (raw !== "") console.log(`${await wai.explain(row, judge, { reply: raw })}`);
}
console.log(
  JSON.stringify({
    protocol,
    rows: graded.length,
    parsed: graded.length - unjudged.length,
    explained: unjudged.filter((row) => row.reason || row.judge_meta?.error).length,
    passed: graded.filter((row) => row.reward === 1).length,
  }),
);
