import { type Rect, rectOf, type Size } from "../../base/geometry.js";
import type { OnDeviceHello } from "../../devices/companion/messages.js";
import { flagBit, type TreeAction, type TreeNode } from "../../devices/companion/tree.js";
import type { NodeAction, NodeField } from "../../devices/companion/words.js";
import type { UiNode } from "../../screen/hierarchy.js";
import { type NodeDetails, RARE_STATES, type RareState } from "../../screen/node-details.js";

/** Where a node is in the hierarchy. */
type Place = Pick<UiNode, "parent" | "depth" | "window">;
export type NodeReader = (node: TreeNode, place: Place) => UiNode;

/**
 * Makes a reader of nodes for a host that knows these flags and fields: a value that its Android version cannot report
 * is null. A change of the screen needs thousands of nodes, so values that all nodes share are computed once.
 */
export function nodeReader(
  { knownFlags, knownFields }: Pick<OnDeviceHello, "knownFlags" | "knownFields">,
  screenSize: Size,
): NodeReader {
  const fields = new Set<NodeField>(knownFields);
  const reported = knownFlags.reduce((bits, flag) => bits | flagBit(flag), 0);
  const flagOf = (flags: number, bit: number) => ((reported & bit) === 0 ? null : (flags & bit) !== 0);
  const noHint = fields.has("hint") ? "" : null;
  const noState = fields.has("stateDescription") ? "" : null;
  const detailsOf = detailsReader();
  return (node, { parent, depth, window }) => {
    const { flags, details } = node;
    // Written out, because a spread before so many properties makes V8 build each node as a dictionary.
    return Object.freeze({
      parent,
      depth,
      window,
      className: node.className,
      package: node.package,
      resourceId: node.resourceId ?? details.testTag ?? "",
      // The text of an empty field is its hint.
      text: (flags & SHOWING_HINT) !== 0 ? "" : (node.text ?? ""),
      contentDescription: node.contentDescription ?? "",
      hint: details.hint ?? noHint,
      stateDescription: details.stateDescription ?? noState,
      bounds: clipped(node.bounds, screenSize),
      checkable: flagOf(flags, BIT.checkable),
      checked: (flags & PARTIALLY_CHECKED) !== 0 ? "partial" : flagOf(flags, BIT.checked),
      clickable: flagOf(flags, BIT.clickable),
      longClickable: flagOf(flags, BIT.longClickable),
      enabled: flagOf(flags, BIT.enabled),
      focusable: flagOf(flags, BIT.focusable),
      focused: flagOf(flags, BIT.focused),
      scrollable: flagOf(flags, BIT.scrollable),
      selected: flagOf(flags, BIT.selected),
      password: flagOf(flags, BIT.password),
      visibleToUser: flagOf(flags, BIT.visibleToUser),
      naf: null,
      drawingOrder: node.drawingOrder,
      details: detailsOf(node),
    });
  };
}

/** Clips bounds to the screen. */
function clipped({ left, top, right, bottom }: Rect, { width, height }: Size): Rect {
  const within = (value: number, most: number) => Math.max(0, Math.min(most, value));
  return rectOf(within(left, width), within(top, height), within(right, width), within(bottom, height));
}

const BIT = {
  checkable: flagBit("checkable"),
  checked: flagBit("checked"),
  clickable: flagBit("clickable"),
  longClickable: flagBit("longClickable"),
  enabled: flagBit("enabled"),
  focusable: flagBit("focusable"),
  focused: flagBit("focused"),
  scrollable: flagBit("scrollable"),
  selected: flagBit("selected"),
  password: flagBit("password"),
  visibleToUser: flagBit("visibleToUser"),
} as const;
const SHOWING_HINT = flagBit("showingHint");
const PARTIALLY_CHECKED = flagBit("partiallyChecked");

const RARE: readonly (readonly [RareState, number])[] = RARE_STATES.map((state) => [state, flagBit(state)]);
const ANY_RARE = RARE.reduce((bits, [, bit]) => bits | bit, 0);

/** Actions that flags already show or that a finger can do: nearly every node offers some of these. */
const EVERYDAY: ReadonlySet<NodeAction | number> = new Set<NodeAction | number>([
  "focus",
  "clearFocus",
  "select",
  "clearSelection",
  "click",
  "longClick",
  "accessibilityFocus",
  "clearAccessibilityFocus",
  "nextAtGranularity",
  "previousAtGranularity",
  "nextHtmlElement",
  "previousHtmlElement",
  "showOnScreen",
]);

const NOTHING: NodeDetails = Object.freeze({});

/** Many nodes share the same list of actions: each list is filtered once. */
function detailsReader(): (node: TreeNode) => NodeDetails {
  const worthReporting = new Map<readonly TreeAction[], readonly TreeAction[]>();
  const actionsOf = (actions: readonly TreeAction[]) => {
    const known = worthReporting.get(actions);
    if (known) return known;
    const reported = Object.freeze(actions.filter(({ action, label }) => label !== null || !EVERYDAY.has(action)));
    worthReporting.set(actions, reported);
    return reported;
  };
  return ({ flags, details, actions }) => {
    const reported = actions.length === 0 ? actions : actionsOf(actions);
    const isRare = (flags & ANY_RARE) !== 0;
    if (!isRare && reported.length === 0 && !hasAny(details)) return NOTHING;
    const { hint, stateDescription, ...rest } = details;
    return Object.freeze({
      ...rest,
      ...(isRare ? { states: RARE.flatMap(([state, bit]) => ((flags & bit) !== 0 ? [state] : [])) } : {}),
      ...(reported.length > 0 ? { actions: reported } : {}),
    });
  };
}

function hasAny(details: object): boolean {
  for (const _ in details) return true;
  return false;
}
