/** A record whose typed arrays are copied to memory that threads share; its other fields stay. */
export function shareArrays<Data extends object>(data: Data): Data {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, shared(value)])) as Data;
}

function shared(value: unknown): unknown {
  if (value instanceof Int32Array) return copied(value, new Int32Array(room(value)));
  if (value instanceof Uint16Array) return copied(value, new Uint16Array(room(value)));
  if (value instanceof Uint8Array) return copied(value, new Uint8Array(room(value)));
  return value;
}

function room({ byteLength }: ArrayBufferView): SharedArrayBuffer {
  return new SharedArrayBuffer(byteLength);
}

function copied<Numbers extends { set(from: Numbers): void }>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
