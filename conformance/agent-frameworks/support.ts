import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type Message, Tool } from "../../packages/core/src/index.js";
import type { AdaptedAgent } from "../../packages/simulate/src/adapters/shared/adapted-agent.js";
import { type AgentContext, createWorld, simulate } from "../../packages/simulate/src/index.js";
import {
  type RecordedRequest,
  type Reply,
  startTestServer,
  type TestServer,
} from "../../tooling/test-server/src/index.js";

/** A framework's packages. Where they are not installed its tests are skipped and say why; on build machines they fail. */
export async function installed<T extends object>(load: () => Promise<T>): Promise<{ sdk: T; skip: string | false }> {
  try {
    return { sdk: await load(), skip: false };
  } catch (error) {
    if (process.env.CI) throw error;
    return { sdk: {} as T, skip: `not installed here: ${(error as Error).message}` };
  }
}

export const INSTRUCTIONS = "Help customers with orders. Never promise a date.";
export const MODEL = "gpt-test";

const orderSchema = ({ z }: typeof import("zod")) =>
  z.object({
    order_id: z.string().describe("The order's id."),
    parts: z.array(z.object({ name: z.string(), count: z.int().min(1) })).nullable(),
  });
const zod = await installed(() => import("zod"));

/** The arguments of the one tool that all agents here have. */
export const ORDER =
  zod.skip === false ? orderSchema(zod.sdk) : (undefined as unknown as ReturnType<typeof orderSchema>);
export const DESCRIPTION = "Look up an order by id.";

/** The real body of that tool. It leaves a trace on disk: no rollout may find one that was not asked for. */
export class RealBody {
  readonly ran: unknown[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), "whileai-adapters-"));
  readonly trace = join(this.#folder, "ran");

  readonly run = async (args: unknown): Promise<{ status: string; source: string }> => {
    this.ran.push(args);
    writeFileSync(this.trace, "ran");
    return { status: "ok", source: "the real body" };
  };

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

/** A model that looks up two orders at once, asks again where the tool did not answer in time, and then speaks. */
export function looksUpOrders({ body }: RecordedRequest): Reply {
  const messages = body.messages as { role: string; content: unknown; tool_call_id?: string }[];
  const since = messages.slice(messages.findLastIndex((message) => message.role === "user") + 1);
  const answers = since.filter((message) => message.role === "tool");
  const call = (id: string, order_id: string) => ({ id, name: "get_order", arguments: { order_id, parts: null } });
  if (answers.length === 0) {
    return { text: "Let me look.", toolCalls: [call("call_a", "DL-20418"), call("call_b", "DL-20419")] };
  }
  const failed = answers.length === 2 && JSON.stringify(answers).includes("timeout");
  return failed ? { toolCalls: [call("call_c", "DL-20418")] } : "Both orders are found.";
}

/** A framework's agent over a model server, and what `simulate()` is given of it. */
export interface Subject {
  readonly adapted: AdaptedAgent;
  /** Runs the framework's own agent, without us. */
  readonly direct?: () => Promise<unknown>;
}

export type MakeSubject = (url: string, body: RealBody) => Subject | Promise<Subject>;

interface What {
  readonly skip: string | false;
  /** The framework leaves objects inside unions open to more properties; we close them as its later versions do. */
  readonly leavesUnionsOpen?: boolean;
}

const OPTIONS = { simulator: false, budget: 6, onProgress: () => undefined } as const;
const TIMEOUT_ONCE = { plan: [{ tool: "get_order", mode: "timeout", firstN: 1 }] };

/** Holds an adapter against the real framework. */
export function holds(name: string, make: MakeSubject, { skip, leavesUnionsOpen = false }: What): void {
  const withSubject = async (
    work: (subject: Subject, body: RealBody, server: TestServer) => Promise<void>,
    replies: (request: RecordedRequest) => Reply = looksUpOrders,
  ): Promise<void> => {
    const server = await startTestServer({ replies });
    const body = new RealBody();
    try {
      await work(await make(`${server.url}/v1`, body), body, server);
    } finally {
      await server.close();
      body.remove();
    }
  };

  test(`${name}: the world answers, a planned fault fires and is retried, and no real body runs`, { skip }, () =>
    withSubject(async ({ adapted }, body) => {
      const { rows } = await simulate({ ...adapted, ...OPTIONS, faults: TIMEOUT_ONCE });
      assert.equal(rows.length, OPTIONS.budget);
      assert.deepEqual([body.ran, existsSync(body.trace)], [[], false]);
      for (const row of rows) {
        assert.deepEqual(row.faults_fired, [{ step: 0, tool: "get_order", mode: "timeout" }]);
        const calls = row.steps.filter((step) => step.tool !== undefined);
        assert.deepEqual(
          calls.map(({ call_id, turn, tool }) => [call_id, turn, tool]),
          [
            ["call_a", 0, "get_order"],
            ["call_b", 0, "get_order"],
            ["call_c", 1, "get_order"],
          ],
        );
        assert.deepEqual(calls[0]?.arguments, { order_id: "DL-20418", parts: null });
        assert.equal(statusOf(calls[0]?.result), "timeout");
        assert.notEqual(statusOf(calls[2]?.result), "timeout");
        assert.equal(row.steps[0]?.text, "Let me look.");
        assert.deepEqual([row.steps[0]?.input_tokens, row.steps[0]?.output_tokens], [10, 5]);
        assert.deepEqual(row.usage, { input_tokens: 30, output_tokens: 15 });
        assert.deepEqual([row.final_text, row.finish_reason], ["Both orders are found.", "stop"]);
        assert.equal(row.steps.at(-1)?.turn, 2);
      }
    }),
  );

  test(`${name}: the real body runs when it is asked for, behind the same faults`, { skip }, () =>
    withSubject(async ({ adapted }, body) => {
      const execute = Tool.dispatch(adapted.tools);
      const { rows } = await simulate({ ...adapted, ...OPTIONS, execute, faults: TIMEOUT_ONCE });
      assert.equal(body.ran.length, 2 * OPTIONS.budget);
      assert.deepEqual(body.ran[0], { order_id: "DL-20419", parts: null });
      for (const { steps } of rows) {
        assert.equal(statusOf(steps[0]?.result), "timeout");
        assert.match(JSON.stringify([steps[1]?.result, steps[2]?.result]), /the real body.*the real body/);
      }
    }),
  );

  test(`${name}: models are told of the same tools as without us`, { skip }, () =>
    withSubject(async ({ adapted, direct }, _body, server) => {
      await simulate({ ...adapted, ...OPTIONS, budget: 1 });
      const [sent] = server.requests;
      const [tool] = adapted.tools;
      const { $schema: _, ...parameters } = sent?.body.tools[0].function.parameters ?? {};
      assert.deepEqual(tool?.parameters, parameters);
      assert.equal(tool?.description, DESCRIPTION);
      if (direct === undefined) return;
      await direct();
      const alone = server.requests.at(-1);
      const alike = leavesUnionsOpen ? withoutClosing : (tools: unknown) => tools;
      assert.deepEqual(alike(sent?.body.tools), alike(alone?.body.tools));
      const instructions = (request: RecordedRequest | undefined) => JSON.stringify(request?.body.messages[0]);
      assert.equal(instructions(sent), instructions(alone));
      assert.equal(adapted.systemPrompt, INSTRUCTIONS);
      assert.equal(adapted.agent.name, MODEL);
    }),
  );

  test(`${name}: distractors under names that tell nothing are offered, and calls find their way back`, { skip }, () =>
    withSubject(
      async ({ adapted }, body, server) => {
        const distractors = { count: 3, scramble: true };
        const { rows } = await simulate({ ...adapted, ...OPTIONS, budget: 2, distractors });
        assert.equal(server.requests[0]?.body.tools.length, 4);
        assert.ok(!JSON.stringify(server.requests[0]?.body.tools).includes("get_order"));
        for (const row of rows) {
          assert.deepEqual(row.tools_used, ["get_order"]);
          assert.notEqual(row.steps[0]?.result, null);
        }
        assert.deepEqual(body.ran, []);
      },
      ({ body }) => {
        if (body.messages.at(-1).role === "tool") return "Found.";
        const tools = body.tools as { function: { name: string; description: string } }[];
        const found = tools.find((tool) => tool.function.description === DESCRIPTION)?.function.name ?? "none";
        return { toolCalls: [{ id: "call_a", name: found, arguments: { order_id: "DL-20418", parts: null } }] };
      },
    ),
  );

  test(`${name}: earlier turns of the conversation reach the model`, { skip }, () =>
    withSubject(async ({ adapted }, _body, server) => {
      const world = createWorld({ tools: adapted.tools });
      await adapted.agent("And now?", contextWith(world, HISTORY));
      const roles = server.requests[0]?.body.messages.map((message: { role: string }) => message.role);
      assert.deepEqual(roles.slice(-5), ["user", "assistant", "tool", "assistant", "user"]);
      const sent = JSON.stringify(server.requests[0]?.body.messages);
      for (const text of ["Where is DL-1?", "call_h", "on its way", "It is on its way.", "And now?"]) {
        assert.ok(sent.includes(text), `${text} is missing`);
      }
    }),
  );

  test(`${name}: what the framework throws is thrown on`, { skip }, () =>
    withSubject(
      async ({ adapted }) => {
        const run = simulate({ ...adapted, ...OPTIONS, budget: 1 });
        await assert.rejects(async () => run, /agent failed/i);
      },
      () => ({ status: 400, body: { error: { message: "no such thing" } } }),
    ),
  );
}

export const statusOf = (result: unknown): unknown => (result as { status?: unknown } | null)?.status;

const withoutClosing = (tools: unknown): unknown =>
  JSON.parse(JSON.stringify(tools), (key, value: unknown) => (key === "additionalProperties" ? undefined : value));

const HISTORY: Message[] = [
  { role: "user", content: "Where is DL-1?" },
  {
    role: "assistant",
    content: "",
    tool_calls: [{ id: "call_h", name: "get_order", arguments: { order_id: "DL-1" } }],
  },
  { role: "tool", tool_call_id: "call_h", name: "get_order", content: '{"state":"on its way"}' },
  { role: "assistant", content: "It is on its way." },
  { role: "user", content: "And now?" },
];

/** A rollout's context in the middle of a conversation. */
function contextWith(world: AgentContext["world"], messages: readonly Message[]): AgentContext {
  const signal = new AbortController().signal;
  return { signal, rolloutIndex: 0, seed: 0, scenarioId: "s", turn: 1, world, tools: world.tools, messages };
}

/** A model server for a test file's own cases. */
export async function modelServer(replies: (request: RecordedRequest) => Reply = looksUpOrders): Promise<TestServer> {
  const server = await startTestServer({ replies });
  after(() => server.close());
  return server;
}
