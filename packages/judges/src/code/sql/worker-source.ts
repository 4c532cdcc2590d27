/**
 * The program of the worker thread that runs one gold query and one candidate query, as text: it needs no file beside the bundle. Each runs
 * on a database of its own, in memory. It says when it is ready and then the gold's rows, so that a query without end is known to be the
 * candidate's.
 */
export const WORKER_SOURCE = `
"use strict";
const { pathToFileURL } = require("node:url");
const { parentPort, workerData } = require("node:worker_threads");
const { library, wasm, schema, gold, order, candidate, mostRows, mostBytes, heapBytes } = workerData;

const said = (error) => String(error?.message ?? error);
const CELL_BYTES = 16;
const sizeOf = (cell) => CELL_BYTES + (typeof cell === "string" ? 2 * cell.length : (cell?.byteLength ?? 0));

/** Runs something on a database made anew. */
const withDatabase = (engine, run) => {
  const database = new engine.Database();
  try {
    database.run(schema);
    // Can be lowered from here on, never raised.
    database.run("PRAGMA hard_heap_limit=" + heapBytes);
    database.run("PRAGMA query_only=1");
    return run(database);
  } catch (error) {
    return { problem: said(error) };
  } finally {
    // What it held is no part of the other's memory.
    database.close();
  }
};

const rowsOf = (database, sql) => {
  let found;
  let bytes = 0;
  for (const statement of database.iterateStatements(sql)) {
    if (found !== undefined) return { problem: "more than one statement" };
    const columns = statement.getColumnNames();
    if (columns.length === 0) return { problem: "no query" };
    found = { columns, rows: [] };
    while (statement.step()) {
      if (found.rows.length === mostRows) return { problem: "too many rows" };
      const row = statement.get(null, { useBigInt: true });
      for (const cell of row) bytes += sizeOf(cell);
      if (bytes > mostBytes) return { problem: "too large a result" };
      found.rows.push(row);
    }
  }
  return found ?? { problem: "no query" };
};

const keyOf = (cells) => cells.map((cell) => typeof cell + ":" + String(cell)).join("\\0");

/** What tells the gold's rows apart in its own order, a text for each row; undefined where that cannot be found out. */
const keysOf = (database, { columns, rows }) => {
  const names = columns.map((name) => name.toLowerCase());
  const more = [];
  const places = order.terms.map((term) => {
    const place = /^\\d+$/.test(term) ? Number(term) - 1 : names.indexOf(term.toLowerCase());
    return place >= 0 ? place : columns.length + more.push("(" + term + ")") - 1;
  });
  let wide = rows;
  if (more.length > 0) {
    if (order.columnsEnd === undefined) return undefined;
    wide = rowsOf(database, gold.slice(0, order.columnsEnd) + ", " + more.join(", ") + " " + gold.slice(order.columnsEnd)).rows;
    // The same query still, with more columns.
    const isSame = (row, index) => keyOf(row.slice(0, columns.length)) === keyOf(rows[index]);
    if (wide === undefined || wide.length !== rows.length || !wide.every(isSame)) return undefined;
  }
  return wide.map((row) => keyOf(places.map((place) => row[place])));
};

const main = async () => {
  const module = await import(pathToFileURL(library).href);
  const start = module.default?.default ?? module.default ?? module;
  const engine = await start({
    instantiateWasm: (imports, done) => {
      done(new WebAssembly.Instance(wasm, imports), wasm);
      return {};
    },
  });
  parentPort.postMessage({ ready: true });
  const right = withDatabase(engine, (database) => {
    const found = rowsOf(database, gold);
    if (found.problem !== undefined || order === undefined) return found;
    try {
      return { ...found, keys: keysOf(database, found) };
    } catch {
      return found;
    }
  });
  parentPort.postMessage({ gold: right });
  parentPort.postMessage({ candidate: withDatabase(engine, (database) => rowsOf(database, candidate)) });
};

main().catch((error) => parentPort.postMessage({ broken: said(error) }));
`;
