/**
 * The program of the worker thread that runs one gold query and one candidate query, as text: it needs no file beside the bundle. Each runs
 * on a database of its own, in memory. It says when it is
 * ready and then the gold's rows, so that a query without end is known to be the candidate's.
 */
export const WORKER_SOURCE = `
"use strict";
const { pathToFileURL } = require("node:url");
const { parentPort, workerData } = require("node:worker_threads");
const { library, schema, gold, candidate, mostRows, heapBytes } = workerData;

const said = (error) => String(error?.message ?? error);

const rowsOf = (engine, sql) => {
  const database = new engine.Database();
  database.run(schema);
  // Can be lowered from here on, never raised.
  database.run("PRAGMA hard_heap_limit=" + heapBytes);
  database.run("PRAGMA query_only=1");
  let rows;
  for (const statement of database.iterateStatements(sql)) {
    if (rows !== undefined) return { problem: "more than one statement" };
    if (statement.getColumnNames().length === 0) return { problem: "no query" };
    rows = [];
    while (statement.step()) {
      if (rows.length === mostRows) return { problem: "too many rows" };
      rows.push(statement.get());
    }
  }
  return rows === undefined ? { problem: "no query" } : { rows };
};

const attempt = (engine, sql) => {
  try {
    return rowsOf(engine, sql);
  } catch (error) {
    return { problem: said(error) };
  }
};

const main = async () => {
  const module = await import(pathToFileURL(library).href);
  const start = module.default?.default ?? module.default ?? module;
  // A memory of its own for each of the two.
  const [first, second] = [await start(), await start()];
  parentPort.postMessage({ ready: true });
  parentPort.postMessage({ gold: attempt(first, gold) });
  parentPort.postMessage({ candidate: attempt(second, candidate) });
};

main().catch((error) => parentPort.postMessage({ broken: said(error) }));
`;
