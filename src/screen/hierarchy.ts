import * as z from "zod";
import { rectSchema } from "./facts.js";
import { nodeDetailsSchema } from "./node-details.js";

const flag = z.boolean().nullable();
const words = z.string().nullable();
const index = z.number().int().min(0).max(1_000_000);

/**
 * One node of the accessibility tree as the device reported it. Null means that the source does not report the fact; an
 * empty string was reported. The tree is a list in document order: a node's parent comes before it, and `parent` is the
 * parent's place in the list, so that deep nesting cannot overflow a reader's stack.
 */
export const uiNodeSchema = z
  .object({
    parent: index.nullable(),
    /** 0 for the root of a window. */
    depth: index,
    /** Place in `windows`. */
    window: index,
    className: words,
    package: words,
    /** `package:id/name`, or the name in a Compose test tag. */
    resourceId: words,
    text: words,
    contentDescription: words,
    hint: words,
    stateDescription: words,
    /** In device pixels of the current rotation, clipped to the display by the device; null if it was unreadable. */
    bounds: rectSchema.nullable(),
    checkable: flag,
    /** `partial` for a box of a group in which only some boxes are checked. */
    checked: z.union([z.boolean(), z.literal("partial")]).nullable(),
    clickable: flag,
    longClickable: flag,
    enabled: flag,
    focusable: flag,
    focused: flag,
    scrollable: flag,
    selected: flag,
    password: flag,
    visibleToUser: flag,
    /** uiautomator's mark for a control without text ("not accessibility friendly"). */
    naf: flag,
    drawingOrder: z.number().int().nullable(),
    /** Further facts; null if the source reports none of this kind. */
    details: nodeDetailsSchema.nullable(),
  })
  .readonly();
export type UiNode = z.infer<typeof uiNodeSchema>;

export const uiWindowSchema = z
  .object({
    /** The accessibility window's id, where the source gives one. */
    windowId: z.number().int().nullable(),
    title: words,
    type: words,
    layer: z.number().int().nullable(),
    active: flag,
    focused: flag,
    displayId: z.number().int().nullable(),
    bounds: rectSchema.nullable(),
    /** The parts of it that take touches; null if the source does not report it. */
    touchable: z.array(rectSchema).readonly().nullable(),
    /**
     * The name of its tree's contents, within the `epoch`: trees with equal names are equal. Null if the source has
     * none.
     */
    tree: words,
    /** Place of its root in `nodes`; null if the window gave no tree. */
    root: index.nullable(),
  })
  .readonly();
export type UiWindow = z.infer<typeof uiWindowSchema>;

/** Everything that the accessibility framework reported about the screen, windows in the source's order. */
export const viewHierarchySchema = z
  .object({
    /** The rotation that the source itself reports, 0–3. */
    rotation: z.number().int().min(0).max(3).nullable(),
    /**
     * One run of the companion: ids of windows and names of trees have a meaning only within it. Null for other
     * sources.
     */
    epoch: words,
    windows: z.array(uiWindowSchema).readonly(),
    nodes: z.array(uiNodeSchema).readonly(),
    nodeCount: index,
    /** The number of levels, the roots being level 1; 0 if there are no nodes. */
    depth: index,
    /** Distinct packages of the nodes, in order of appearance. */
    packages: z.array(z.string()).readonly(),
  })
  .readonly();
export type ViewHierarchy = z.infer<typeof viewHierarchySchema>;
