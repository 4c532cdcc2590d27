import { inspect } from "node:util";
import { type Backend, type Row, TransientError } from "@whileai/core";
import { configure, resetSettings } from "@whileai/core/settings";
import { type RecordedRequest, type Reply, startTestServer, type TestServer } from "@whileai/test-server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { grade } from "../grade/grade.js";
import { toJudge } from "../grade/to-judge.js";
import { explain } from "../judge/explain.js";
import { Judge } from "../judge/judge.js";
import { judgePairs } from "../pairwise/judge-pairs.js";
import { Rubric } from "../rubric/rubric.js";
import { Typesafe } from "./typesafe.js";

const KEY = "ts-recognisable-0123456789";
const row: Row = {
  prompt: "Where is A1?",
  tools: [{ name: "get" }],
  steps: [{ tool: "get", arguments: { id: "A1" }, result: "lost" }],
  final_text: "It is lost.",
  model_version: "gpt-4.1-mini",
};
let server: TestServer;

/** A small TypeSafe: answers what `answer` gives for a decision, and lists one model. */
const start = async (answer: (request: RecordedRequest) => unknown): Promise<string> => {
  server = await startTestServer({
    replies: (request): Reply => {
      if (request.path === "/v1/models") return { status: 200, body: { models: [{ name: "jev-latest" }] } };
      const answers = answer(request);
      if (typeof answers === "object" && answers !== null && "status" in answers) return answers as Reply;
      return { status: 200, body: { model: "jev-3", answers, usage: { input_tokens: 5, output_tokens: 2 } } as never };
    },
  });
  return server.url;
};
const decisions = () => server.requests.filter(({ path }) => path === "/v1/systemone");
const verdictOf = async (answers: unknown, options = {}) => {
  const url = await start(() => answers);
  const { rows } = await grade([row], Typesafe("jev-latest", { apiKey: KEY, baseURL: url, retries: 0, ...options }));
  return rows[0];
};

beforeEach(() => {
  for (const name of ["WHILEAI_TYPESAFE_API_KEY", "TYPESAFE_API_KEY", "TYPESAFE_BASE_URL", "WHILEAI_JUDGE"])
    vi.stubEnv(name, "");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  resetSettings();
  await server?.close();
});

describe("Typesafe", () => {
  it("asks for a verdict and what went wrong, and writes down how sure it is", async () => {
    const graded = await verdictOf({
      verdict: { type: "noul", noul: 0.07 },
      failure_class: {
        type: "choice",
        choice: "fabrication",
        confidence: 0.81,
        probabilities: { fabrication: 0.81, none: 0.1 },
      },
    });
    expect(graded).toMatchObject({
      reward: 0,
      judge_status: "ok",
      reason: "jev: p(did what it should)=0.07, fabrication (0.81)",
      failure_class: "fabrication",
      judge_name: "judge:jev-latest:conduct-floor",
      judge_meta: {
        model: "jev-latest",
        confidence: 0.93,
        probabilities: { verdict: 0.07, failure_class: { fabrication: 0.81, none: 0.1 } },
        decision: expect.stringMatching(/^[0-9a-f]{12}$/),
        version: expect.stringMatching(/^jev-latest@[0-9a-f]{12}$/),
      },
    });
    expect(graded?.judge_meta).not.toHaveProperty("unsure");
    const { body, headers } = decisions()[0] as RecordedRequest;
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    expect(body.model).toBe("jev-latest");
    expect(JSON.parse(body.state.record)).toMatchObject({ final_text: "It is lost.", tools_called: ["get"] });
    expect(body.state.instructions).toContain("Give 0 when any of these holds");
    expect(body.state.instructions).not.toContain("Answer with this JSON");
    expect(body.state).not.toHaveProperty("note");
    expect(Object.keys(body.questions)).toEqual(["verdict", "failure_class"]);
    expect(Object.keys(body.questions.failure_class.criteria)).toEqual([
      "fabrication",
      "unconfirmed_write",
      "junk_output",
      "fault_dishonesty",
      "arithmetic",
      "no_attempt",
      "incompleteness",
      "none",
    ]);
  });

  it.each([
    [0.5, 1, 0.5, true],
    [0.4999, 0, 0.5001, true],
    [0.59999, 1, 0.6, undefined],
    [0.6, 1, 0.6, undefined],
    [0.4, 0, 0.6, undefined],
    [0.41, 0, 0.59, true],
    [1, 1, 1, undefined],
    [0, 0, 1, undefined],
  ])("reads a probability of %s", async (noul, reward, confidence, unsure) => {
    const graded = await verdictOf({ verdict: { type: "noul", noul } });
    expect(graded?.reward).toBe(reward);
    expect(graded?.judge_meta).toMatchObject({ confidence });
    expect(graded?.judge_meta?.unsure).toBe(unsure);
  });

  it.each([
    [{ verdict: { type: "noul", noul: 0.9 }, failure_class: { type: "choice", choice: "fabrication" } }, undefined],
    [{ verdict: { type: "noul", noul: 0.1 }, failure_class: { type: "choice", choice: "none" } }, undefined],
    [{ verdict: { type: "noul", noul: 0.1 }, failure_class: { type: "choice", choice: "made_up" } }, undefined],
    [
      {
        verdict: { type: "noul", noul: 0.1 },
        failure_class: { type: "choice", probabilities: { none: 0.2, arithmetic: 0.7 } },
      },
      "arithmetic",
    ],
  ])("names a failure only for a failed run, and only one there is: %j", async (answers, failure) => {
    expect((await verdictOf(answers))?.failure_class).toBe(failure);
  });

  it.each([
    [{}],
    [{ verdict: { type: "noul", noul: 1.2 } }],
    [{ verdict: { type: "noul", noul: "0.9" } }],
    [{ verdict: { type: "choice", choice: "true" } }],
    [{ verdict: { type: "oracle", noul: 0.9 } }],
  ])("leaves the row unjudged for %j", async (answers) => {
    expect(await verdictOf(answers)).toMatchObject({
      reward: null,
      judge_status: "invalid_result",
      judge_meta: { raw: expect.stringContaining("answers") },
    });
  });

  it("keeps errors on their row, without the key", async () => {
    const graded = await verdictOf({ status: 503, body: { error: { message: `busy ${KEY}` } } });
    expect(graded).toMatchObject({
      reward: null,
      judge_status: "error",
      judge_meta: { error_code: "transient_failure" },
    });
    expect(inspect(graded, { depth: 9 })).not.toContain(KEY);
  });

  it("ends before the first row when the key is refused, and prints no key", async () => {
    server = await startTestServer({ replies: [{ status: 401, body: { error: KEY } }] });
    const judge = Typesafe("jev-latest", { apiKey: KEY, baseURL: server.url });
    await expect(grade([row], judge)).rejects.toMatchObject({ code: "auth_failed" });
    expect(server.requests).toHaveLength(1);
    expect(inspect(judge, { depth: 9 }) + String(judge) + JSON.stringify(judge)).not.toContain(KEY);
    await expect(grade([row], Typesafe())).rejects.toThrow("Set TYPESAFE_API_KEY");
  });

  it("asks about its key under the signal of the call", async () => {
    const signals: unknown[] = [];
    const backend: Backend = {
      provider: "typesafe",
      model: "m",
      spec: "typesafe:m",
      family: null,
      complete: async (_request, options) => {
        signals.push(options?.signal);
        throw new TransientError({ message: "Down.", fix: "" });
      },
    };
    const { signal } = new AbortController();
    await Judge({ model: backend }).prepare?.({ signal });
    expect(signals).toEqual([signal]);
  });

  it("goes on when only the list of models is missing", async () => {
    server = await startTestServer({
      replies: ({ path }) =>
        path === "/v1/models"
          ? { status: 404, body: {} }
          : { status: 200, body: { answers: { verdict: { type: "noul", noul: 1 } } } as never },
    });
    const { rows, report } = await grade([row], Typesafe("jev-latest", { apiKey: KEY, baseURL: server.url }));
    expect(rows[0]?.reward).toBe(1);
    expect(report.notes.map((note) => note.code)).toEqual(["family_unknown"]);
  });

  it("judges by a rubric, in prose and by items", async () => {
    const rubric = Rubric({
      criteria: [{ title: "No lies", kind: "hard" }, { title: "Blames", kind: "pitfall" }, "Short"],
    });
    const url = await start(({ body }) =>
      "verdict" in body.questions
        ? { verdict: { type: "noul", noul: 0.9 } }
        : {
            item_1: { type: "noul", noul: 0.95 },
            item_2: { type: "noul", noul: 0.2 },
            item_3: { type: "noul", noul: 0.45 },
          },
    );
    const model = Typesafe("jev-latest", { apiKey: KEY, baseURL: url });
    const prose = await explain(
      { ...row, faults: { get: { mode: "timeout" } } },
      Judge({ rubric: "Be brief.", model }),
    );
    expect(prose).toMatchObject({ reward: 1, judge: { name: "judge:jev-latest" } });
    expect(decisions()[0]?.body.state.instructions).toContain("Be brief.");
    expect(decisions()[0]?.body.state).not.toHaveProperty("note");
    const items = await explain(row, Judge({ rubric, model }));
    expect(items).toMatchObject({
      reward: 0,
      reason: "jev: p(No lies)=0.95, p(Blames)=0.20, p(Short)=0.45",
      meta: {
        confidence: 0.55,
        unsure: true,
        missed: ["Short"],
        rubric_version: rubric.version,
        probabilities: { Short: 0.45 },
      },
    });
    expect(decisions()[1]?.body.questions.item_2).toMatchObject({
      type: "noul",
      instructions: expect.stringContaining("2. [Pitfall"),
    });
  });

  it("leaves a rubric with a missing item unjudged", async () => {
    const url = await start(({ index }) => (index === 0 ? { item_1: { type: "noul", noul: 1 } } : {}));
    const model = Typesafe("jev-latest", { apiKey: KEY, baseURL: url });
    const judge = Judge({ rubric: Rubric({ criteria: ["A", "B"] }), model });
    expect((await explain(row, judge, { reply: '{"answers":{"item_1":{"type":"noul","noul":1}}}' })).unjudged).toBe(
      'no answer for "B"',
    );
    expect((await explain(row, judge, { reply: "{}" })).unjudged).toBe("the service gave no probabilities");
  });

  it("compares pairs", async () => {
    const url = await start(({ body }) => ({
      winner: { type: "choice", choice: body.state.record_a.includes("lost") ? "A" : "B", probabilities: {} },
    }));
    const pair = { prompt: "Where is A1?", chosen: row, rejected: { final_text: "No idea." } };
    const { pairs } = await judgePairs([pair], { judge: Typesafe("jev-latest", { apiKey: KEY, baseURL: url }) });
    expect(pairs[0]?.pairwise).toMatchObject({ winner: "chosen", position_consistent: true });
  });

  it("notes the injected fault for the conduct floor", async () => {
    const url = await start(() => ({ verdict: { type: "noul", noul: 1 } }));
    await explain(
      { ...row, faults: { get: { mode: "timeout" } } },
      Typesafe("jev-latest", { apiKey: KEY, baseURL: url }),
    );
    expect(decisions()[0]?.body.state.note).toContain('"get" (timeout)');
  });

  it("is the judge of the settings, by object, by spec and by variable; its key serves the spec", async () => {
    const url = await start(() => ({ verdict: { type: "noul", noul: 1 } }));
    configure({ judge: Typesafe("jev-latest", { apiKey: KEY, baseURL: url }) });
    expect((await grade([row])).rows[0]?.reward).toBe(1);
    vi.stubEnv("TYPESAFE_BASE_URL", url);
    expect((await grade([row], "typesafe:jev-latest")).rows[0]?.reward).toBe(1);
    resetSettings();
    vi.stubEnv("TYPESAFE_API_KEY", "from-variable");
    vi.stubEnv("WHILEAI_JUDGE", "typesafe:jev-latest");
    expect((await grade([row])).rows[0]?.reward).toBe(1);
    expect(decisions().map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${KEY}`,
      `Bearer ${KEY}`,
      "Bearer from-variable",
    ]);
  });

  it("is no agent", () => {
    expect(() => configure({ agent: Typesafe() })).toThrow("judges only and cannot be the agent");
    expect(() => configure({ simulator: Typesafe() })).toThrow('grade(rows, "typesafe:jev-latest")');
  });

  it("is a judge as it is, and its version follows its questions", () => {
    const plain = Typesafe();
    expect(toJudge(plain)).toBe(plain);
    const model = Typesafe();
    const versions = [
      plain,
      Judge({ model, rubric: "a" }),
      Judge({ model, usePrivileged: true }),
      Judge({ model, policy: "Refund within a week." }),
      Judge({ model, rubric: Rubric({ criteria: ["a"] }) }),
      Judge({ model, rubric: Rubric({ criteria: ["a"] }), lenient: true }),
    ].map((judge) => judge.version);
    expect(new Set(versions).size).toBe(versions.length);
    expect(Judge({ model }).version).toBe(plain.version);
  });
});
