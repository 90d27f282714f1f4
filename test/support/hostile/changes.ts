import type { HostilePhone, Moment } from "./hostile-phone.js";
import { type Item, PANTRY, SHOP, type ShopState, type Thing } from "./shop.js";

/**
 * What a change touches, and so what could report it (see {@link reportersOf}): which window is in front, the keyboard,
 * the rotation, what a window shows, whether the screen is on, things that show the same, or nothing that matters.
 */
export type Concern = "window" | "keyboard" | "rotation" | "content" | "power" | "twins" | "nothing";

/**
 * From Android 9 on `displays` holds the rectangles that the keyboard takes from; from Android 10 on the focus, too.
 */
const KEYBOARD_IN_DISPLAYS = 28;
const FOCUS_IN_DISPLAYS = 29;

/**
 * The readings that could report a change, if they begin after it: pictures and trees of what windows show, and so on.
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

/** Something that a screen does between an observation and a touch. */
export interface Change {
  readonly name: string;
  readonly concerns: Concern;
  /** Does it, with the thing in mind that is about to be tapped. False if it does not apply to that. */
  apply(hostile: HostilePhone, target: Thing, random: () => number): boolean;
  /** A second part, which takes the first one back: the thing is there again. */
  revert?(hostile: HostilePhone): void;
}

const TITLES = ["Milk", "Bread", "Salt", "Tea", "Oil", "Rice", "Soap", "Eggs", "Jam", "Figs"] as const;

/** A page of the shop: five items, which it shows all of, some of them twins of others, and more below. */
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

/** The items with the target's replaced by others. */
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

/** Another order, in which the target is at another place. */
function reordered({ items }: ShopState, target: Thing, random: () => number): Partial<ShopState> | null {
  const from = items.findIndex(({ id }) => id === target.item);
  if (from < 0) return null;
  const rest = items.filter((_, at) => at !== from);
  const mixed = random() < 0.5 ? rest : rest.toReversed();
  const to = (from + 1 + below(random, items.length - 1)) % items.length;
  const [item] = items.slice(from, from + 1);
  return item ? { items: [...mixed.slice(0, to), item, ...mixed.slice(to)] } : null;
}

/** Two that show the same change places, where the target has a twin. */
function swapped({ items }: ShopState, target: Thing): Partial<ShopState> | null {
  const own = items.find(({ id }) => id === target.item);
  const twin = items.find(({ id, title }) => title === own?.title && id !== own.id);
  if (!own || !twin) return null;
  return { items: items.map((item) => (item === own ? twin : item === twin ? own : item)) };
}

/** One row after the other goes by, as in a list that is scrolled. */
function rolled({ items }: ShopState, target: Thing, random: () => number): Partial<ShopState> | null {
  if (target.item === null) return null;
  const by = 1 + below(random, items.length - 1);
  const next = Array.from({ length: by }, (_, at) => ({ id: 200 + at, title: TITLES[below(random, 10)] ?? "" }));
  return { items: [...items.slice(by), ...next] };
}

/** The same titles on other things: what shows the same is another one. */
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

/** It returns as it was, at its place. */
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

/** What is added at the end of the list. */
const ADDED = ["Nuts", "Beer"] as const;

export const CHANGES = { content: CONTENT, windows: WINDOWS, nothing: NOTHING } as const;

/** Back to a known screen, whatever happened before: the shop in front, as it is given. */
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
