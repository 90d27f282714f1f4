import type { HostilePhone, Moment } from "./hostile-phone.js";
import { type Item, PANTRY, SHOP, type ShopState, type Thing } from "./shop.js";

/**
 * The part of the screen that a change affects, which decides the readings that could report it (see
 * {@link reportersOf}): the front window, the keyboard, the rotation, a window's content, whether the screen is on,
 * things with the same words, or nothing that matters.
 */
export type Concern = "window" | "keyboard" | "rotation" | "content" | "power" | "twins" | "nothing";

/**
 * From Android 9 on `displays` contains the rectangles from which the keyboard takes its part; from Android 10 on also
 * the focus.
 */
const KEYBOARD_IN_DISPLAYS = 28;
const FOCUS_IN_DISPLAYS = 29;

/**
 * The readings that report such a change, if they begin after it: pictures and trees for a window's content, and so on.
 */
export function reportersOf(concern: Concern, apiLevel: number): readonly Moment[] {
  switch (concern) {
    case "window":
      return [apiLevel >= FOCUS_IN_DISPLAYS ? "displays" : "policy", "focus", "picture", "tree"];
    case "keyboard":
      return [apiLevel >= KEYBOARD_IN_DISPLAYS ? "displays" : "policy", "picture", "tree"];
    case "rotation":
      return ["displays", "picture", "tree"];
    case "content":
      return ["picture", "tree"];
    case "power":
      return ["power", "picture", "tree"];
    case "twins":
    case "nothing":
      return [];
  }
}

/** A change of the screen between an observation and a touch. */
export interface Change {
  readonly name: string;
  readonly concerns: Concern;
  /** Applies the change, for the thing that will be tapped. False if the change does not apply to the thing. */
  apply(hostile: HostilePhone, target: Thing, random: () => number): boolean;
  /** Undoes the change: the thing is there again. */
  revert?(hostile: HostilePhone): void;
}

const TITLES = ["Milk", "Bread", "Salt", "Tea", "Oil", "Rice", "Soap", "Eggs", "Jam", "Figs"] as const;

/** A random page of the shop: some items, of which several may be twins, and more below. */
export function anyPage(random: () => number): Partial<ShopState> {
  const start = below(random, TITLES.length);
  const count = 4 + below(random, 3);
  const titles = Array.from({ length: count }, (_, at) => TITLES[(start + at) % TITLES.length] ?? "");
  const twins = below(random, 4);
  if (twins > 0) titles[below(random, count)] = titles[below(random, count)] ?? "";
  if (twins > 2) titles[below(random, count)] = titles[below(random, count)] ?? "";
  return { items: titles.map((title, at) => ({ id: at + 1, title })) };
}

export function below(random: () => number, end: number): number {
  return Math.floor(random() * end);
}

function content(
  name: string,
  to: (state: ShopState, target: Thing, random: () => number) => Partial<ShopState> | null,
) {
  return {
    name,
    concerns: "content",
    apply: ({ shop }, target, random) => {
      const next = to(shop.state, target, random);
      if (next) shop.change(next);
      return next !== null;
    },
  } satisfies Change;
}

function plain(concerns: Concern, name: string, act: (hostile: HostilePhone) => void): Change {
  const apply = (hostile: HostilePhone) => {
    act(hostile);
    return true;
  };
  return { name, concerns, apply };
}

/** The items, with the target's item replaced. */
function replaced(items: readonly Item[], target: Thing, by: (item: Item) => readonly Item[]): readonly Item[] | null {
  if (target.item === null) return null;
  return items.flatMap((item) => (item.id === target.item ? by(item) : [item]));
}

function withoutTarget(state: ShopState, target: Thing): Partial<ShopState> {
  const items = replaced(state.items, target, () => []);
  return items ? { items } : { away: [...state.away, target.kind] };
}

function withOther(state: ShopState, target: Thing, random: () => number): Partial<ShopState> | null {
  const titles = TITLES.filter((title) => state.items.every((item) => item.title !== title));
  const title = titles[below(random, titles.length)] ?? "Nuts";
  const items = replaced(state.items, target, () => [{ id: 100, title }]);
  return items && { items };
}

function disabled(state: ShopState, target: Thing): Partial<ShopState> {
  const items = replaced(state.items, target, (item) => [{ ...item, isDisabled: true }]);
  return items ? { items } : { disabled: [...state.disabled, target.kind] };
}

/** The items in another order, in which the target has another place. */
function reordered({ items }: ShopState, target: Thing, random: () => number): Partial<ShopState> | null {
  const from = items.findIndex(({ id }) => id === target.item);
  if (from < 0) return null;
  const rest = items.filter((_, at) => at !== from);
  const mixed = random() < 0.5 ? rest : rest.toReversed();
  const to = (from + 1 + below(random, items.length - 1)) % items.length;
  const [item] = items.slice(from, from + 1);
  return item ? { items: [...mixed.slice(0, to), item, ...mixed.slice(to)] } : null;
}

/** The target and its twin change places; null without a twin. */
function swapped({ items }: ShopState, target: Thing): Partial<ShopState> | null {
  const own = items.find(({ id }) => id === target.item);
  const twin = items.find(({ id, title }) => title === own?.title && id !== own.id);
  if (!own || !twin) return null;
  return { items: items.map((item) => (item === own ? twin : item === twin ? own : item)) };
}

/** Moves the rows by some places, as in a list that is scrolled. */
function rolled({ items }: ShopState, target: Thing, random: () => number): Partial<ShopState> | null {
  if (target.item === null) return null;
  const by = 1 + below(random, items.length - 1);
  const next = Array.from({ length: by }, (_, at) => ({ id: 200 + at, title: TITLES[below(random, 10)] ?? "" }));
  return { items: [...items.slice(by), ...next] };
}

/** Other items with titles from the same list: a row with the same words is another item. */
function nextPage({ items, page }: ShopState, _target: Thing, random: () => number): Partial<ShopState> {
  const fresh = items.map((_, at) => ({ id: 300 + at, title: TITLES[below(random, 10)] ?? "" }));
  return { items: fresh, page: page + 1 };
}

const CONTENT: readonly Change[] = [
  content("moves down", () => ({ hasBanner: true })),
  content("list reorders", reordered),
  { ...content("twins swap", swapped), concerns: "twins" },
  content("list scrolls", rolled),
  content("disappears", withoutTarget),
  content("other in its place", withOther),
  content("next page", nextPage),
  content("is covered", () => ({ isCovered: true })),
  content("is disabled", disabled),
  goesAndReturns(),
];

/** The target disappears, and returns unchanged at its place. */
function goesAndReturns(): Change {
  let before: ShopState | undefined;
  return {
    name: "goes and returns",
    concerns: "content",
    apply: ({ shop }, target) => {
      before = shop.state;
      shop.change(withoutTarget(before, target));
      return true;
    },
    revert: ({ shop }) => {
      if (before) shop.change(before);
    },
  };
}

const WINDOWS: readonly Change[] = [
  plain("window", "dialog pops up", ({ shop }) => shop.openDialog()),
  plain("window", "other window", ({ phone }) => phone.hooks.open(PANTRY)),
  plain("window", "other app", ({ phone }) => phone.hooks.open("com.fovea.notes")),
  plain("window", "home", ({ phone }) => phone.key("HOME", "down-up")),
  plain("window", "shade comes down", ({ phone }) => phone.setShade("notifications")),
  plain("rotation", "rotates", ({ phone }) => phone.setRotation("lock", 1)),
  plain("keyboard", "keyboard opens", ({ phone, shop }) => {
    if (phone.hooks.find("Search")) phone.hooks.tap("Search");
    shop.hits.length = 0;
  }),
  plain("power", "screen goes off", ({ phone }) => phone.hooks.setAwake(false)),
];

const NOTHING: readonly Change[] = [
  plain("nothing", "nothing", () => {}),
  plain("nothing", "counter", ({ shop }) => shop.change({ counter: shop.state.counter + 1 })),
  plain("nothing", "toast", ({ shop }) => shop.toast("Saved")),
  plain("nothing", "battery", ({ phone }) => phone.hooks.setBattery(41, false)),
  plain("nothing", "rows added below", ({ shop }) =>
    shop.change({ items: [...shop.state.items, ...ADDED.map((title, at) => ({ id: 400 + at, title }))] }),
  ),
];

/** The items that are added at the end of the list. */
const ADDED = ["Nuts", "Beer"] as const;

export const CHANGES = { content: CONTENT, windows: WINDOWS, nothing: NOTHING } as const;

/** Restores a known screen from any state: the shop in front, with this page. */
export function restore({ phone, shop }: HostilePhone, page: Partial<ShopState>): void {
  phone.hooks.setAwake(true);
  phone.dismissKeyguard();
  phone.setShade(null);
  phone.setRotation("lock", 0);
  shop.closeDialog();
  shop.closePantry();
  shop.leaveField();
  phone.hooks.open(SHOP);
  shop.change({ ...page, page: 1, counter: 7, done: 0, hasBanner: false, isCovered: false, away: [], disabled: [] });
  shop.hits.length = 0;
}
