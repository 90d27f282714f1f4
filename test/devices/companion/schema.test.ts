import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { PROTOCOL_VERSIONS, REPLY_BYTES } from "../../../src/devices/companion/limits.js";
import { greetingSchema, messageSchema } from "../../../src/devices/companion/messages.js";
import { helloMessage } from "../../../src/devices/companion/read-message.js";
import { RESULTS } from "../../../src/devices/companion/results.js";
import * as words from "../../../src/devices/companion/words.js";
import { golden, goldenMessage, schemaDefinitions } from "../../support/companion.js";

const definitions = schemaDefinitions();

/** The schema's own verdict on a value: an implementation of JSON Schema that nobody here wrote. */
function verdictOf(definition: string): (value: unknown) => boolean {
  const schema = z.fromJSONSchema({ $ref: `#/$defs/${definition}`, $defs: definitions });
  return (value) => schema.safeParse(value).success;
}

test("every enumeration equals the schema's, in its order", () => {
  const lists = {
    errorCode: words.WIRE_ERRORS,
    flag: words.NODE_FLAGS,
    field: words.NODE_FIELDS,
    nodeAction: words.NODE_ACTIONS,
    globalAction: words.GLOBAL_ACTIONS,
    eventType: words.EVENT_TYPES,
    capability: words.CAPABILITIES,
    windowType: words.WINDOW_TYPES,
    windowError: words.WINDOW_ERRORS,
    truncation: words.TRUNCATIONS,
  };
  for (const [name, list] of Object.entries(lists)) assert.deepEqual([...list], definitions[name]?.["enum"], name);
});

test("every method of the schema has a result type here, and there are no others", () => {
  const names = Object.keys(definitions).filter((name) => name.endsWith("Params"));
  assert.deepEqual(names.map((name) => name.slice(0, -"Params".length)).sort(), Object.keys(RESULTS).sort());
});

test("versions and limits equal those of the golden hellos", () => {
  const hello = greetingSchema.parse(goldenMessage("server", "hello"));
  assert.ok("hello" in hello);
  assert.deepEqual(JSON.parse(helloMessage("x").toString()).hello.versions, [...PROTOCOL_VERSIONS]);
  assert.equal(hello.hello.version, PROTOCOL_VERSIONS.at(-1));
  assert.equal(hello.hello.limits.replyBytes, REPLY_BYTES);
});

test("the schema accepts every golden message", () => {
  for (const side of ["client", "server"] as const) {
    const isValid = verdictOf(`${side}Message`);
    for (const { name, message } of golden(side)) assert.ok(isValid(message), `${side}/${name}`);
  }
});

test("this program and the schema agree on any golden message with one error in it", () => {
  for (const { name, message } of golden("server")) {
    const isHello = "hello" in message || name === "fatal-version";
    agree(message, verdictOf("serverMessage"), isHello ? greetingSchema : messageSchema, name);
  }
});

test("this program and the schema agree on any golden result with one error in it", () => {
  for (const { name, message } of golden("server")) {
    const method = methodOf(name);
    if (method === undefined || !("result" in message)) continue;
    agree(message["result"], verdictOf(`${method}Result`), RESULTS[method], name);
  }
});

/** The method that a golden reply answers, by its name. */
function methodOf(name: string): keyof typeof RESULTS | undefined {
  const camel = name
    .replace(/-(?:unchanged|hung|patch)$/, "")
    .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.keys(RESULTS).find((method): method is keyof typeof RESULTS => method === camel);
}

function agree(value: unknown, isValid: (value: unknown) => boolean, schema: z.ZodType, name: string): void {
  assert.ok(accepts(schema, value), name);
  for (const { path, mutant } of mutants(value)) {
    const isTaken = accepts(schema, mutant);
    // A tree's places point at each other, which no schema can say: there the reader may be the stricter one.
    const isStricter = path.includes(".content") && !isTaken;
    if (!isStricter) assert.equal(isTaken, isValid(mutant), `${name}: ${path}`);
  }
}

function accepts(schema: z.ZodType, value: unknown): boolean {
  try {
    return schema.safeParse(value).success;
  } catch {
    return false; // a tree's reader throws
  }
}

interface Mutant {
  readonly path: string;
  readonly mutant: unknown;
}

/** The value with each of its parts once replaced by something else, taken away, or given a companion. */
function* mutants(value: unknown, path = "$"): Generator<Mutant> {
  for (const other of [null, "x", -1, 0.5, true, [], {}]) yield { path, mutant: other };
  if (Array.isArray(value)) {
    yield { path, mutant: [...value, "more"] };
    yield { path, mutant: value.slice(1) };
    for (const [at, item] of value.entries()) {
      for (const inner of mutants(item, `${path}[${at}]`)) yield { ...inner, mutant: value.with(at, inner.mutant) };
    }
  } else if (typeof value === "object" && value !== null) {
    yield { path, mutant: { ...value, unknown: 1 } };
    for (const [key, part] of Object.entries(value)) {
      const { [key]: _, ...rest } = { ...value } as Record<string, unknown>;
      yield { path: `${path} without ${key}`, mutant: rest };
      for (const inner of mutants(part, `${path}.${key}`))
        yield { ...inner, mutant: { ...value, [key]: inner.mutant } };
    }
  }
}
