import { area, isEmpty, type Rect, type Size } from "../base/geometry.js";
import type { ElementDraft } from "./element.js";
import type { UiNode, ViewHierarchy } from "./hierarchy.js";
import { normaliseLabel } from "./label.js";
import { expansionOf, rangeText } from "./node-states.js";
import { type ClassRole, classReader, isCollection, isEditable, isTouchable, roleOf } from "./role.js";
import { systemBarWindows } from "./system-bars.js";

/** A node that covers more of its window than this share is a page, not a control or an item: it takes in no labels. */
const LARGEST_CONTROL = 0.6;
/** A control with more foreign labels than this is a page, too. */
const MOST_FOLDED_LABELS = 12;

/**
 * The elements of a hierarchy, in document order. A node becomes an element if it can be acted on, shows progress,
 * draws itself (canvas, web page), has the focus, is an item of a list that contains a control beside a label ("delete"
 * belongs to "Milk"), or has a label that no control around it takes in. Wrappers, decorations and nodes without
 * visible area do not become elements.
 */
export function elementsOf(hierarchy: ViewHierarchy, screenSize: Size | null): readonly ElementDraft[] {
  const nodes: Examined[] = [];
  const classOf = classReader();
  for (const node of hierarchy.nodes) nodes.push(examine(node, classOf(node), nodes));
  const areas = windowAreas(hierarchy);
  chooseElements(nodes, areas);
  foldLabels(nodes, areas);
  const bars = systemBarWindows(hierarchy, screenSize);
  const isBeside = (place: number) => bars.has(place) || hierarchy.windows[place]?.type === KEYBOARD;
  const drafts: ElementDraft[] = [];
  for (const examined of nodes) {
    examined.draftAbove = examined.parent?.draft ?? examined.parent?.draftAbove ?? null;
    if (!examined.isElement) continue;
    examined.draft = drafts.length;
    drafts.push(draftOf(examined, isBeside(examined.node.window)));
  }
  return drafts;
}

/** The companion's type for windows of input methods. */
const KEYBOARD = "inputMethod";

/** A node on its way to becoming an element; filled in by the steps of {@link elementsOf}. */
interface Examined {
  readonly node: UiNode;
  readonly place: number;
  readonly parent: Examined | undefined;
  readonly byClass: ClassRole;
  readonly isVisible: boolean;
  /** Own labels, normalised, without repetition. */
  readonly ownLabels: readonly string[];
  readonly actions: ElementDraft["actions"];
  /** Bounds of the nearest scrolling ancestor. */
  readonly list: Rect | null;
  readonly isInCollection: boolean;
  isElement: boolean;
  /** Whether a node in it can be touched. */
  holdsTouchable: boolean;
  /** Whether a node in it has a label. */
  holdsLabel: boolean;
  /** The nearest element around it. */
  around: Examined | undefined;
  labels: string[];
  /** Its place among the drafts, and the place of the nearest draft above it. */
  draft: number | null;
  draftAbove: number | null;
}

/** Parents come before their children, so the parent is examined already. */
function examine(node: UiNode, byClass: ClassRole, before: readonly Examined[]): Examined {
  const parent = node.parent === null ? undefined : before[node.parent];
  const isVisible = node.bounds !== null && !isEmpty(node.bounds) && node.visibleToUser !== false;
  const isInCollection = parent !== undefined && isCollection(parent.byClass);
  return {
    node,
    place: before.length,
    parent,
    byClass,
    isVisible,
    ownLabels: isVisible ? labelsOf(node, byClass) : NONE,
    actions: isVisible ? actionsOf(node, byClass) : NONE,
    list: parent && (parent.node.scrollable === true || isInCollection) ? parent.node.bounds : (parent?.list ?? null),
    isInCollection,
    isElement: false,
    holdsTouchable: false,
    holdsLabel: false,
    around: undefined,
    labels: [],
    draft: null,
    draftAbove: null,
  };
}

const NONE: readonly never[] = Object.freeze([]);

function labelsOf(node: UiNode, byClass: ClassRole): readonly string[] {
  const labels: string[] = [];
  const add = (words: string | null | undefined) => {
    const label = words ? normaliseLabel(words) : "";
    if (label !== "" && !labels.includes(label)) labels.push(label);
  };
  add(node.contentDescription);
  if (!isValue(node, byClass)) add(node.text);
  add(node.hint);
  add(node.stateDescription);
  if (labels.length === 0) add(node.details?.tooltip);
  return labels.length === 0 ? NONE : labels;
}

/** Whether the text of a field is its value: only if the source distinguishes it from the hint of an empty field. */
function isValue(node: UiNode, byClass: ClassRole): boolean {
  return isEditable(node, byClass) && node.hint !== null && node.text !== null && node.text !== node.hint;
}

function actionsOf(node: UiNode, byClass: ClassRole): ElementDraft["actions"] {
  const actions: ElementDraft["actions"][number][] = [];
  if (node.clickable === true) actions.push("click");
  if (node.longClickable === true) actions.push("longClick");
  if (node.checkable === true) actions.push("check");
  if (isEditable(node, byClass)) actions.push("edit");
  if (node.scrollable === true) actions.push("scroll");
  return actions;
}

/** Children come after their parents: from the end on, all nodes inside a node are examined before the node. */
function chooseElements(nodes: readonly Examined[], windowAreas: readonly number[]): void {
  for (const examined of [...nodes].reverse()) {
    const isVisibleItem = examined.isVisible && examined.isInCollection;
    const isItem = isVisibleItem && isControlSized(examined, windowAreas[examined.node.window] ?? 0);
    const isGroup = isItem && examined.holdsTouchable && examined.holdsLabel;
    examined.isElement = examined.actions.length > 0 || isGroup || (examined.isVisible && meansSomething(examined));
    if (!examined.parent) continue;
    examined.parent.holdsTouchable ||= examined.holdsTouchable || (examined.isVisible && isTouchable(examined.node));
    examined.parent.holdsLabel ||= examined.holdsLabel || examined.ownLabels.length > 0;
  }
}

/** Roles that are listed even without words and without a click action; a slider is dragged. */
const INFORMATIVE_ROLES: ReadonlySet<ElementDraft["role"]> = new Set(["progress", "slider", "canvas", "web"]);

function meansSomething({ node, byClass, list }: Examined): boolean {
  const role = roleOf(node, byClass, list);
  return INFORMATIVE_ROLES.has(role) || node.focused === true;
}

/** Gives each label to one element: to the innermost control around it that is not a page, else to the node itself. */
function foldLabels(nodes: readonly Examined[], windowAreas: readonly number[]): void {
  const takers = new Map<Examined, Examined>();
  const foreign = new Map<Examined, number>();
  for (const examined of nodes) {
    examined.around = examined.parent?.isElement ? examined.parent : examined.parent?.around;
    if (examined.isElement || examined.ownLabels.length === 0 || !examined.around) continue;
    if (!takesInLabels(examined.around, windowAreas[examined.node.window] ?? 0)) continue;
    takers.set(examined, examined.around);
    foreign.set(examined.around, (foreign.get(examined.around) ?? 0) + 1);
  }
  for (const examined of nodes) {
    const taker = takers.get(examined);
    const owner = taker && (foreign.get(taker) ?? 0) <= MOST_FOLDED_LABELS ? taker : examined;
    owner.labels.push(...examined.ownLabels);
    if (examined.ownLabels.length > 0 && owner === examined) examined.isElement = true;
  }
}

function windowAreas(hierarchy: ViewHierarchy): readonly number[] {
  return hierarchy.windows.map((window) => {
    const bounds = window.root === null ? null : (hierarchy.nodes[window.root]?.bounds ?? null);
    return bounds ? area(bounds) : 0;
  });
}

function takesInLabels(control: Examined, windowArea: number): boolean {
  if (control.actions.includes("scroll") || control.actions.includes("edit")) return false;
  if (control.actions.length === 0 && !control.isInCollection) return false;
  return isControlSized(control, windowArea);
}

function isControlSized({ node }: Examined, windowArea: number): boolean {
  return node.bounds !== null && area(node.bounds) <= windowArea * LARGEST_CONTROL;
}

function draftOf(examined: Examined, systemBar: boolean): ElementDraft {
  const { node, place, byClass } = examined;
  return {
    node: place,
    parent: examined.draftAbove,
    window: node.window,
    role: roleOfElement(examined),
    labels: examined.labels,
    value: isValue(node, byClass) ? normaliseLabel(node.text ?? "") : rangeText(node),
    error: normaliseLabel(node.details?.error ?? "") || null,
    className: node.className,
    package: node.package,
    resourceId: node.resourceId,
    bounds: node.bounds ?? { left: 0, top: 0, right: 0, bottom: 0 },
    actions: examined.actions,
    enabled: node.enabled,
    checked: node.checkable === true ? node.checked : null,
    expanded: expansionOf(node),
    selected: node.selected,
    focused: node.focused,
    password: node.password,
    scrollable: node.scrollable,
    systemBar,
    sources: SEEN_BY[node.details?.webview ?? "no"],
    fingerprint: null,
    confidence: null,
  };
}

/** The sources of an element, by the node's relation to a web page. */
const SEEN_BY = {
  no: Object.freeze(["hierarchy" as const]),
  only: Object.freeze(["webview" as const]),
  both: Object.freeze(["hierarchy" as const, "webview" as const]),
} satisfies Record<string, ElementDraft["sources"]>;

/** A container without own words is a row of its list; outside a list, a group that is listed for its focus. */
function roleOfElement({ node, byClass, list, isInCollection, ownLabels }: Examined): ElementDraft["role"] {
  const role = roleOf(node, byClass, list);
  if (role !== "text" || ownLabels.length > 0) return role;
  return isInCollection ? "row" : "group";
}
