/**
 * The program, as text, that stands in each of the two QuickJS machines and lets them speak: values cross as JSON, anything with behaviour
 * of its own as a handle. It takes `host`: `send` a message to the other side, and on the tests' side also `mayRead`, what of its own
 * objects the other side may use, `tells`, whether an error's words are for it, and `broken`, called when it sent what no value is.
 *
 * Nodes are lists with a tag first. Arrays, plain objects, maps and sets are numbered in the order in which they are met: `["@", n]` is
 * number n of the same message, `["<", n]` that of the message which this one answers. `["h", n]` is an object of the sender's, `["o", n]`
 * one of the receiver's.
 */
export const AGENT_SOURCE = `
(function (host) {
  "use strict";
  const DEPTH = 200;
  const { parse, stringify } = JSON;
  const ownKeys = Object.keys;
  const define = Object.defineProperty;
  const prototypeOf = Object.getPrototypeOf;
  const ofFunctions = { call: Function.prototype.call, apply: Function.prototype.apply, bind: Function.prototype.bind };
  const typed = Object.fromEntries(
    [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array]
      .map((kind) => [kind.name, kind]));
  const mine = [];
  const numbers = new Map();
  const theirs = new Map();
  const numberOf = new Map();
  const waiting = new Map();
  const handles = new WeakSet();

  /** An entry by the number that the other side named: a list has names too, and behind them what all lists share. */
  const at = (list, number) => {
    if (!Number.isInteger(number) || number < 0 || number >= list.length) throw new TypeError("what came is no value");
    return list[number];
  };
  const has = (value, prototype) => prototypeOf(value) === prototype;
  const isPlain = (value) => {
    const prototype = prototypeOf(value);
    return prototype === null || prototype === Object.prototype;
  };
  // An object with functions in it has a life of its own: it stays where it lives.
  const isRecord = (value) => isPlain(value) && ownKeys(value).every((key) => typeof value[key] !== "function");
  const isContainer = (value) =>
    (Array.isArray(value) && has(value, Array.prototype)) || (value instanceof Map && has(value, Map.prototype)) ||
    (value instanceof Set && has(value, Set.prototype)) || isRecord(value);

  const keep = (value) => {
    let number = numbers.get(value);
    if (number === undefined) {
      number = mine.length;
      mine.push(value);
      numbers.set(value, number);
    }
    return number;
  };
  // What an object can do, a letter each: be called, be iterated, be iterated with waiting.
  const traits = (value) =>
    (typeof value === "function" ? "f" : "") + (typeof value[Symbol.iterator] === "function" ? "i" : "") +
    (typeof value[Symbol.asyncIterator] === "function" ? "a" : "");

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
      if (typeof value === "function") return ["h", keep(value), traits(value)];
      const number = seen.get(value);
      if (number !== undefined) return number;
      if (isContainer(value)) {
        seen.set(value, ["@", containers.length]);
        containers.push(value);
        return content(value, depth + 1);
      }
      if (value instanceof Date && has(value, Date.prototype)) return ["D", String(value.getTime())];
      if (value instanceof RegExp && has(value, RegExp.prototype)) return ["R", value.source, value.flags];
      if (ArrayBuffer.isView(value) && typed[value.constructor?.name]?.prototype === prototypeOf(value))
        return ["y", value.constructor.name, ...Array.from(value, String)];
      if (value instanceof ArrayBuffer) return ["Y", ...new Uint8Array(value)];
      if (value instanceof Error) {
        const isTold = host.tells?.(value) ?? true;
        const keys = [...ownKeys(value), ...(Object.hasOwn(value, "cause") ? ["cause"] : [])];
        const fields = isTold ? keys.filter((key) => key !== "name" && key !== "message" && typeof value[key] !== "function") : [];
        return ["E", String(value.name), isTold ? String(value.message) : "", keep(value), ...fields.flatMap((key) => [key, encode(value[key], depth + 1)])];
      }
      if (value instanceof Promise) return ["p", keep(value)];
      return ["h", keep(value), traits(value)];
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
        case "y": {
          const kind = typed[node[1]];
          return kind.from(node.slice(2), node[1].startsWith("Big") ? BigInt : Number);
        }
        case "Y": return Uint8Array.from(node.slice(1)).buffer;
        case "E": return errorOf(node, decode);
        case "p": return promiseOf(node[1]);
        case "h": return handleOf(node[1], String(node[2]));
        case "o": return at(mine, node[1]);
        case "@": return at(containers, node[1]);
        case "<": return at(known, node[1]);
      }
      throw new TypeError("what came is no value");
    };
    const fill = (container, node) => {
      const parts = node.slice(1);
      const kind = Array.isArray(container) ? "l" : container instanceof Set ? "S" : container instanceof Map ? "M" : "d";
      if (node[0] !== kind) throw new TypeError("what came is another container");
      if (kind === "l") {
        container.length = 0;
        for (const part of parts) container.push(decode(part));
      } else if (kind === "S") {
        container.clear();
        for (const part of parts) container.add(decode(part));
      } else if (kind === "M") {
        container.clear();
        for (let index = 0; index < parts.length; index += 2) container.set(decode(parts[index]), decode(parts[index + 1]));
      } else {
        for (const key of ownKeys(container)) delete container[key];
        fields(container, parts, decode);
      }
    };
    return { decode, fill, containers };
  };
  const fields = (object, parts, decode) => {
    for (let index = 0; index < parts.length; index += 2)
      define(object, parts[index], { value: decode(parts[index + 1]), writable: true, enumerable: true, configurable: true });
  };

  const errorOf = ([, name, message, number, ...more], decode) => {
    if (theirs.has(number)) return theirs.get(number);
    const known = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
    const error = new (Object.hasOwn(known, name) ? known[name] : Error)(message);
    if (error.name !== name) define(error, "name", { value: name, configurable: true, writable: true });
    fields(error, more, decode);
    return stand(number, error);
  };
  const stand = (number, value) => {
    theirs.set(number, value);
    numberOf.set(value, number);
    return value;
  };

  const promiseOf = (number) => {
    if (theirs.has(number)) return theirs.get(number);
    const promise = new Promise((resolve, reject) => waiting.set(number, { resolve, reject }));
    stand(number, promise);
    ask("watch", number);
    return promise;
  };

  /** The steps of an object of the other side, asked for one at a time. */
  const stepsOf = (number, op, key) => {
    const steps = ask(op, number);
    const made = {
      next: (...args) => ask("next", steps, undefined, args),
      return: (...args) => ask("return", steps, undefined, args),
      [key]: () => made,
    };
    return made;
  };

  const handleOf = (number, can) => {
    if (theirs.has(number)) return theirs.get(number);
    const isFunction = can.includes("f");
    const handle = new Proxy(isFunction ? function () {} : {}, {
      get(target, key) {
        switch (key) {
          // Its value is asked for; what it is compared with stays here.
          case Symbol.toPrimitive: return (hint) => ask("primitive", number, hint);
          case Symbol.hasInstance: return (value) => ask("instance", number, undefined, [value]);
          case Symbol.iterator: return can.includes("i") ? () => stepsOf(number, "iterate", key) : undefined;
          case Symbol.asyncIterator: return can.includes("a") ? () => stepsOf(number, "iterateAsync", key) : undefined;
        }
        if (typeof key === "symbol") return undefined;
        return isFunction && Object.hasOwn(ofFunctions, key) ? ofFunctions[key] : ask("get", number, key);
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
      ownKeys: () => isFunction ? ["prototype"] : ask("keys", number).map(String),
      getOwnPropertyDescriptor: (target, key) =>
        isFunction ? Reflect.getOwnPropertyDescriptor(target, key)
          : typeof key === "string" && ask("owns", number, key) ? { value: ask("get", number, key), writable: true, enumerable: true, configurable: true } : undefined,
      defineProperty: () => false,
      deleteProperty: (target, key) => typeof key === "string" && ask("delete", number, key),
    });
    handles.add(handle);
    return stand(number, handle);
  };

  /** Sends a request about an object of the other side, and reads its answer. */
  const ask = (op, object, name, args = []) => {
    const out = encoder([]);
    const request = stringify({ op, object, name, args: args.map(out.encode) });
    const answered = host.send(request);
    let reply, value;
    try {
      reply = parse(answered);
      const into = decoder(out.containers);
      value = into.decode(reply.error ?? reply.value);
      for (const [index, node] of reply.changed ?? []) into.fill(at(out.containers, index), node);
    } catch (error) {
      host.broken?.();
      throw error;
    }
    if (reply.error !== undefined) throw value;
    return value;
  };

  const parts = (container) =>
    Array.isArray(container) || container instanceof Set ? [...container]
      : container instanceof Map ? [...container].flat() : ownKeys(container).flatMap((key) => [key, container[key]]);
  const isSame = (before, after) => before.length === after.length && before.every((part, index) => Object.is(part, after[index]));

  const perform = (op, target, name, args) => {
    switch (op) {
      case "call": return Reflect.apply(target, args[0], args.slice(1));
      case "new": return Reflect.construct(target, args);
      case "get": return target[name];
      case "set": target[name] = args[0]; return undefined;
      case "has": return name in target;
      case "owns": return Object.hasOwn(target, name) && Object.prototype.propertyIsEnumerable.call(target, name);
      case "delete": return delete target[name];
      case "keys": return ownKeys(target);
      case "instance": return args[0] instanceof target;
      case "primitive": return name === "string" ? String(target) : name === "number" ? Number(target) : primitive(target);
      case "iterate": return keep(target[Symbol.iterator]());
      case "iterateAsync": return keep(target[Symbol.asyncIterator]());
      case "next": return target.next(...args);
      case "return": return target.return === undefined ? { value: args[0], done: true } : target.return(...args);
      case "watch":
        target.then((value) => { settle(target, "resolve", value); }, (error) => { settle(target, "reject", error); });
        return undefined;
    }
    throw new TypeError("no such request");
  };
  const primitive = (target) => {
    const value = target.valueOf();
    return Object(value) === value ? String(target) : value;
  };
  const settle = (promise, how, value) => {
    try {
      ask(how, keep(promise), undefined, [value]);
    } catch (error) {
      ask("reject", keep(promise), undefined, [error]);
    }
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
      if (op === "resolve" || op === "reject") {
        waiting.get(object)[op](given[0]);
        waiting.delete(object);
        return stringify({ value: ["u"] });
      }
      const target = at(mine, object);
      if (host.mayRead !== undefined && !host.mayRead(op, target, name)) throw new TypeError("an object of the tests");
      reply = { value: out.encode(perform(op, target, name, given)) };
    } catch (error) {
      out = encoder(into.containers);
      reply = { error: out.encode(error) };
    }
    const changed = into.containers.flatMap((container, index) => isSame(before[index] ?? [], parts(container)) ? [] : [[index, out.content(container)]]);
    return stringify(changed.length === 0 ? reply : { ...reply, changed });
  };

  return { ask, answer, isHandle: (value) => handles.has(value), numberOf: (value) => numberOf.get(value) };
})
`;
