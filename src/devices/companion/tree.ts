import * as z from "zod";
import { FoveaError } from "../../base/errors.js";
import { type Rect, rectOf } from "../../base/geometry.js";
import { NODE_ACTIONS, NODE_FLAGS, type NodeAction, type NodeFlag } from "./words.js";

const i32 = z.int().min(-0x8000_0000).max(0x7fff_ffff);
const number = z.number().nullable();

const detailsSchema = z
  .strictObject({
    hint: z.string(),
    stateDescription: z.string(),
    error: z.string(),
    paneTitle: z.string(),
    tooltip: z.string(),
    containerTitle: z.string(),
    supplementalDescription: z.string(),
    roleDescription: z.string(),
    testTag: z.string(),
    uniqueId: z.string(),
    targetUrl: z.string(),
    /** The field's android.text.InputType. */
    inputType: i32,
    maxTextLength: i32.min(0),
    /** Start and end of the selection, in UTF-16 units. */
    selection: z.tuple([i32.min(0), i32.min(-1)]).readonly(),
    liveRegion: z.enum(["none", "polite", "assertive"]).nullable(),
    range: z.strictObject({
      type: z.enum(["integer", "float", "percent", "indeterminate"]).nullable(),
      min: number,
      max: number,
      current: number,
    }),
    collection: z.strictObject({
      rows: i32,
      columns: i32,
      hierarchical: z.boolean(),
      selectionMode: z.enum(["none", "single", "multiple"]).nullable(),
    }),
    collectionItem: z.strictObject({
      row: i32,
      column: i32,
      rowSpan: i32,
      columnSpan: i32,
      heading: z.boolean(),
      selected: z.boolean(),
    }),
    expanded: z.enum(["undefined", "collapsed", "partial", "full"]).nullable(),
  })
  .partial()
  .refine((details) => Object.keys(details).length > 0)
  .readonly();
/**
 * Details that most nodes do not have. An absent detail has no value, or this Android version does not know it: see the
 * hello.
 */
export type NodeDetails = z.infer<typeof detailsSchema>;

const actionSchema = z.union([
  z.enum(NODE_ACTIONS).transform((action) => ({ action, label: null })),
  z.strictObject({ action: z.union([z.enum(NODE_ACTIONS), i32]), label: z.string().nullable() }),
]);
/** An action by its name, or by the number of an app's own action, with the app's label for it. */
export interface TreeAction {
  readonly action: NodeAction | number;
  readonly label: string | null;
}

/** The tables whose entries the nodes refer to by index. */
export const treeTables = {
  names: z.array(z.string()),
  actionSets: z.array(z.array(actionSchema)),
} as const;

const contentSchema = z.strictObject({ nodes: z.array(z.unknown()), ...treeTables });

/** One node of a window's tree. Actions address it by its index in the list. */
export interface TreeNode {
  /** The parent's index in the list, smaller than the node's own; null for the root. */
  readonly parent: number | null;
  /** The node's flags as bits; see {@link hasFlag}. */
  readonly flags: number;
  readonly bounds: Rect;
  readonly className: string | null;
  readonly package: string | null;
  readonly resourceId: string | null;
  readonly actions: readonly TreeAction[];
  /** The drawing order among its siblings; null if it is unknown. */
  readonly drawingOrder: number | null;
  /** The text; bullets if the flag `masked` is set. */
  readonly text: string | null;
  readonly contentDescription: string | null;
  readonly details: NodeDetails;
}

const BITS: ReadonlyMap<NodeFlag, number> = new Map(NODE_FLAGS.map((flag, bit) => [flag, 1 << bit]));
const ALL_FLAGS = 2 ** NODE_FLAGS.length - 1;

/** The bit of a flag, for code that reads many nodes. */
export function flagBit(flag: NodeFlag): number {
  return BITS.get(flag) ?? 0;
}

/** Whether the node has the flag. The hello's `knownFlags` says whether this Android version can report it. */
export function hasFlag({ flags }: Pick<TreeNode, "flags">, flag: NodeFlag): boolean {
  return (flags & (BITS.get(flag) ?? 0)) !== 0;
}

/** A window's tree as it was received. Errors: ON_DEVICE_PROTOCOL for anything that the schema does not allow. */
export function readWireTree(content: unknown): readonly TreeNode[] {
  const parsed = contentSchema.safeParse(content);
  if (!parsed.success) throw malformed("a tree", parsed.error);
  const { nodes, names, actionSets } = parsed.data;
  return nodes.map((node, place) => readNode(node, place, names, actionSets));
}

/** One node as it was received; `place` is its index in the tree. Errors: ON_DEVICE_PROTOCOL. */
export function readNode(
  node: unknown,
  place: number,
  names: readonly string[],
  actionSets: readonly (readonly TreeAction[])[],
): TreeNode {
  if (!Array.isArray(node) || node.length < 11 || node.length > 14) throw malformed(`node ${place} is not a node`);
  const isRoot = place === 0;
  const parent = whole(node, 0, isRoot ? -1 : 0, place - 1, place);
  const order = whole(node, 10, 0, MAX, place);
  return {
    parent: isRoot ? null : parent,
    flags: whole(node, 1, 0, ALL_FLAGS, place),
    bounds: rectOf(
      whole(node, 2, MIN, MAX, place),
      whole(node, 3, MIN, MAX, place),
      whole(node, 4, MIN, MAX, place),
      whole(node, 5, MIN, MAX, place),
    ),
    className: names[whole(node, 6, -1, names.length - 1, place)] ?? null,
    package: names[whole(node, 7, -1, names.length - 1, place)] ?? null,
    resourceId: names[whole(node, 8, -1, names.length - 1, place)] ?? null,
    actions: actionSets[whole(node, 9, -1, actionSets.length - 1, place)] ?? NO_ACTIONS,
    drawingOrder: order === 0 ? null : order,
    text: words(node[11], place),
    contentDescription: words(node[12], place),
    details: node.length < 14 ? NO_DETAILS : readDetails(node[13], place),
  };
}

const MIN = -0x8000_0000;
const MAX = 0x7fff_ffff;
const NO_ACTIONS: readonly TreeAction[] = Object.freeze([]);
const NO_DETAILS: NodeDetails = Object.freeze({});

/** Reads one of the node's numbers, without a schema: thousands are read for each snapshot. */
function whole(node: readonly unknown[], at: number, min: number, max: number, place: number): number {
  const value = node[at];
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return value;
  throw malformed(`number ${at} of node ${place} is out of range`);
}

function words(value: unknown, place: number): string | null {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return null;
  throw malformed(`node ${place} has an invalid text`);
}

function readDetails(value: unknown, place: number): NodeDetails {
  const parsed = detailsSchema.safeParse(value);
  if (!parsed.success) throw malformed(`the details of node ${place}`, parsed.error);
  return parsed.data;
}

/** The error for an invalid tree. Its message never quotes content of the screen: it has only zod's paths and codes. */
export function malformed(what: string, cause?: z.ZodError): FoveaError {
  const where = cause?.issues[0] === undefined ? "" : `: ${cause.issues[0].path.join(".")} ${cause.issues[0].code}`;
  return new FoveaError("ON_DEVICE_PROTOCOL", `the companion sent a tree that it may not send: ${what}${where}`);
}
