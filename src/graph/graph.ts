import * as z from "zod";
import { SCREEN_KINDS } from "./screen/screen-facts.js";

/*
 * A process graph: screens of apps are vertices, actions that led from one screen to another are edges. It also has
 * the findings from the runs that it was built from. It is plain data, for export, import and queries.
 */

export const GRAPH_VERSION = 1;

const count = z.int().min(0);
/** A time in ms since the epoch. */
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

/** The actions on an element of a screen, and the results of tries (A of a vertex). */
const affordanceSchema = z
  .object({
    key: z.string(),
    role: z.string(),
    idTail: z.string(),
    label: z.string(),
    actions: z.array(z.string()).readonly(),
    tries: count,
    /** How many tries changed something; a try with an unknown outcome counts neither here nor in `tries`. */
    effects: count,
    /** How many tries in a row had no effect, since the last one that had. */
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
    /** The vertex of whose kind this one is another record; its own id if there is none. */
    family: z.string(),
    /** The ids of vertices that may be the same screen. */
    maybeSame: z.array(z.string()).readonly(),
    /** The ids of vertices that were merged into it. */
    aliases: z.array(z.string()).readonly(),
    /** Observations that show it, as `RUN#STEP`; at most three. */
    exemplars: z.array(z.string()).readonly(),
  })
  .readonly();
export type Vertex = z.infer<typeof vertexSchema>;

/** An action without its data: typed texts are not kept. */
export const actionSchema = z
  .object({
    /** `tap`, `long`, `double`, `type`, `scroll`, `back`, `key`, `open` or the name of another tool. */
    type: z.string(),
    role: z.string(),
    idTail: z.string(),
    /** The masked words of its target; also for a row of a list, where they are the data of a loop. */
    label: z.string(),
    /** Whether its target is a row of a list. */
    isItem: z.boolean(),
    /** The number of its target among similar elements, from 0, if neither id nor words identify it; null otherwise. */
    ordinal: count.nullable(),
    /** The direction of a swipe, the key, or the app that was opened. */
    detail: z.string(),
    /** The parameter of the action. */
    slot: z.enum(["text"]).nullable(),
  })
  .readonly();
export type ActionSig = z.infer<typeof actionSchema>;

export const PREDICATE_KINDS = ["textPresent", "elemState", "activityIs", "countAtLeast"] as const;
/** A condition that is true or false of a screen: a text, the state of an element, the activity, the number of rows. */
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
    /** How many runs with a known outcome had the expected one. */
    ok: count,
    /** How many runs with a known outcome had another one. */
    failed: count,
    /** The duration of the action in ms, by Welford: count, mean, and sum of squared distances from the mean. */
    duration: z.object({ n: count, mean: z.number(), m2: z.number() }).readonly(),
    lastSeen: moment,
    /** Predicates that were true before it each time. */
    pre: z.array(predicateSchema).readonly(),
    /** Predicates that were true after it and false before it each time. */
    post: z.array(predicateSchema).readonly(),
    /** The predicates of `post` that are not true at other targets of the same action. */
    verify: z.array(predicateSchema).readonly(),
    seenBefore: z.array(seenSchema).readonly(),
    /** The runs that took it, at most eight, the first ones first. */
    sources: z.array(z.string()).readonly(),
    /** How often it followed a failed action. */
    recoveries: count,
    /** The class that the guard noted; null if none was noted. */
    sensitive: z.string().nullable(),
    /**
     * Whether the edge is usual, rare but kept for a reason, or rare and pruned: pruned edges stay in the graph, and
     * are not suggested.
     */
    rarity: z.enum(RARENESS),
    important: z.array(z.enum(IMPORTANT)).readonly(),
  })
  .readonly();
export type Edge = z.infer<typeof edgeSchema>;

/** A sequence of actions that was repeated several times in a row, each time with a different row of a list. */
const loopSchema = z
  .object({
    id: z.string(),
    /** The ids of the edges of the first round; other rounds have the same actions on other rows. */
    body: z.array(z.string()).readonly(),
    head: z.string(),
    slot: z.object({ kind: z.enum(["item"]), values: z.array(z.string()).readonly() }).readonly(),
    rounds: count,
    /**
     * A predicate that is true at the loop's head when the loop ends and false when it goes on; null if there is none.
     */
    exit: predicateSchema.nullable(),
    runs: z.array(z.string()).readonly(),
  })
  .readonly();
export type Loop = z.infer<typeof loopSchema>;

/** One action from one vertex that led to several vertices, and the condition that decides. */
const branchSchema = z
  .object({
    from: z.string(),
    action: z.string(),
    edges: z.array(z.string()).readonly(),
    /** Null if no predicate separates the cases: then the action is not deterministic. */
    condition: predicateSchema.nullable(),
    /** The information that the condition gives, in bits. */
    gain: z.number(),
    /** The edge that is taken if the condition is true. */
    whenTrue: z.string().nullable(),
    /** The edge that is taken if the condition is false. */
    whenFalse: z.string().nullable(),
  })
  .readonly();
export type Branch = z.infer<typeof branchSchema>;

/** A sequence of edges that was taken at least twice. */
const patternSchema = z
  .object({ id: z.string(), edges: z.array(z.string()).readonly(), n: count, runs: z.array(z.string()).readonly() })
  .readonly();
export type Pattern = z.infer<typeof patternSchema>;

/** A run as the edges that it took; null is a gap, where it is unknown how a screen was reached. */
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
    /** The time from which ages count. */
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
