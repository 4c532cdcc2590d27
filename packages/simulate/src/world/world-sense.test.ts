import { type JsonObject, normalizeTools } from "@whileai/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createWorld } from "./world.js";

const text = { type: "string" };
const day = { type: "string", format: "date" };
const time = { type: "string", format: "date-time" };
const number = { type: "number" };

function tool(name: string, properties: JsonObject, required: string[] = Object.keys(properties)) {
  return { name, parameters: { type: "object", properties, required } };
}

const open = (tools: object[], seed = 0) => createWorld({ tools: normalizeTools(tools as never), seed });
type Opened = ReturnType<typeof open>;
type Found = { data: JsonObject[]; total: number; has_more?: boolean };
const ask = async <T = { data: JsonObject }>(world: Opened, name: string, args: object = {}) =>
  (await world.call(name, args)) as unknown as T;

describe("a calendar", () => {
  const tools = [
    tool("create_event", { title: text, start: time, end: time }),
    tool("update_event", { event_id: text, start: time, end: time }, ["event_id"]),
    tool("list_events", { from: day, to: day }),
    tool("delete_event", { event_id: text }),
  ];
  const at = (date: string) => ({ start: `${date}T10:00:00Z`, end: `${date}T11:00:00Z` });
  const listed = async (world: Opened, from: string, to: string) =>
    (await ask<Found>(world, "list_events", { from, to })).data;

  it("lists an event on its days, and no longer when it is moved or deleted", async () => {
    const world = open(tools);
    const { id } = await ask<{ id: string }>(world, "create_event", { title: "Review", ...at("2026-04-03") });
    const ids = async (from: string, to: string) => (await listed(world, from, to)).map((event) => event.id);
    expect(await ids("2026-04-03", "2026-04-03")).toContain(id);
    expect(await ids("2026-04-04", "2026-04-06")).not.toContain(id);
    await world.call("update_event", { event_id: id, ...at("2026-04-05") });
    expect(await ids("2026-04-03", "2026-04-03")).not.toContain(id);
    expect(await ids("2026-04-04", "2026-04-06")).toContain(id);
    await world.call("delete_event", { event_id: id });
    expect(await ids("2026-04-04", "2026-04-06")).not.toContain(id);
  });

  it("has events that begin within the days asked for, and end after they begin", async () => {
    const days = new Set<unknown>();
    for (let seed = 0; seed < 30; seed++) {
      for (const { start, end } of await listed(open(tools, seed), "2026-05-01", "2026-05-09")) {
        expect(String(start) >= "2026-05-01" && String(start).slice(0, 10) <= "2026-05-09").toBe(true);
        expect(String(end) > String(start)).toBe(true);
        days.add(String(start).slice(0, 10));
      }
    }
    expect(days.size).toBeGreaterThan(4);
  });
});

it("draws what a search finds from within its bounds, whatever they are", async () => {
  const tools = [tool("search_products", { min_price: number, max_price: number }, [])];
  let found = 0;
  const bound = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(bound, bound, fc.nat(), async (low, high, seed) => {
      fc.pre(low === undefined || high === undefined || low <= high);
      const args = {
        ...(low === undefined ? {} : { min_price: low }),
        ...(high === undefined ? {} : { max_price: high }),
      };
      const { data } = await ask<Found>(open(tools, seed), "search_products", args);
      found += data.length;
      for (const { price } of data) {
        if (low !== undefined) expect(price).toBeGreaterThanOrEqual(low);
        if (high !== undefined) expect(price).toBeLessThanOrEqual(high);
      }
    }),
  );
  expect(found).toBeGreaterThan(0);
});

it("finds nothing in a narrower list that was not in the wider one", async () => {
  const tools = [tool("list_orders", { customer: text, status: { enum: ["open", "shipped"] }, limit: number }, [])];
  let narrower = 0;
  for (let seed = 0; seed < 20; seed++) {
    const world = open(tools, seed);
    const all = await ask<Found>(world, "list_orders", { limit: 50 });
    const ids = all.data.map(({ id }) => id);
    for (const status of ["open", "shipped"]) {
      const { data } = await ask<Found>(world, "list_orders", { status });
      for (const { id } of data) expect(ids).toContain(id);
      narrower += data.length;
    }
    expect((await ask<Found>(world, "list_orders", { limit: 50 })).data).toEqual(all.data);
  }
  expect(narrower).toBeGreaterThan(0);
});

it("says where a page is not the last", async () => {
  const world = open([tool("create_order", { item: text }), tool("list_orders", { page: number, limit: number }, [])]);
  for (let index = 0; index < 10; index++) await world.call("create_order", { item: `item ${index}` });
  const pages = await Promise.all([1, 2, 3].map((page) => ask<Found>(world, "list_orders", { page, limit: 4 })));
  expect(pages.map(({ has_more }) => has_more === true)).toEqual([true, true, false]);
});

describe("source code", () => {
  const tools = [
    tool("read_file", { path: text }),
    tool("write_file", { path: text, content: text }),
    tool("edit_file", { path: text, old_text: text, new_text: text }),
    tool("list_files", { directory: text }, []),
    tool("run_command", { command: text }),
  ];

  it("is as it was edited", async () => {
    const world = open(tools);
    await world.call("write_file", { path: "src/new.py", content: "cost = '$&'\n" });
    await world.call("edit_file", { path: "src/new.py", old_text: "$&", new_text: "$1" });
    const { data } = await ask(world, "read_file", { path: "src/new.py" });
    expect(data).toEqual({ id: "src/new.py", content: "cost = '$1'\n", status: "open", version: 2 });
  });

  it("refuses an edit of a text that is not there, and changes nothing", async () => {
    const world = open(tools);
    const before = await ask(world, "read_file", { path: "src/dates.py" });
    expect(String(before.data.content)).toMatch(/\n/);
    const edit = { path: "src/dates.py", old_text: "no such text", new_text: "x" };
    expect(await world.call("edit_file", edit)).toMatchObject({ status: "rejected", reason: "no_match" });
    expect(await ask(world, "read_file", { path: "src/dates.py" })).toEqual(before);
    expect(world.state()).toEqual({});
  });

  it("lies in the folder that its path says", async () => {
    const world = open(tools);
    await world.call("write_file", { path: "lib/new.py", content: "" });
    const files = async (directory: string) => (await ask<Found>(world, "list_files", { directory })).data;
    expect((await files("lib")).map(({ id }) => id)).toContain("lib/new.py");
    const sources = await files("src");
    expect(sources).not.toEqual([]);
    for (const file of sources) {
      expect(file.id).toMatch(/^src\//);
      expect(await ask(world, "read_file", { path: file.id })).toEqual({ status: "ok", data: file });
    }
  });

  it("does not take a command for a record", async () => {
    expect(await ask(open(tools), "run_command", { command: "ls" })).toMatchObject({ data: { exit_code: 0 } });
  });
});

describe("one thing under several tools", () => {
  it("is named by what the tool is about", async () => {
    const service = { service: text };
    const world = open([
      tool("get_service_status", service),
      tool("scale_service", { ...service, replicas: { type: "integer" } }),
    ]);
    await world.call("scale_service", { service: "checkout", replicas: 5 });
    expect(await ask(world, "get_service_status", { service: "checkout" })).toMatchObject({
      data: { id: "checkout", replicas: 5 },
    });
  });

  it("is the same by a stock number as by a search", async () => {
    const world = open([tool("search_products", { max_price: number }, []), tool("get_product", { sku: text })]);
    const [found] = (await ask<Found>(world, "search_products", { max_price: 80 })).data;
    expect((await ask(world, "get_product", { sku: found?.id })).data).toEqual(found);
  });

  it("is the first of two that are merged", async () => {
    const world = open([
      tool("create_contact", { name: text }),
      tool("merge_contacts", { primary_id: text, duplicate_id: text }),
    ]);
    const { id } = await ask<{ id: string }>(world, "create_contact", { name: "Ada" });
    const merged = await ask(world, "merge_contacts", { primary_id: id, duplicate_id: "CO-1" });
    expect(merged.data).toMatchObject({ id, name: "Ada" });
  });

  it("has the balance that a tool reads", async () => {
    const account = { account_id: text };
    const world = open([tool("get_account", account), tool("get_balance", account)]);
    const { data } = await ask(world, "get_balance", { account_id: "savings" });
    expect(data).toMatchObject({ balance: expect.any(Number), currency: expect.any(String) });
    expect((await ask(world, "get_account", { account_id: "savings" })).data).toEqual(data);
  });
});

it.each([
  ["freeze_card", "frozen"],
  ["unlock_card", "active"],
  ["acknowledge_card", "acknowledged"],
])("%s leaves its state on the record, and can be done again", async (name, status) => {
  const card = { card_id: text };
  const world = open([tool(name, card), tool("get_card", card)]);
  for (let times = 0; times < 2; times++) {
    expect(await ask(world, name, { card_id: "main" })).toMatchObject({ status: "ok", data: { status } });
  }
  expect((await ask(world, "get_card", { card_id: "main" })).data.status).toBe(status);
});

it("sets no state that the tools' own list of states lacks", async () => {
  const card = { card_id: text };
  const states = ["active", "closed"];
  const world = open([tool("freeze_card", card), tool("set_card", { ...card, status: { enum: states } })]);
  const { data } = await ask(world, "freeze_card", { card_id: "main" });
  expect(states).toContain(data.status);
});

describe("what the tools list is all there is", () => {
  const ticket = { ticket_id: text };
  const states = ["new", "closed"];
  const tools = [
    tool("create_ticket", { title: text }),
    tool("get_ticket", ticket),
    tool("resolve_ticket", ticket),
    tool("update_ticket", { ...ticket, status: { enum: states } }, ["ticket_id"]),
  ];

  it("for the status of what is made and what is closed", async () => {
    const world = open(tools);
    const made = await ask<{ id: string; status: string }>(world, "create_ticket", { title: "Door" });
    expect(made.status).toBe("new");
    expect(await ask(world, "resolve_ticket", { ticket_id: made.id })).toMatchObject({ data: { status: "closed" } });
  });

  it.each(["entity already acted on", "entity exists"])("for the status of a record where the %s", async (state) => {
    const entity = { parameter: "ticket_id", id: "TI-10442", named: "whole" } as const;
    const world = createWorld({ tools: normalizeTools(tools as never), facts: { state, entity } });
    expect(states).toContain((await ask(world, "get_ticket", { ticket_id: "TI-10442" })).data.status);
  });

  it("and a record that nothing was done to does not say that something was", async () => {
    const entity = { parameter: "ticket_id", id: "TI-10442", named: "whole" } as const;
    for (const state of ["entity exists", "duplicate entity"]) {
      for (let seed = 0; seed < 12; seed++) {
        const world = createWorld({ tools: normalizeTools(tools as never), seed, facts: { state, entity } });
        const { data } = await ask<{ data: JsonObject | JsonObject[] }>(world, "get_ticket", { ticket_id: "TI-10442" });
        for (const { status } of [data].flat()) expect(status).toBe("new");
      }
    }
  });

  it("for currencies", async () => {
    const account = { account_id: text };
    const pay = tool("pay_bill", { bill_id: text, currency: { enum: ["CHF", "JPY"] } });
    for (let seed = 0; seed < 10; seed++) {
      const { data } = await ask(open([tool("get_balance", account), pay], seed), "get_balance", {
        account_id: "main",
      });
      expect(["CHF", "JPY"]).toContain(data.currency);
    }
  });
});
