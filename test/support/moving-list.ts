import assert from "node:assert/strict";
import fc from "fast-check";
import { parseHierarchy } from "../../src/observe/parse/hierarchy.js";
import { elementsOf } from "../../src/screen/elements.js";
import { assignRefs } from "../../src/screen/identity.js";
import { at, node, page, text } from "./build-screen.js";
import type { Screen } from "./screens.js";
import { flatten, type TreeNode, writeDump } from "./ui-tree.js";

/*
 * A generated screen with known identities: `truth` of every node identifies it, even if its content and place change.
 * A toolbar is above a list of items, of which the viewport shows a part.
 */

/** The ways in which toolkits build lists: the nodes around the parts of an item. */
export const LIST_STYLES = ["recycler", "recyclerOfGroups", "composeFlat", "composeWrapped", "scrollView"] as const;

export interface Item {
  readonly id: number;
  /** All items of the kind "ad" are equal; items of the kind "plain" have their own title. */
  readonly kind: "plain" | "ad";
  readonly title: string;
  readonly price: string;
  readonly height: number;
  readonly checked: boolean;
}

export interface World {
  readonly style: (typeof LIST_STYLES)[number];
  readonly hasIds: boolean;
  readonly title: string;
  /** The identities of the toolbar's buttons, which show only a picture. */
  readonly icons: readonly number[];
  readonly items: readonly Item[];
  readonly viewport: number;
  readonly scrolled: number;
  readonly focusedList: boolean;
}

const LIST_TOP = 200;

/** The screen as a tree: without nodes outside of the viewport, and with clipped nodes at its edge, as on a device. */
export function treeOf(world: World): TreeNode {
  const icons = world.icons.map((icon, place) =>
    node({
      class: "android.widget.ImageButton",
      clickable: "true",
      truth: `icon ${icon}`,
      bounds: at(600 + place * 90, 0, 680 + place * 90, 90),
    }),
  );
  const ids: Record<string, string> = world.hasIds ? { "resource-id": "com.example.app:id/title" } : {};
  const toolbar = node(
    { truth: "toolbar", bounds: at(0, 0, 1000, 100) },
    text(world.title, { ...ids, truth: "title", bounds: at(0, 0, 500, 90) }),
    ...icons,
  );
  return page(toolbar, listOf(world));
}

function listOf(world: World): TreeNode {
  const bottom = LIST_TOP + world.viewport;
  const parts: TreeNode[] = [];
  let top = LIST_TOP - world.scrolled;
  for (const item of world.items) {
    if (top < bottom && top + item.height > LIST_TOP) parts.push(...itemNodes(world, item, top));
    top += item.height;
  }
  const visible = clip(parts, LIST_TOP, bottom);
  const focused = world.focusedList ? { focused: "true" } : {};
  const scrollable = String(furthest(world.items, world.viewport) > 0);
  const outer = { truth: "list", scrollable, bounds: at(0, LIST_TOP, 1000, bottom), ...focused };
  if (world.style === "scrollView") {
    const column = node(
      { class: "android.widget.LinearLayout", truth: "column", bounds: at(0, LIST_TOP, 1000, bottom) },
      ...visible,
    );
    return node({ ...outer, class: "android.widget.ScrollView" }, column);
  }
  const isRecycler = world.style === "recycler" || world.style === "recyclerOfGroups";
  return node(
    { ...outer, class: isRecycler ? "androidx.recyclerview.widget.RecyclerView" : "android.view.View" },
    ...visible,
  );
}

/** The nodes of an item: a title, a price, and two controls that are equal in every item. */
function itemNodes(world: World, item: Item, top: number): readonly TreeNode[] {
  const part = (name: string, attributes: Record<string, string>, from: number, to: number) =>
    node({
      ...attributes,
      ...(world.hasIds ? { "resource-id": `com.example.app:id/${name}` } : {}),
      truth: `${name} of ${item.id}`,
      bounds: at(0, top + Math.round(item.height * from), 1000, top + Math.round(item.height * to)),
    });
  const parts = [
    part("name", { class: "android.widget.TextView", text: item.title }, 0, 0.4),
    part("price", { class: "android.widget.TextView", text: item.price }, 0.4, 0.6),
    part("buy", { class: "android.widget.Button", text: "Buy", clickable: "true" }, 0.6, 0.8),
    part(
      "star",
      { class: "android.widget.CheckBox", checkable: "true", clickable: "true", checked: String(item.checked) },
      0.8,
      1,
    ),
  ];
  if (world.style === "composeFlat") return parts;
  const clickable: Record<string, string> = world.style === "recycler" ? { clickable: "true" } : {};
  const bounds = at(0, top, 1000, top + item.height);
  return [node({ ...clickable, truth: `item ${item.id}`, bounds }, ...parts)];
}

function clip(nodes: readonly TreeNode[], top: number, bottom: number): readonly TreeNode[] {
  return nodes.flatMap(({ attributes, children }) => {
    const [left = 0, upper = 0, right = 0, lower = 0] = (attributes.bounds ?? "").match(/-?\d+/g)?.map(Number) ?? [];
    if (lower <= top || upper >= bottom) return [];
    const bounds = at(left, Math.max(top, upper), right, Math.min(bottom, lower));
    return [{ attributes: { ...attributes, bounds }, children: clip(children, top, bottom) }];
  });
}

/** Worlds of up to 25 items, of which the viewport shows three or more. */
export const anyWorld: fc.Arbitrary<World> = fc
  .record({
    style: fc.constantFrom(...LIST_STYLES),
    hasIds: fc.boolean(),
    icons: fc.nat(3),
    items: fc.array(
      fc.record({
        isAd: fc.nat(3).map((die) => die === 0),
        price: fc.nat(2),
        height: fc.constantFrom(100, 100, 160, 230),
      }),
      { minLength: 1, maxLength: 25, size: "max" },
    ),
    viewport: fc.integer({ min: 700, max: 1600 }),
    scrolled: fc.nat(2000),
  })
  .map((seed) => {
    const items = seed.items.map((item, id) => newItem(id, item));
    const scrolled = Math.min(seed.scrolled, furthest(items, seed.viewport));
    const icons = Array.from({ length: seed.icons }, (_, icon) => icon);
    return { ...seed, icons, items, scrolled, title: "Shop", focusedList: false };
  });

function newItem(id: number, seed: { readonly isAd: boolean; readonly price: number; readonly height: number }): Item {
  const words = seed.isAd
    ? ({ kind: "ad", title: "Advertisement", price: "free" } as const)
    : ({ kind: "plain", title: `Product ${id}`, price: `${seed.price} €` } as const);
  return { id, ...words, height: seed.isAd ? 100 : seed.height, checked: false };
}

/** The largest scroll offset, at which the last item is in sight. */
function furthest(items: readonly Item[], viewport: number): number {
  return Math.max(0, items.reduce((sum, item) => sum + item.height, 0) - viewport);
}

/** The possible changes between two observations of a screen; `where` and `amount` choose the details. */
export const CHANGES = {
  nothing: (world: World) => world,
  scroll: (world, where, amount) => scrollTo(world, world.scrolled + (where % 2 === 0 ? amount : -amount)),
  scrollByRows: (world, where, amount) => {
    const rows = world.items.slice(where % world.items.length, (where % world.items.length) + 1 + (amount % 5));
    return scrollTo(world, world.scrolled + rows.reduce((sum, item) => sum + item.height, 0));
  },
  insert: (world, where, amount) => {
    const item = newItem(1_000, { isAd: false, price: amount % 3, height: 130 });
    return withItems(world, world.items.toSpliced(where % (world.items.length + 1), 0, item));
  },
  insertAnother: (world, where) => {
    const item = newItem(1_001, { isAd: true, price: 0, height: 100 });
    return withItems(world, world.items.toSpliced(where % (world.items.length + 1), 0, item));
  },
  remove: (world, where) => withItems(world, world.items.toSpliced(where % world.items.length, 1)),
  rename: (world, where) => changeItem(world, where, (item) => ({ ...item, title: `${item.title} (new)` })),
  reprice: (world, where) => changeItem(world, where, (item) => ({ ...item, price: "7 €" })),
  grow: (world, where) =>
    changeItem(world, where, (item) => ({ ...item, title: `${item.title}, long`, height: item.height + 60 })),
  check: (world, where) => changeItem(world, where, (item) => ({ ...item, checked: !item.checked })),
  move: (world, where, amount) => {
    const from = where % world.items.length;
    const item = world.items[from];
    const rest = world.items.toSpliced(from, 1);
    return item ? withItems(world, rest.toSpliced(amount % (rest.length + 1), 0, item)) : world;
  },
  retitle: (world: World) => ({ ...world, title: "Shop (3)" }),
  focusList: (world: World) => ({ ...world, focusedList: true }),
  addIcon: (world, where) => ({ ...world, icons: world.icons.toSpliced(where % (world.icons.length + 1), 0, 99) }),
  removeIcon: (world, where) => ({
    ...world,
    icons: world.icons.toSpliced(where % Math.max(1, world.icons.length), 1),
  }),
  shrinkViewport: (world: World) => ({ ...world, viewport: Math.round(world.viewport * 0.6) }),
} satisfies Record<string, (world: World, where: number, amount: number) => World>;

export type Change = keyof typeof CHANGES;

function withItems(world: World, items: readonly Item[]): World {
  return scrollTo({ ...world, items }, world.scrolled);
}

function scrollTo(world: World, scrolled: number): World {
  return { ...world, scrolled: Math.max(0, Math.min(scrolled, furthest(world.items, world.viewport))) };
}

function changeItem(world: World, where: number, change: (item: Item) => Item): World {
  const place = where % world.items.length;
  return withItems(
    world,
    world.items.map((item, index) => (index === place ? change(item) : item)),
  );
}

/** A world, a change, and the world after the change. */
export const anyChange = fc
  .record({
    world: anyWorld,
    change: fc.constantFrom<Change>(...(Object.keys(CHANGES) as Change[])),
    where: fc.nat(30),
    amount: fc.nat(2500),
  })
  .map(({ world, change, where, amount }) => ({ change, before: world, after: CHANGES[change](world, where, amount) }));

/** An observation of a world: the elements with their refs, and the true identity of each. */
export interface ObservationParts extends Screen {
  readonly truth: ReadonlyMap<string, string>;
  readonly world: World;
  /** The dump, without the true identities. */
  readonly dump: string;
}

export function observationOf(
  world: World,
  previous: ObservationParts | null,
  nextRef: () => string,
): ObservationParts {
  const tree = treeOf(world);
  const dump = writeDump([tree], { singleQuotes: false, beyondAscii: "raw", pretty: false }).replace(
    / truth="[^"]*"/g,
    "",
  );
  const viewHierarchy = parseHierarchy(dump);
  assert.ok(viewHierarchy);
  const elements = assignRefs(elementsOf(viewHierarchy, null), viewHierarchy, previous, nextRef);
  const names = flatten([tree]).map((one) => one.attributes.truth ?? "page");
  const truth = new Map(elements.map((element) => [element.ref, names[element.node ?? 0] ?? "page"]));
  return { elements, viewHierarchy, truth, world, dump };
}

/**
 * Whether no reader of the two dumps could notice that the ref means another element now: the dumps differ by no more
 * than a renamed item; or both elements are parts of advertisements at the same place; or both are parts of items at
 * the edge of the list whose names are not visible on either screen.
 */
export function isIndistinguishable(before: ObservationParts, after: ObservationParts, ref: string): boolean {
  if (differences(before.dump, after.dump) <= 5) return true;
  const [was, is] = [before.truth.get(ref) ?? "", after.truth.get(ref) ?? ""];
  if (!/ of \d+$|^item \d+$/.test(was) || !/ of \d+$|^item \d+$/.test(is)) return false;
  if (!isNamed(before, was) && !isNamed(after, is)) return true;
  const places = [before, after].map((look) => JSON.stringify(look.elements.find((one) => one.ref === ref)?.bounds));
  const areAds = itemOf(before, was)?.kind === "ad" && itemOf(after, is)?.kind === "ad";
  return areAds && places[0] === places[1] && was.split(" ")[0] === is.split(" ")[0];
}

function itemOf({ world }: ObservationParts, truth: string): Item | undefined {
  return world.items.find((item) => item.id === Number(truth.split(" ").at(-1)));
}

function isNamed(look: ObservationParts, truth: string): boolean {
  const title = itemOf(look, truth)?.title;
  return look.elements.some((element) => title !== undefined && element.labels.includes(title));
}

/** The number of different attribute values; infinite if the dumps differ in more than values. */
function differences(one: string, other: string): number {
  const [values, others] = [one, other].map((dump) => dump.match(/"[^"]*"/g) ?? []);
  if (one.replace(/"[^"]*"/g, "") !== other.replace(/"[^"]*"/g, "")) return Number.POSITIVE_INFINITY;
  return values?.filter((value, place) => value !== others?.[place]).length ?? 0;
}
