import * as z from "zod";
import { readWireTree, type TreeNode } from "./tree.js";
import { readTreePatch, type TreePatch } from "./tree-patch.js";
import { TRUNCATIONS, WINDOW_ERRORS, WINDOW_TYPES } from "./words.js";

/** The results of the methods. As in the protocol's schema, an unknown field is an error. */

const count = z.int().min(0);
const i32 = z.int().min(-0x8000_0000).max(0x7fff_ffff);
const ms = z.number().min(0);
const treeName = z.string().regex(/^[0-9a-f]{16}$/);
/** Left, top, right, bottom. */
const rect = z
  .tuple([i32, i32, i32, i32])
  .transform(([left, top, right, bottom]) => ({ left, top, right, bottom }))
  .readonly();
const rects = z.array(rect).readonly();
/** Number of the last event before an action: its effects are in later events. */
const seq = count;

const displaySchema = z
  .strictObject({
    id: count,
    widthPx: count,
    heightPx: count,
    rotation: z.int().min(0).max(3),
    densityDpi: count,
    refreshRateHz: z.number().nullable(),
    on: z.boolean().nullable(),
    /** Thicknesses at the edges, by the names of WindowInsets.Type; null below API 30. */
    insets: z
      .strictObject({
        statusBars: rect.nullable(),
        navigationBars: rect.nullable(),
        captionBar: rect.nullable(),
        displayCutout: rect.nullable(),
        ime: rect.nullable(),
        systemGestures: rect.nullable(),
        mandatorySystemGestures: rect.nullable(),
        tappableElement: rect.nullable(),
      })
      .nullable(),
    cutouts: rects.nullable(),
  })
  .readonly();

const factsSchema = z
  .strictObject({
    uptimeMs: count,
    interactive: z.boolean().nullable(),
    keyguardShowing: z.boolean().nullable(),
    deviceLocked: z.boolean().nullable(),
    activeWindow: i32.nullable(),
    focusedWindow: i32.nullable(),
    inputMethod: z.strictObject({ visible: z.boolean(), bounds: rect.nullable(), id: z.string().nullable() }),
    displays: z.array(displaySchema).readonly(),
  })
  .readonly();
export type OnDeviceFacts = z.infer<typeof factsSchema>;

const windowSchema = z
  .strictObject({
    id: i32,
    type: z.enum(WINDOW_TYPES),
    /** A higher layer is nearer to the user. */
    layer: i32,
    display: count.nullable(),
    title: z.string().nullable(),
    bounds: rect,
    /** Rectangles that take touches; null below API 33. */
    touchable: rects.nullable(),
    active: z.boolean(),
    focused: z.boolean(),
    accessibilityFocused: z.boolean(),
    pictureInPicture: z.boolean().nullable(),
    parent: i32.nullable(),
    /**
     * `walk`: the tree was walked for this answer. `events`: it is from an earlier walk, and no event reported a
     * change.
     */
    basis: z.enum(["walk", "events"]),
    /** Number of the last event before the tree was walked. */
    seq,
    ageMs: count,
    walkMs: ms,
    roundTrips: count,
    nodeCount: count,
    depth: count,
    missing: count,
    repeated: count,
    truncated: z.enum(TRUNCATIONS).nullable(),
    error: z.enum(WINDOW_ERRORS).nullable(),
    /** The tree's name, with which actions address its nodes; null if there is no tree. */
    tree: treeName.nullable(),
    /**
     * The tree's nodes in document order. Null if there is no tree, or if the request named this tree in `since`; a
     * patch if the request named a similar tree there.
     */
    content: z.unknown().transform(readContent),
  })
  .readonly();
/** A window as the companion sends it. */
export type SentWindow = z.infer<typeof windowSchema>;
/** A window with its whole tree; `content` is null if there is none. */
export interface OnDeviceWindow extends Omit<SentWindow, "content"> {
  readonly content: readonly TreeNode[] | null;
}

function readContent(content: unknown): readonly TreeNode[] | TreePatch | null {
  if (content === null) return null;
  return typeof content === "object" && "base" in content ? readTreePatch(content) : readWireTree(content);
}

const snapshotSchema = z
  .strictObject({
    /** Number of the last event before the windows were read. */
    seq,
    uptimeMs: count,
    walkMs: ms,
    /** How many events came during the walk: above 0 the trees may be older than the screen. */
    eventsDuring: count,
    windows: z.array(windowSchema).readonly(),
    facts: factsSchema.nullable(),
  })
  .readonly();
/** A snapshot with whole trees. */
export interface OnDeviceSnapshot extends Omit<z.infer<typeof snapshotSchema>, "windows"> {
  readonly windows: readonly OnDeviceWindow[];
}

const performedSchema = z.strictObject({ performed: z.boolean(), seq }).readonly();

const healthSchema = z
  .strictObject({
    state: z.enum(["running", "suppressed"]),
    uptimeMs: count,
    startedAtMs: count,
    attachedAtMs: count.nullable(),
    seq,
    quietMs: count.nullable(),
    keptWindows: count,
    hungWindows: z.array(i32).readonly(),
  })
  .readonly();

const screenshotSchema = z
  .strictObject({
    display: count,
    window: i32.nullable(),
    widthPx: z.int().min(1),
    heightPx: z.int().min(1),
    format: z.enum(["jpeg", "png", "webp"]),
    capturedAtMs: count,
    ageMs: count,
    waitedMs: ms,
    seq,
  })
  .readonly();

const idleSchema = z
  .strictObject({
    idle: z.boolean(),
    reacted: z.boolean().nullable(),
    waitedMs: count,
    quietMs: count.nullable(),
    seq,
  })
  .readonly();

/** The schema of each method's result. */
export const RESULTS = {
  snapshot: snapshotSchema,
  facts: factsSchema,
  waitIdle: idleSchema,
  nodeAction: performedSchema,
  gesture: z.strictObject({ durationMs: count, seq }).readonly(),
  commitText: z.strictObject({ via: z.enum(["inputMethod", "setText"]), seq }).readonly(),
  getClipboard: z.strictObject({ text: z.string().nullable() }).readonly(),
  setClipboard: z.strictObject({ seq }).readonly(),
  globalAction: performedSchema,
  screenshot: screenshotSchema,
  health: healthSchema,
  subscribe: z.strictObject({ seq }).readonly(),
  unsubscribe: z.strictObject({}).readonly(),
} as const;

export type Method = keyof typeof RESULTS;
export type Result<M extends Method> = z.infer<(typeof RESULTS)[M]>;
