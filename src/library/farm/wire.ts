import { FoveaError } from "../../base/errors.js";

/**
 * The first character of the key of an object that encodes a value that JSON does not have. A real key that begins with
 * it gets it twice.
 */
const MARK = "~";

/**
 * The data of a tool as JSON: bytes, maps, sets and numbers that are not finite become marked objects. Errors: INTERNAL
 * for a value that is not data, such as an object of a class.
 */
export function toWire(value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) return { [`${MARK}number`]: String(value) };
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return value;
  if (value instanceof Uint8Array) return { [`${MARK}bytes`]: Buffer.from(value).toString("base64") };
  if (value instanceof Map) return { [`${MARK}map`]: [...value].map((pair) => pair.map(toWire)) };
  if (value instanceof Set) return { [`${MARK}set`]: [...value].map(toWire) };
  if (Array.isArray(value)) return value.map((one) => (one === undefined ? null : toWire(one)));
  if (!isPlain(value)) throw new FoveaError("INTERNAL", "a tool gave what cannot be sent");
  const given = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(given.map(([key, inner]) => [key.startsWith(MARK) ? MARK + key : key, toWire(inner)]));
}

/** Decodes the result of toWire, and freezes it. */
export function fromWire(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(fromWire));
  if (!isPlain(value)) return value;
  const [first, more] = Object.entries(value);
  if (first && !more && first[0].startsWith(MARK) && !first[0].startsWith(MARK + MARK)) return marked(...first);
  const entries = Object.entries(value).map(([key, inner]) => {
    return [key.startsWith(MARK) ? key.slice(MARK.length) : key, fromWire(inner)] as const;
  });
  return Object.freeze(Object.fromEntries(entries));
}

function marked(mark: string, content: unknown): unknown {
  if (mark === `${MARK}number`) return Number(content);
  if (mark === `${MARK}bytes`) return new Uint8Array(Buffer.from(String(content), "base64"));
  const items = Array.isArray(content) ? content : [];
  if (mark === `${MARK}set`) return new Set(items.map(fromWire));
  if (mark === `${MARK}map`) return new Map(items.map((pair) => [fromWire(pair[0]), fromWire(pair[1])]));
  throw new FoveaError("INTERNAL", "the host of the phone sent what this version cannot read");
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
