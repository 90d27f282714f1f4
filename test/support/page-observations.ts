import type { Rect } from "../../src/base/geometry.js";
import type { UiElement } from "../../src/screen/element.js";
import { elementsOf } from "../../src/screen/elements.js";
import type { UiNode, ViewHierarchy } from "../../src/screen/hierarchy.js";
import { assignRefs } from "../../src/screen/identity.js";
import { ScreenMemory } from "../../src/screen/screen-memory.js";
import { bodyHeight, CELL_SIZE, columnsOf, type PageWorld, ROW_HEIGHT, TABS, type Thing } from "./page-world.js";

/** The source of a session's trees: with window ids, or only of the front window and with its name. */
export type Source = "a11y-service" | "uiautomator";

/** An observation of a world, a session's elements for it, and the true identity of each element. */
export interface PageObservation {
  readonly world: PageWorld;
  readonly source: Source;
  readonly elements: readonly UiElement[];
  readonly viewHierarchy: ViewHierarchy;
  /** The true identities, by the places of the elements. */
  readonly truths: readonly string[];
  /** The picture of each element; null if it has none. By the places of the elements. */
  readonly pictures: readonly (number | null)[];
  /** The true identity of the container of each element, by the places of the elements. */
  readonly containers: readonly string[];
  /** The name of the front window, the only observed one. */
  readonly windowName: string;
}

interface Drawn {
  readonly node: UiNode;
  readonly truth: string;
  readonly picture: number | null;
}

type Attributes = Partial<UiNode> & { readonly truth: string; readonly picture?: number | null };

/** Builds the nodes of one window. */
class Tree {
  readonly drawn: Drawn[] = [];

  /** Adds a node, and gives its place; null if no part of it is inside `within`. */
  add(parent: number | null, within: Rect, { truth, picture = null, ...attributes }: Attributes): number | null {
    const bounds = clipped(attributes.bounds ?? within, within);
    if (!bounds) return null;
    const depth = parent === null ? 0 : (this.drawn[parent]?.node.depth ?? 0) + 1;
    const node = { ...PLAIN, ...attributes, bounds, parent, depth };
    return this.drawn.push({ node, truth, picture }) - 1;
  }
}

const PLAIN: UiNode = {
  parent: null,
  depth: 0,
  window: 0,
  className: "android.view.View",
  package: "com.example.app",
  resourceId: null,
  text: "",
  contentDescription: "",
  hint: null,
  stateDescription: null,
  bounds: null,
  checkable: false,
  checked: false,
  clickable: false,
  longClickable: false,
  enabled: true,
  focusable: false,
  focused: false,
  scrollable: false,
  selected: false,
  password: false,
  visibleToUser: true,
  naf: null,
  drawingOrder: null,
  details: null,
};

function clipped(rect: Rect, within: Rect): Rect | null {
  const bounds = {
    left: Math.max(rect.left, within.left),
    top: Math.max(rect.top, within.top),
    right: Math.min(rect.right, within.right),
    bottom: Math.min(rect.bottom, within.bottom),
  };
  return bounds.left < bounds.right && bounds.top < bounds.bottom ? bounds : null;
}

function box(left: number, top: number, width: number, height: number): Rect {
  return { left, top, right: left + width, bottom: top + height };
}

const CLASSES: Readonly<Record<Thing["kind"], string>> = {
  icon: "android.widget.ImageButton",
  button: "android.widget.Button",
  text: "android.widget.TextView",
  field: "android.widget.EditText",
  tab: "android.widget.ImageButton",
};

function drawThing(tree: Tree, parent: number | null, within: Rect, thing: Thing, bounds: Rect): void {
  tree.add(parent, within, {
    truth: thing.truth,
    picture: thing.picture,
    className: CLASSES[thing.kind],
    text: thing.words,
    resourceId: thing.id === null ? "" : `com.example.app:id/${thing.id}`,
    clickable: thing.kind !== "text",
    bounds,
  });
}

function draw(world: PageWorld): readonly Drawn[] {
  const tree = new Tree();
  const screen = world.isLandscape ? box(0, 0, 2000, 1000) : box(0, 0, 1000, 2000);
  const root = tree.add(null, screen, { truth: "root", className: "android.widget.FrameLayout" });
  if (world.isElsewhere) drawOther(tree, root, screen);
  else if (world.dialog !== null) drawDialog(tree, root, screen);
  else drawPage(tree, root, screen, world);
  return tree.drawn;
}

function plain(truth: string, kind: Thing["kind"], words: string, picture: number | null = null): Thing {
  return { truth, kind, words, id: null, picture };
}

function drawOther(tree: Tree, root: number | null, screen: Rect): void {
  drawThing(tree, root, screen, plain("other title", "text", "Shop"), box(0, 0, 500, 100));
  drawThing(tree, root, screen, plain("other save", "button", "Save 3"), box(0, 200, 500, 100));
  drawThing(tree, root, screen, plain("other icon", "icon", "", 1), box(0, 400, 100, 100));
}

function drawDialog(tree: Tree, root: number | null, screen: Rect): void {
  drawThing(tree, root, screen, plain("question", "text", "Are you sure?"), box(100, 300, 800, 100));
  drawThing(tree, root, screen, plain("ok", "button", "OK"), box(100, 420, 300, 100));
  drawThing(tree, root, screen, plain("cancel", "button", "Cancel"), box(500, 420, 300, 100));
  drawThing(tree, root, screen, plain("close", "icon", "", 1), box(800, 300, 100, 100));
}

function drawPage(tree: Tree, root: number | null, screen: Rect, world: PageWorld): void {
  const [wide, high] = [screen.right, screen.bottom];
  // In landscape the toolbar is at the side.
  const barBounds = world.isLandscape ? box(wide - 400, 0, 400, high) : box(0, 0, wide, 150);
  const bar = tree.add(root, screen, { truth: "bar", className: "android.view.ViewGroup", bounds: barBounds });
  const icons = tree.add(bar, barBounds, { truth: "icons", className: "android.widget.LinearLayout" });
  const title = world.isSelecting ? "1 selected" : world.unread > 0 ? `Shop (${world.unread})` : "Shop";
  const named = { ...plain("title", "text", title), id: world.hasIds ? "title" : null };
  drawThing(tree, bar, barBounds, named, box(barBounds.left, 0, 300, 90));
  for (const [at, tool] of (world.isSelecting ? world.selectionTools : world.tools).entries()) {
    const place = world.isLandscape ? box(barBounds.left, 100 + at * 90, 90, 90) : box(400 + at * 100, 0, 90, 90);
    drawThing(tree, icons, barBounds, tool, place);
  }
  const body = box(0, world.isLandscape ? 50 : 150, world.isLandscape ? 1000 : wide, bodyHeight(world));
  [drawForm, drawList, drawGrid][world.tab]?.(tree, root, body, world);
  if (world.isLandscape) {
    drawThing(tree, root, screen, plain("pane", "text", "Nothing chosen"), box(1000, 50, 600, 100));
  }
  if (world.hasKeyboard) return;
  const tabs = tree.add(root, screen, { truth: "tabs", className: "android.widget.LinearLayout" });
  for (const [at, name] of TABS.entries()) {
    tree.add(tabs, screen, {
      truth: `tab ${name}`,
      picture: at === world.tab ? 310 + at : 300 + at,
      className: CLASSES.tab,
      clickable: true,
      selected: at === world.tab,
      bounds: box(at * 300, high - 100, 300, 100),
    });
  }
}

function drawForm(tree: Tree, root: number | null, body: Rect, world: PageWorld): void {
  const scrollable = world.form.length * 130 > bodyHeight(world);
  const scroller = tree.add(root, body, { truth: "form", className: "android.widget.ScrollView", scrollable });
  const column = tree.add(scroller, body, { truth: "column", className: "android.widget.LinearLayout" });
  for (const [at, thing] of world.form.entries()) {
    drawThing(tree, column, body, thing, box(20, body.top + at * 130 - (world.scrolled[0] ?? 0), 900, 110));
  }
}

const RECYCLER = "androidx.recyclerview.widget.RecyclerView";

function drawList(tree: Tree, root: number | null, body: Rect, world: PageWorld): void {
  const scrollable = world.rows.length * ROW_HEIGHT > bodyHeight(world);
  const list = tree.add(root, body, { truth: "list", className: RECYCLER, scrollable });
  const id = (name: string) => (world.hasIds ? `com.example.app:id/${name}` : "");
  for (const [at, { truth, title, detail, isChecked }] of world.rows.entries()) {
    const top = body.top + at * ROW_HEIGHT - (world.scrolled[1] ?? 0);
    const whole = box(0, top, 1000, ROW_HEIGHT);
    const row = tree.add(list, body, { truth, clickable: true, bounds: whole });
    if (row === null) continue;
    const words = { className: CLASSES.text, clickable: false };
    tree.add(row, body, { truth: `${truth} title`, ...words, text: title, bounds: box(20, top + 10, 600, 60) });
    tree.add(row, body, { truth: `${truth} detail`, ...words, text: detail, bounds: box(20, top + 80, 600, 60) });
    tree.add(row, body, {
      truth: `${truth} star`,
      picture: isChecked ? 401 : 400,
      className: "android.widget.CheckBox",
      resourceId: id("star"),
      clickable: true,
      checkable: true,
      checked: isChecked,
      bounds: box(700, top + 20, 100, 100),
    });
    const more = { className: CLASSES.icon, resourceId: id("more"), clickable: true };
    tree.add(row, body, { truth: `${truth} more`, picture: 402, ...more, bounds: box(850, top + 20, 100, 100) });
  }
}

function drawGrid(tree: Tree, root: number | null, body: Rect, world: PageWorld): void {
  const columns = columnsOf(world);
  const scrollable = Math.ceil(world.cells.length / columns) * CELL_SIZE > bodyHeight(world);
  const grid = tree.add(root, body, { truth: "grid", className: RECYCLER, scrollable });
  const width = Math.floor((body.right - body.left) / columns);
  for (const [at, cell] of world.cells.entries()) {
    const top = body.top + Math.floor(at / columns) * CELL_SIZE - (world.scrolled[2] ?? 0);
    drawThing(tree, grid, body, cell, box((at % columns) * width, top, width, CELL_SIZE));
  }
}

/** Gives a function that observes one world after another, as a session does. */
export function pageObserver(source: Source): (world: PageWorld) => PageObservation {
  const memory = new ScreenMemory();
  let [last, refs, looks]: [PageObservation | null, number, number] = [null, 0, 0];
  const nextRef = () => {
    refs += 1;
    return `e${refs}`;
  };
  return (world) => {
    const drawn = draw(world);
    const windowName = nameOf(world);
    const viewHierarchy = hierarchyOf(drawn, source, windowName);
    looks += 1;
    const drafts = elementsOf(viewHierarchy, null).map((draft, place) => {
      const { picture = null } = drawn[draft.node ?? -1] ?? {};
      const isReported = draft.labels.length > 0 || draft.role === "field";
      if (picture === null || !world.isPictured || isReported) return draft;
      return { ...draft, fingerprint: fingerprintOf(picture, world.isDark, looks * 2 + (place % 2)) };
    });
    const isSameScreen = source === "a11y-service" || last?.windowName === windowName;
    const scope = { bootId: "boot", source, frontId: windowName };
    const elements = assignRefs(drafts, viewHierarchy, isSameScreen ? last : null, nextRef, (window) =>
      memory.looksOf(viewHierarchy, window, scope),
    );
    memory.note({
      elements,
      viewHierarchy,
      hierarchySource: source,
      device: { bootId: "boot" },
      activeWindow: { windowId: windowName },
      errors: [],
    });
    const ofNode = elements.map(({ node }) => drawn[node ?? -1]);
    const truths = ofNode.map((one) => `${windowName} ${one?.truth}`);
    const pictures = ofNode.map((one) => one?.picture ?? null);
    const containers = ofNode.map((one) => drawn[one?.node.parent ?? -1]?.truth ?? "");
    last = { world, source, elements, viewHierarchy, truths, pictures, containers, windowName };
    return last;
  };
}

function nameOf({ isElsewhere, dialog, life }: PageWorld): string {
  if (isElsewhere) return "other app";
  return dialog === null ? `page ${life}` : `dialog ${dialog} of ${life}`;
}

function hierarchyOf(drawn: readonly Drawn[], source: Source, windowName: string): ViewHierarchy {
  const hasIds = source === "a11y-service";
  const nodes = drawn.map(({ node }) => node);
  const window = {
    windowId: hasIds ? [...windowName].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) % 1e9 : null,
    title: null,
    type: hasIds ? "application" : null,
    layer: null,
    active: true,
    focused: true,
    displayId: 0,
    bounds: nodes[0]?.bounds ?? null,
    touchable: null,
    tree: null,
    root: 0,
  };
  const depth = Math.max(...nodes.map((node) => node.depth)) + 1;
  const epoch = hasIds ? "life" : null;
  return {
    rotation: 0,
    epoch,
    windows: [window],
    nodes,
    nodeCount: nodes.length,
    depth,
    packages: ["com.example.app"],
  };
}

/** The 256-bit fingerprint of a picture; each drawing changes up to three bits, and a dark theme inverts all bits. */
function fingerprintOf(picture: number, isDark: boolean, noise: number): string {
  const words = Array.from({ length: 8 }, (_, at) => mixed(mixed(picture + 1) + at * 7_919));
  for (let flip = 0; flip < noise % 4; flip++) {
    const at = mixed(noise * 31 + flip) % 256;
    words[at >> 5] = ((words[at >> 5] ?? 0) ^ (1 << (at & 31))) >>> 0;
  }
  return words.map((word) => ((isDark ? ~word : word) >>> 0).toString(16).padStart(8, "0")).join("");
}

/** A pseudorandom number that only depends on the input (the finaliser of MurmurHash3). */
function mixed(number: number): number {
  let hash = number | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
