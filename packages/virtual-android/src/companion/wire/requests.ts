import { z } from "zod";
import { EVENT_TYPES, FIELDS, GLOBAL_ACTIONS, NODE_ACTIONS } from "../vocabulary.js";
import type { JsonObject } from "./strict-json.js";
import { WireError } from "./wire-error.js";

const LONGEST_TEXT = 500_000;

const from = (least: number, most = Number.MAX_SAFE_INTEGER) => z.int().min(least).max(most);
const int32 = from(-(2 ** 31), 2 ** 31 - 1);
const count = from(0, 2 ** 31 - 1);
const place = z.number().min(0).max(32_767);
const text = z.string().refine((value) => lengthOf(value) <= LONGEST_TEXT, `longer than ${LONGEST_TEXT} characters`);
const treeName = z.string().regex(/^[0-9a-f]{16}$/);
const none = z.strictObject({});

const snapshot = z.strictObject({
  windows: z.array(int32).max(256).optional(),
  display: count.optional(),
  fields: z.array(z.enum(FIELDS)).max(20).optional(),
  budget: z
    .strictObject({
      ms: from(10, 30_000).default(1500),
      windowMs: from(10, 30_000).default(1000),
      nodes: from(1, 20_000).default(5000),
      depth: from(1, 1000).default(120),
    })
    .default({ ms: 1500, windowMs: 1000, nodes: 5000, depth: 120 }),
  basis: z.enum(["walk", "events"]).default("walk"),
  forced: z.boolean().default(false),
  since: z
    .array(z.strictObject({ window: int32, tree: treeName }))
    .max(256)
    .default([]),
  facts: z.boolean().default(false),
});

const waitIdle = z.strictObject({
  quietMs: from(100, 10_000).default(150),
  timeoutMs: from(0, 60_000).default(1500),
  reactMs: from(0, 10_000).default(300),
  after: from(0).optional(),
});

const nodeAction = z.strictObject({
  target: z.union([
    z.strictObject({ window: int32, tree: treeName, node: count }),
    z.strictObject({ focus: z.enum(["input", "accessibility"]) }),
  ]),
  action: z.union([z.enum(NODE_ACTIONS), from(1, 2 ** 31 - 1)]),
  text: text.optional(),
  start: count.optional(),
  end: count.optional(),
  value: z.number().optional(),
  row: count.optional(),
  column: count.optional(),
  granularity: count.optional(),
  extend: z.boolean().optional(),
  mayDiffer: z.boolean().default(false),
  alongside: z.array(count).max(16).default([]),
});

const display = count.default(0);
const duration = (standard: number) => from(1, 60_000).default(standard);
const corner = z.tuple([place, place, from(0, 60_000)]);

const gesture = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("tap"), display, x: place, y: place }),
  z.strictObject({ kind: z.literal("doubleTap"), display, x: place, y: place, gapMs: from(40, 300).default(100) }),
  z.strictObject({ kind: z.literal("longPress"), display, x: place, y: place, durationMs: duration(800) }),
  z.strictObject({
    ...{ kind: z.literal("swipe"), display, x: place, y: place, toX: place, toY: place },
    durationMs: from(1, 60_000).optional(),
    velocity: z.number().min(1).max(1_000_000).optional(),
    holdMs: from(0, 60_000).default(0),
  }),
  z.strictObject({
    ...{ kind: z.literal("pinch"), display, x: place, y: place },
    fromSpan: z.number().min(1).max(32_767),
    toSpan: z.number().min(1).max(32_767),
    angle: z.number().min(-360).max(360).default(0),
    durationMs: duration(400),
  }),
  z.strictObject({ kind: z.literal("strokes"), display, strokes: z.array(z.array(corner).min(2).max(1000)).min(1) }),
]);

const screenshot = z.strictObject({
  display,
  window: int32.optional(),
  format: z.enum(["jpeg", "png", "webp"]).default("jpeg"),
  quality: from(1, 100).default(80),
  longestSidePx: from(16, 2 ** 31 - 1).optional(),
  maxAgeMs: from(0, 60_000).default(0),
});

/** The parameters of each method; absent parameters are read as `{}`. */
const PARAMS = {
  snapshot,
  facts: none,
  waitIdle,
  nodeAction,
  gesture,
  commitText: z.strictObject({ text, mode: z.enum(["insert", "replace"]).default("insert") }),
  getClipboard: none,
  setClipboard: z.strictObject({ text }),
  globalAction: z.strictObject({ action: z.enum(GLOBAL_ACTIONS) }),
  screenshot,
  health: none,
  subscribe: z.strictObject({ types: z.array(z.enum(EVENT_TYPES)).max(21).optional(), after: from(0).optional() }),
  unsubscribe: none,
};

const envelope = z.strictObject({
  id: z.unknown(),
  method: z.string(),
  params: z.unknown().optional(),
  timeoutMs: from(1, 120_000).default(10_000),
});

export type Method = keyof typeof PARAMS;
export type ParamsOf<M extends Method> = z.infer<(typeof PARAMS)[M]>;

/** The parts of a request that are the same for all methods. */
export interface Envelope {
  readonly method: Method;
  readonly params: unknown;
  readonly timeoutMs: number;
}

/** Reads the method and the time limit of a request. Errors: INVALID_REQUEST, UNKNOWN_METHOD. */
export function readEnvelope(message: JsonObject): Envelope {
  const { method, params = {}, timeoutMs } = parsed(envelope, message, "");
  if (!isMethod(method)) throw new WireError("UNKNOWN_METHOD", "no such method", { mayHaveHappened: false });
  return { method, params, timeoutMs };
}

/** Reads the parameters of a method, and adds the defaults. Errors: INVALID_REQUEST. */
export function readParams<M extends Method>(method: M, params: unknown): ParamsOf<M> {
  const schema: z.ZodType<ParamsOf<M>> = schemaOf(method);
  return parsed(schema, params, "params");
}

export function invalid(message: string): WireError {
  return new WireError("INVALID_REQUEST", message, { mayHaveHappened: false });
}

function schemaOf<M extends Method>(method: M): z.ZodType<ParamsOf<M>> {
  const schemas: { readonly [K in Method]: z.ZodType<ParamsOf<K>> } = PARAMS;
  return schemas[method];
}

function isMethod(name: string): name is Method {
  return Object.hasOwn(PARAMS, name);
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = [where, ...(issue?.path ?? [])].filter((word) => word !== "").join(".");
  throw invalid(`${path || "the request"}: ${issue?.message ?? "wrong"}`);
}

/** The number of characters as the schema counts them: code points. */
function lengthOf(value: string): number {
  if (value.length <= LONGEST_TEXT) return value.length;
  let length = 0;
  for (const _ of value) length += 1;
  return length;
}
