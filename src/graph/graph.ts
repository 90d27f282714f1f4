import * as z from "zod";
import { SCREEN_KINDS } from "./screen/screen-facts.js";

/*
 * A process graph: screens of apps as vertices, actions that led from one to another as edges, and what was found in
 * the runs that it was built from. Plain data: what is exported, imported and asked.
 */

export const GRAPH_VERSION = 1;

const count = z.int().min(0);
/** ms since the epoch. */
const moment = z.number();

const elementSchema = z
  .object({
    role: z.string(),
    idTail: z.string(),
    label: z.string(),
    state: z.string(),
    row: count,
    column: count,
    isActionable: z.boolean(),
    isListed: z.boolean(),
    isScrolled: z.boolean(),
  })
  .readonly();

const printSchema = z
  .object({
    app: z.string(),
    activity: z.string(),
    kind: z.enum(SCREEN_KINDS),
    title: z.string(),
    isTitled: z.boolean(),
    tabs: z.array(z.string()).readonly(),
    skeleton: z.string(),
    ids: count,
    elements: z.array(elementSchema).readonly(),
    terms: z.record(z.string(), z.number()).readonly(),
  })
  .readonly();

/** What can be done with an element of a screen, and how that went (A of a vertex). */
const affordanceSchema = z
  .object({
    key: z.string(),
    role: z.string(),
    idTail: z.string(),
    label: z.string(),
    actions: z.array(z.string()).readonly(),
    tries: count,
    /** Tries after which something was different; of a try whose outcome is unknown neither counts. */
    effects: count,
    /** Tries in a row since the last one that had an effect. */
    idle: count.default(0),
    lastTarget: z.string().nullable(),
  })
  .readonly();
export type Affordance = z.infer<typeof affordanceSchema>;

export const vertexSchema = z
  .object({
    id: z.string(),
    print: printSchema,
    affordances: z.array(affordanceSchema).readonly(),
    visits: count,
    firstSeen: moment,
    lastSeen: moment,
    /** The vertex of which this one is another record; its own id where there is none. */
    family: z.string(),
    /** Vertices that may be the same screen. */
    maybeSame: z.array(z.string()).readonly(),
    /** Ids of vertices that were merged into it. */
    aliases: z.array(z.string()).readonly(),
    /** Observations that show it, `RUN#STEP`, at most three. */
    exemplars: z.array(z.string()).readonly(),
  })
  .readonly();
export type Vertex = z.infer<typeof vertexSchema>;

/** An action without its data: which texts were typed is not kept. */
export const actionSchema = z
  .object({
    /** `tap`, `long`, `double`, `type`, `scroll`, `back`, `key`, `open` or the name of another tool. */
    type: z.string(),
    role: z.string(),
    idTail: z.string(),
    /** Masked words of what it was done to; of a row of a list, too: they are the data of a loop. */
    label: z.string(),
    /** What it was done to is a row of a list. */
    isItem: z.boolean(),
    /** Which one it is among its like, from 0, where neither id nor words say it; null otherwise. */
    ordinal: count.nullable(),
    /** The direction of a swipe, the key, the app that was opened. */
    detail: z.string(),
    /** The parameter that it takes. */
    slot: z.enum(["text"]).nullable(),
  })
  .readonly();
export type ActionSig = z.infer<typeof actionSchema>;

export const PREDICATE_KINDS = ["textPresent", "elemState", "activityIs", "countAtLeast"] as const;
/** Something that a screen satisfies or not: a text, the state of an element, the activity, how many rows there are. */
export const predicateSchema = z
  .object({ kind: z.enum(PREDICATE_KINDS), of: z.string(), value: z.string() })
  .readonly();
export type Predicate = z.infer<typeof predicateSchema>;

/** How often a predicate was true. */
const seenSchema = z.object({ predicate: predicateSchema, count }).readonly();
export type SeenPredicate = z.infer<typeof seenSchema>;

export const IMPORTANT = ["kind", "bridge", "recovery", "recent", "sensitive"] as const;
export const RARENESS = ["usual", "kept", "pruned"] as const;

export const edgeSchema = z
  .object({
    id: z.string(),
    from: z.string(),
    to: z.string(),
    action: actionSchema,
    n: count,
    /** How many runs with a known outcome had the expected one, and how many did not. */
    ok: count,
    failed: count,
    /** The duration of the action in ms, by Welford: count, mean, and sum of squared distances from the mean. */
    duration: z.object({ n: count, mean: z.number(), m2: z.number() }).readonly(),
    lastSeen: moment,
    /** True before it each time. */
    pre: z.array(predicateSchema).readonly(),
    /** True after it each time, and false before it. */
    post: z.array(predicateSchema).readonly(),
    /** Those of `post` that distinguish its target from where else the same action led. */
    verify: z.array(predicateSchema).readonly(),
    seenBefore: z.array(seenSchema).readonly(),
    /** Runs that went this way, at most eight, the first ones first. */
    sources: z.array(z.string()).readonly(),
    /** How often it followed an action that had failed. */
    recoveries: count,
    /** Class of the guard, where one was noted. */
    sensitive: z.string().nullable(),
    /** Rare ones are kept for a reason, or pruned: they stay here, and are not suggested. */
    rarity: z.enum(RARENESS),
    important: z.array(z.enum(IMPORTANT)).readonly(),
  })
  .readonly();
export type Edge = z.infer<typeof edgeSchema>;

/** What was gone through several times in a row, with another row of a list each time. */
const loopSchema = z
  .object({
    id: z.string(),
    /** Ids of edges of the first round; of other rounds those with the same actions, without the labels of rows. */
    body: z.array(z.string()).readonly(),
    head: z.string(),
    slot: z.object({ kind: z.enum(["item"]), values: z.array(z.string()).readonly() }).readonly(),
    rounds: count,
    /** True at its head when it was left, and false when it went on; null if no predicate says this. */
    exit: predicateSchema.nullable(),
    runs: z.array(z.string()).readonly(),
  })
  .readonly();
export type Loop = z.infer<typeof loopSchema>;

/** One action from one vertex that led to several: what decides. */
const branchSchema = z
  .object({
    from: z.string(),
    action: z.string(),
    edges: z.array(z.string()).readonly(),
    /** Null if no predicate separates them: then it is not deterministic. */
    condition: predicateSchema.nullable(),
    /** Bits of information that the condition gives. */
    gain: z.number(),
    /** The edge taken where the condition is true, and where it is false. */
    whenTrue: z.string().nullable(),
    whenFalse: z.string().nullable(),
  })
  .readonly();
export type Branch = z.infer<typeof branchSchema>;

/** A way that was gone at least twice. */
const patternSchema = z
  .object({ id: z.string(), edges: z.array(z.string()).readonly(), n: count, runs: z.array(z.string()).readonly() })
  .readonly();
export type Pattern = z.infer<typeof patternSchema>;

/** A run by the edges that it went over. A gap (null) is where it is not known how a screen was reached. */
const runSchema = z
  .object({
    id: z.string(),
    at: moment,
    steps: count,
    start: z.string().nullable(),
    path: z.array(z.string().nullable()).readonly(),
  })
  .readonly();
export type RunPath = z.infer<typeof runSchema>;

export const graphSchema = z
  .object({
    version: z.literal(GRAPH_VERSION),
    /** The moment that ages count from. */
    builtAt: moment,
    thresholds: z.object({ alpha: z.number(), match: z.number(), create: z.number() }).readonly(),
    runs: z.array(runSchema).readonly(),
    vertices: z.array(vertexSchema).readonly(),
    edges: z.array(edgeSchema).readonly(),
    loops: z.array(loopSchema).readonly(),
    branches: z.array(branchSchema).readonly(),
    patterns: z.array(patternSchema).readonly(),
  })
  .readonly();
export type ProcessGraph = z.infer<typeof graphSchema>;
