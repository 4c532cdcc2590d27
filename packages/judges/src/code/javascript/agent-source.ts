/**
 * The program, as text, that stands in each of the two QuickJS machines and lets them speak: values cross as JSON, anything with behaviour
 * of its own as a handle. It takes the function that sends a message to the other side, and what of its own objects that side may read.
 *
 * Nodes are lists with a tag first. Arrays, plain objects, maps and sets are numbered in the order in which they are met: `["@", n]` is
 * number n of the same message, `["<", n]` that of the message which this one answers.
 */
export const AGENT_SOURCE = `
(function (send, mayRead) {
  "use strict";
  const DEPTH = 200;
  const { parse, stringify } = JSON;
  const ownKeys = Object.keys;
  const define = Object.defineProperty;
  const prototypeOf = Object.getPrototypeOf;
  const mine = [];
  const numbers = new Map();
  const theirs = new Map();
  const numberOf = new Map();

  const isPlain = (value) => {
    const prototype = prototypeOf(value);
    return prototype === null || prototype === Object.prototype;
  };
  const isContainer = (value) =>
    Array.isArray(value) || (value instanceof Map && prototypeOf(value) === Map.prototype) ||
    (value instanceof Set && prototypeOf(value) === Set.prototype) || isPlain(value);

  const keep = (value) => {
    let number = numbers.get(value);
    if (number === undefined) {
      number = mine.length;
      mine.push(value);
      numbers.set(value, number);
    }
    return number;
  };

  const encoder = (known) => {
    const seen = new Map(known.map((value, index) => [value, ["<", index]]));
    const containers = [];
    const encode = (value, depth) => {
      if (depth > DEPTH) throw new RangeError("a value is nested too deeply to be compared");
      if (value === undefined) return ["u"];
      if (value === null) return ["0"];
      switch (typeof value) {
        case "boolean": return ["b", value ? 1 : 0];
        case "number": return ["i", Object.is(value, -0) ? "-0" : String(value)];
        case "bigint": return ["g", String(value)];
        case "string": return ["s", value];
        case "symbol": throw new TypeError("a symbol cannot be compared");
      }
      if (numberOf.has(value)) return ["o", numberOf.get(value)];
      if (value instanceof Error && Object.hasOwn(value, "remote")) return ["o", value.remote];
      if (typeof value === "function") return ["h", keep(value), "f"];
      const number = seen.get(value);
      if (number !== undefined) return number;
      if (isContainer(value)) {
        seen.set(value, ["@", containers.length]);
        containers.push(value);
        return content(value, depth + 1);
      }
      if (value instanceof Date && prototypeOf(value) === Date.prototype) return ["D", String(value.getTime())];
      if (value instanceof RegExp && prototypeOf(value) === RegExp.prototype) return ["R", value.source, value.flags];
      if (value instanceof Uint8Array && prototypeOf(value) === Uint8Array.prototype) return ["y", ...value];
      if (value instanceof Error) return ["E", String(value.name), String(value.message), keep(value)];
      if (value instanceof Promise) return ["p", keep(value)];
      return ["h", keep(value), "x"];
    };
    const content = (value, depth) => {
      if (Array.isArray(value)) {
        const node = ["l"];
        for (let index = 0; index < value.length; index++) node.push(encode(value[index], depth));
        return node;
      }
      if (value instanceof Map) return ["M", ...[...value].flatMap(([key, item]) => [encode(key, depth), encode(item, depth)])];
      if (value instanceof Set) return ["S", ...[...value].map((item) => encode(item, depth))];
      return ["d", ...ownKeys(value).flatMap((key) => [key, encode(value[key], depth)])];
    };
    return { encode: (value) => encode(value, 0), content: (value) => content(value, 1), containers };
  };

  const decoder = (known) => {
    const containers = [];
    const decode = (node) => {
      switch (node[0]) {
        case "u": return undefined;
        case "0": return null;
        case "b": return node[1] === 1;
        case "i": return Number(node[1]);
        case "g": return BigInt(node[1]);
        case "s": return String(node[1]);
        case "l": case "d": case "M": case "S": {
          const made = { l: () => [], d: () => ({}), M: () => new Map(), S: () => new Set() }[node[0]]();
          containers.push(made);
          fill(made, node);
          return made;
        }
        case "D": return new Date(Number(node[1]));
        case "R": return new RegExp(node[1], node[2]);
        case "y": return Uint8Array.from(node.slice(1));
        case "E": return errorOf(node);
        case "p": return promiseOf(node[1]);
        case "h": return handleOf(node[1], node[2]);
        case "o": return mine[node[1]];
        case "@": return containers[node[1]];
        case "<": return known[node[1]];
      }
      throw new TypeError("what came is no value");
    };
    const fill = (container, node) => {
      const parts = node.slice(1);
      if (node[0] === "l") {
        container.length = 0;
        for (const part of parts) container.push(decode(part));
      } else if (node[0] === "S") {
        container.clear();
        for (const part of parts) container.add(decode(part));
      } else if (node[0] === "M") {
        container.clear();
        for (let index = 0; index < parts.length; index += 2) container.set(decode(parts[index]), decode(parts[index + 1]));
      } else {
        for (const key of ownKeys(container)) delete container[key];
        for (let index = 0; index < parts.length; index += 2)
          define(container, parts[index], { value: decode(parts[index + 1]), writable: true, enumerable: true, configurable: true });
      }
    };
    return { decode, fill, containers };
  };

  const errorOf = ([, name, message, number]) => {
    const known = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
    const Kind = Object.hasOwn(known, name) ? known[name] : Error;
    const error = new Kind(message);
    if (error.name !== name) define(error, "name", { value: name, configurable: true, writable: true });
    define(error, "remote", { value: number, enumerable: false });
    return error;
  };

  const promiseOf = (number) => {
    try {
      return Promise.resolve(ask("settle", number));
    } catch (error) {
      return Promise.reject(error);
    }
  };

  const handleOf = (number, kind) => {
    if (theirs.has(number)) return theirs.get(number);
    const handle = new Proxy(kind === "f" ? function () {} : {}, {
      get(target, key) {
        if (key === Symbol.toPrimitive) return () => { throw new TypeError("an object of the other side is no primitive value"); };
        if (key === Symbol.iterator) return () => ask("iterate", number)[Symbol.iterator]();
        if (typeof key === "symbol" || (kind === "f" && key === "prototype")) return undefined;
        return ask("get", number, key);
      },
      set(target, key, value) {
        if (typeof key === "symbol") return false;
        ask("set", number, key, [value]);
        return true;
      },
      has: (target, key) => typeof key === "string" && ask("has", number, key),
      apply: (target, self, args) => ask("call", number, undefined, [self, ...args]),
      construct: (target, args) => ask("new", number, undefined, args),
      getPrototypeOf: () => null,
      ownKeys: () => kind === "f" ? ["prototype"] : [],
      defineProperty: () => false,
      deleteProperty: () => false,
    });
    theirs.set(number, handle);
    numberOf.set(handle, number);
    return handle;
  };

  /** Sends a request about an object of the other side, and reads its answer. */
  const ask = (op, object, name, args = []) => {
    const out = encoder([]);
    const request = { op, object, name, args: args.map(out.encode) };
    const reply = parse(send(stringify(request)));
    const into = decoder(out.containers);
    const value = into.decode(reply.error ?? reply.value);
    for (const [index, node] of reply.changed ?? []) into.fill(out.containers[index], node);
    if (reply.error !== undefined) throw value;
    return value;
  };

  const parts = (container) =>
    Array.isArray(container) || container instanceof Set ? [...container]
      : container instanceof Map ? [...container].flat() : ownKeys(container).flatMap((key) => [key, container[key]]);
  const isSame = (before, after) => before.length === after.length && before.every((part, index) => Object.is(part, after[index]));

  const settled = new Map();

  const perform = (op, target, name, args) => {
    switch (op) {
      case "call": {
        const [self, ...rest] = args;
        return Reflect.apply(target, self, rest);
      }
      case "new": return Reflect.construct(target, args);
      case "get": return target[name];
      case "set": target[name] = args[0]; return undefined;
      case "has": return name in target;
      case "iterate": return [...target];
      case "instance": return args[0] instanceof target;
      case "settle": {
        const state = settled.get(target);
        if (state === undefined) throw new Error("a promise never settles: there are no timers here");
        if (state.isRejected) throw state.value;
        return state.value;
      }
    }
    throw new TypeError("no such request");
  };

  const answer = (text, lookUp) => {
    const into = decoder([]);
    let out = encoder([]);
    let reply;
    let before = [];
    try {
      const { op, object, name, args } = parse(text);
      const given = args.map(into.decode);
      before = into.containers.map(parts);
      out = encoder(into.containers);
      if (op === "name") return stringify({ value: out.encode(lookUp(name)) });
      const target = mine[object];
      if (mayRead !== undefined && !mayRead(op, target, name)) throw new TypeError("an object of the tests");
      const value = perform(op, target, name, given);
      if (value instanceof Promise && !settled.has(value)) watch(value);
      reply = { value: out.encode(value) };
    } catch (error) {
      reply = { error: out.encode(error instanceof Error ? error : new Error(String(error))) };
    }
    const changed = into.containers.flatMap((container, index) => isSame(before[index] ?? [], parts(container)) ? [] : [[index, out.content(container)]]);
    return stringify(changed.length === 0 ? reply : { ...reply, changed });
  };

  const watch = (promise) => {
    promise.then(
      (value) => settled.set(promise, { isRejected: false, value }),
      (value) => settled.set(promise, { isRejected: true, value }),
    );
  };

  return { ask, answer, isHandle: (value) => numberOf.has(value), numberOf: (value) => numberOf.get(value) };
})
`;
