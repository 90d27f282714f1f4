import * as z from "zod";
import { FoveaError } from "../base/errors.js";
import type { Rect, Size } from "../base/geometry.js";
import { issueWords } from "../base/zod-words.js";
import { ROLES, type UiElement } from "./element.js";
import { likenessOf } from "./fingerprint.js";
import { parentPlaces } from "./parent-places.js";
import type { QueryScreen } from "./query/query-screen.js";
import { type Traits, TraitsReader } from "./traits.js";

const words = z.string().max(200);
const share = z.number().min(-10).max(10);

/**
 * All facts that can identify an element on a later day, in the form that `find --json` prints and every target
 * accepts.
 */
export const storedSelectorSchema = z
  .strictObject({
    v: z.literal(1),
    package: words.nullable(),
    /** The title of its window, or the activity. */
    window: words.nullable(),
    role: z.enum(ROLES),
    className: words.nullable(),
    id: words.nullable(),
    /** Its lasting words: without entered text, and without "On" and "Off". */
    labels: z.array(words).max(6).readonly(),
    /** The words of its containers, from the inside out. */
    around: z.array(words).max(6).readonly(),
    /** The role and label of the elements before and after it in the same container. */
    neighbours: z.tuple([words.nullable(), words.nullable()]).readonly(),
    /** Its index among the elements of its role in its container, and how many there are. */
    place: z.strictObject({ index: z.number().int().min(0), count: z.number().int().min(1) }).readonly(),
    /** Left, top, right and bottom as shares of the screen's size. */
    bounds: z.tuple([share, share, share, share]).readonly(),
    systemBar: z.boolean(),
    /** Whether it is an item of a list or lies in one: then the item's words identify it. */
    isInList: z.boolean(),
    /**
     * The fingerprint of the pixels, if there are no words and no id; absent if no screenshot was taken or it showed
     * nothing.
     */
    fingerprint: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    /**
     * The facts that no other element of its screen had: `id`, an id that stays with one view; `words`, its words with
     * those around it; `labels`, its words; `fingerprint`, if it has one; `idAround`, its id with the words around it,
     * if it has both.
     */
    unique: z
      .strictObject({
        id: z.boolean(),
        words: z.boolean(),
        labels: z.boolean(),
        fingerprint: z.boolean().optional(),
        idAround: z.boolean().optional(),
      })
      .readonly(),
  })
  .readonly();
export type StoredSelector = z.infer<typeof storedSelectorSchema>;

/** A stored selector as it was printed. Errors: SELECTOR_SYNTAX for anything else. */
export function parseStored(text: string): StoredSelector {
  const fail = (what: string) =>
    new FoveaError("SELECTOR_SYNTAX", `this is not a stored selector: ${what}`, { hint: HINT });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw fail("it is not JSON");
  }
  const parsed = storedSelectorSchema.safeParse(json, { error: issueWords });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw fail(`${issue?.path.join(".") || "it"}: ${issue?.message ?? "it has the wrong form"}`.slice(0, 200));
}

const HINT = "Give the selector as `fovea find --json` printed it, or write another target.";

/** The stored selectors of all elements of a screen, in their order. */
export function storedSelectorsOf(screen: QueryScreen): readonly StoredSelector[] {
  const parents = parentPlaces(screen.elements);
  const traits = allTraits(screen, parents);
  const around = { screen, parents, traits, standings: standingsOf(screen.elements, parents) };
  const all = screen.elements.map((element, place) => draftOf(element, place, around));
  const ids = countOf(all.map(({ id }) => id ?? ""));
  const both = countOf(all.map(wordsKey));
  const labels = countOf(all.map((one) => one.labels.join("\u0001")));
  const placed = countOf(all.map(idAroundKey));
  const prints = all.flatMap(({ fingerprint }) => (fingerprint === undefined ? [] : [fingerprint]));
  const isAlone = (print: string) => prints.filter((other) => likenessOf(print, other) !== "other").length === 1;
  return all.map((one, place) => ({
    ...one,
    unique: {
      id: one.id !== null && (traits?.[place]?.idKey ?? null) !== null && ids.get(one.id) === 1,
      words: one.labels.length > 0 && both.get(wordsKey(one)) === 1,
      labels: one.labels.length > 0 && labels.get(one.labels.join("\u0001")) === 1,
      ...(one.fingerprint === undefined ? {} : { fingerprint: isAlone(one.fingerprint) }),
      ...(one.id === null || one.around.length === 0 ? {} : { idAround: placed.get(idAroundKey(one)) === 1 }),
    },
  }));
}

function allTraits(
  { elements, viewHierarchy: hierarchy }: QueryScreen,
  parents: readonly (number | null)[],
): readonly Traits[] | null {
  if (!hierarchy) return null;
  const reader = new TraitsReader({ elements, parents, hierarchy });
  return elements.map((_, place) => reader.of(place));
}

interface Surroundings {
  readonly screen: QueryScreen;
  readonly parents: readonly (number | null)[];
  readonly traits: readonly Traits[] | null;
  /** The positions of the elements, by place. */
  readonly standings: readonly Standing[];
}

/** The position of an element in its container. */
interface Standing {
  /** The places of the container's elements, in their order, and the number of elements of each role. */
  readonly group: { readonly all: readonly number[]; readonly counts: ReadonlyMap<string, number> };
  /** Its index among all of them. */
  readonly among: number;
  /** Its index among those of its role. */
  readonly alike: number;
}

function standingsOf(elements: readonly UiElement[], parents: readonly (number | null)[]): readonly Standing[] {
  const groups = new Map<string, { readonly all: number[]; readonly counts: Map<string, number> }>();
  return elements.map(({ window, role }, place) => {
    const key = `${window} ${parents[place] ?? ""}`;
    const group = groups.get(key) ?? { all: [], counts: new Map<string, number>() };
    groups.set(key, group);
    const alike = group.counts.get(role) ?? 0;
    group.counts.set(role, alike + 1);
    return { group, among: group.all.push(place) - 1, alike };
  });
}

function draftOf(element: UiElement, place: number, around: Surroundings): StoredSelector {
  const { screen, parents } = around;
  return {
    v: 1,
    package: element.package === null ? null : cut(element.package),
    window: windowOf(element, screen),
    role: element.role,
    className: element.className === null ? null : cut(element.className),
    id: element.resourceId ? cut(element.resourceId) : null,
    labels: lasting(element, place, around).slice(0, MOST_WORDS),
    around: containersOf(place, parents)
      .flatMap((outer) => outerWords(outer, around))
      .slice(0, MOST_WORDS),
    ...amongSiblings(place, around),
    bounds: sharesOf(element.bounds, screen),
    systemBar: element.systemBar,
    isInList: isInList(place, around),
    ...(element.fingerprint === null ? {} : { fingerprint: element.fingerprint }),
    unique: { id: false, words: false, labels: false },
  };
}

const MOST_WORDS = 6;
/** The beginning of a long text is enough: the whole selector has to fit into a target. */
const LONGEST = 80;

function cut(text: string): string {
  return text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, "");
}

/** The words that identify an element (see traits.ts). Its other words may have another value on the next screen. */
function lasting(element: UiElement, place: number, { traits }: Surroundings): readonly string[] {
  const trait = traits?.[place];
  if (trait) return trait.key.split("\u0001").slice(2).map(cut);
  return element.actions.includes("edit") || element.role === "slider" ? [] : element.labels.map(cut);
}

function outerWords(place: number, around: Surroundings): readonly string[] {
  const element = around.screen.elements[place];
  return element ? lasting(element, place, around).slice(0, 3) : [];
}

function containersOf(place: number, parents: readonly (number | null)[]): readonly number[] {
  const outer: number[] = [];
  for (let at = parents[place] ?? null; at !== null; at = parents[at] ?? null) outer.push(at);
  return outer;
}

function isInList(place: number, { parents, traits, screen }: Surroundings): boolean {
  const chain = [place, ...containersOf(place, parents)];
  // A list whose rows are all visible does not scroll, but is a list.
  if (chain.some((at) => screen.elements[at]?.role === "row")) return true;
  if (traits) return chain.some((at) => traits[at]?.isListed !== false);
  return chain.slice(1).some((at) => screen.elements[at]?.role === "list");
}

function amongSiblings(place: number, around: Surroundings): Pick<StoredSelector, "neighbours" | "place"> {
  const { elements } = around.screen;
  const { group, among = 0, alike = 0 } = around.standings[place] ?? {};
  const name = (sibling: number | undefined) => {
    const element = sibling === undefined ? undefined : elements[sibling];
    if (sibling === undefined || !element) return null;
    return cut(`${element.role} ${lasting(element, sibling, around)[0] ?? ""}`.trim());
  };
  return {
    neighbours: [name(group?.all[among - 1]), name(group?.all[among + 1])],
    place: { index: alike, count: group?.counts.get(elements[place]?.role ?? "") ?? 1 },
  };
}

function windowOf({ window }: UiElement, { viewHierarchy, activeWindow }: QueryScreen): string | null {
  const title = viewHierarchy?.windows[window]?.title ?? "";
  const name = title === "" ? (activeWindow?.activity ?? null) : title;
  return name === null ? null : cut(name);
}

function sharesOf(bounds: Rect, { screenSize, elements }: QueryScreen): StoredSelector["bounds"] {
  const size: Size = screenSize ?? {
    width: Math.max(1, ...elements.map((one) => one.bounds.right)),
    height: Math.max(1, ...elements.map((one) => one.bounds.bottom)),
  };
  const round = (value: number, whole: number) =>
    Math.max(-10, Math.min(10, Math.round((value / whole) * 1_000) / 1_000));
  const { width, height } = size;
  return [
    round(bounds.left, width),
    round(bounds.top, height),
    round(bounds.right, width),
    round(bounds.bottom, height),
  ];
}

/** The key of an element's words and the words around it. */
export function wordsKey({ labels, around }: Pick<StoredSelector, "labels" | "around">): string {
  return [...labels, "\u0002", ...around].join("\u0001");
}

/** The key of an element's id and the words around it: it identifies the star of the row "Milk". */
function idAroundKey({ id, around }: Pick<StoredSelector, "id" | "around">): string {
  return [id ?? "", ...around].join("\u0001");
}

function countOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
