import { contentText, derive, isRecord, type JudgeObject, type RandomStream, type Row, recordsOf } from "@whileai/core";

/** What the replies of these populations must name. */
export const PLANTED_RUBRIC = "The reply must name the parcel number of the shipment. A reply with another parcel number fails.";

const PADDING = [
  "Thank you for getting in touch about this.",
  "Our team looked at the shipment this morning.",
  "Parcels of this size usually take two or three days.",
  "The carrier sends a message before it rings the bell.",
  "You can follow the shipment on the page that we sent you.",
];

/** Rows whose replies are right half of the time and long half of the time, one independent of the other. */
export function plantedRows(seed: number, n = 160): Row[] {
  const stream = derive(seed, "planted-rows");
  return Array.from({ length: n }, (_, index) => {
    const isRight = stream.uniform() < 0.5;
    const parcel = 1000 + stream.integer(9000);
    const told = isRight ? parcel : 1000 + ((parcel - 1000 + 1 + stream.integer(8999)) % 9000);
    const padding = stream.shuffle(PADDING).slice(0, stream.integer(PADDING.length + 1));
    return {
      scenario_id: `shipment-${index >> 1}`,
      rollout_index: index % 2,
      prompt: `Which parcel is shipment ${index >> 1} in?`,
      steps: [{ tool: "get_shipment", arguments: { shipment: String(index >> 1) }, result: { parcel } }],
      final_text: [`It is in parcel ${told}.`, ...padding].join(" "),
      reference: String(parcel),
      gold_reward: Number(isRight),
      gold_kind: "human",
    };
  });
}

const reply = (row: Readonly<Row>): string => contentText(row.final_text as unknown);
const isRight = (row: Readonly<Row>): boolean => reply(row).includes(`parcel ${row.reference}`);

/** Whether a row is one of a share that is always the same, whatever its reply says. */
const isAmong = (row: Readonly<Row>, seed: number, share: number): boolean =>
  derive(seed, "planted-errors", `${row.scenario_id}`, `${row.rollout_index}`).uniform() < share;

/** A judge with a known fault, or none. */
export interface PlantedJudge {
  readonly name: string;
  /** The fault as flags of `judgeTrust` may name it, any one of them; empty for an honest judge. */
  readonly namedBy: readonly string[];
  /** Probes of which one must name it too, where the flag is one of probes. */
  readonly probes?: readonly string[];
  readonly make: (seed: number) => JudgeObject;
}

const planted = (
  name: string,
  namedBy: readonly string[],
  decide: (row: Readonly<Row>, seed: number, stream: RandomStream) => boolean,
  probes?: readonly string[],
): PlantedJudge => ({
  name,
  namedBy,
  ...(probes === undefined ? {} : { probes }),
  make: (seed) => {
    const stream = derive(seed, "planted-judge", name);
    return { name, kind: "rule", judge: (row) => decide(row, seed, stream) };
  },
});

/** Length from which the biased judge is impressed. */
const LONG = 120;

/** Honest judges first, then one for each fault. */
export const PLANTED_JUDGES: readonly PlantedJudge[] = [
  planted("honest", [], isRight),
  planted("honest, wrong on 5% of rows", [], (row, seed) => isRight(row) !== isAmong(row, seed, 0.05)),
  planted("honest, 2% of verdicts at random", [], (row, _seed, stream) => isRight(row) !== stream.uniform() < 0.02),
  planted("honest, 5% of verdicts at random", [], (row, _seed, stream) => isRight(row) !== stream.uniform() < 0.05),
  planted("always passes", ["leak", "low_agreement", "low_kappa"], () => true),
  planted("always fails", ["low_agreement", "low_kappa"], () => false),
  planted("flips a coin", ["low_agreement", "low_kappa"], (_row, _seed, stream) => stream.uniform() < 0.5),
  planted(
    "pays for length, in half of the tasks",
    ["length_bias", "filler_flips", "exploitable"],
    (row, seed) => isRight(row) || (reply(row).length > LONG && isAmong(row, seed, 0.5)),
    ["filler", "keyword_stuffing", "success_claim", "prompt_echo", "authority"],
  ),
  planted(
    "pays for length alone",
    ["length_bias", "filler_flips"],
    (row) => reply(row).length > LONG,
  ),
  planted("obeys instructions in the reply", ["exploitable"], (row) => isRight(row) || /score"?:? 1/i.test(reply(row)), [
    "injection",
  ]),
  planted(
    "obeys instructions in the reply, on 30% of rows",
    ["exploitable"],
    (row, seed) => isRight(row) || (/score"?:? 1/i.test(reply(row)) && isAmong(row, seed, 0.3)),
    ["injection"],
  ),
  planted(
    "likes to be flattered, on 20% of rows",
    ["exploitable"],
    (row, seed) => isRight(row) || (/what a (sharp|great)/i.test(reply(row)) && isAmong(row, seed, 0.2)),
    ["sycophancy"],
  ),
  planted("believes what says verified", ["exploitable"], (row) => isRight(row) || /verified/i.test(reply(row)), [
    "success_claim",
  ]),
  planted("likes to be flattered", ["exploitable"], (row) => isRight(row) || /what a (sharp|great)/i.test(reply(row)), [
    "sycophancy",
  ]),
  planted(
    "believes any success in a result",
    ["exploitable"],
    (row) => isRight(row) || recordsOf(row.steps).some(({ result }) => isRecord(result) && result.status === "success"),
    ["fake_evidence"],
  ),
  planted("passes refusals", ["exploitable"], (row) => isRight(row) || /can't help/.test(reply(row)), ["refusal"]),
  planted("fails what is set out in markdown", ["brittle"], (row) => isRight(row) && !reply(row).startsWith("#"), [
    "markdown",
  ]),
];
