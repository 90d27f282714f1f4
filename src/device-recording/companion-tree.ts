import { FoveaError } from "../base/errors.js";
import { type Rect, rectOf } from "../base/geometry.js";
import { REDACTED } from "../base/redaction.js";

/** A node in the protocol's form (protocol/on-device/README.md, "A node"). */
export type WireNode = readonly unknown[];

/** A window's whole tree in the protocol's form. */
export interface WireTree {
  readonly nodes: readonly WireNode[];
  readonly names: readonly string[];
  readonly actionSets: readonly (readonly unknown[])[];
}

/** Bits of a node's flags, by their positions in the protocol's list. */
export const FLAG_BITS = { focused: 1 << 8, password: 1 << 12, editable: 1 << 13, masked: 1 << 27 } as const;

const CLASS = 6;
const PACKAGE = 7;
const RESOURCE_ID = 8;
const ACTIONS = 9;
const TEXT = 11;
const DESCRIPTION = 12;
const DETAILS = 13;

/**
 * The whole tree of a window's content: the content itself, or the result of a patch on its base. Errors:
 * ON_DEVICE_PROTOCOL for anything else.
 */
export function wholeTree(content: unknown, baseOf: (name: string) => WireTree | undefined): WireTree {
  if (!isRecord(content)) throw malformedTree("an invalid content");
  const { base: name, places } = content;
  const tree = treeOf(content);
  if (name === undefined) return tree;
  const base = typeof name === "string" ? baseOf(name) : undefined;
  if (base === undefined) throw malformedTree("a patch of a tree that was not kept");
  if (!Array.isArray(places) || places.length !== tree.nodes.length) throw malformedTree("a patch without places");
  return patched(base, tree, places);
}

function treeOf({ nodes, names, actionSets }: Readonly<Record<string, unknown>>): WireTree {
  if (!isListOf(nodes, Array.isArray) || !isListOf(actionSets, Array.isArray))
    throw malformedTree("a tree without nodes");
  if (!isListOf(names, (name) => typeof name === "string")) throw malformedTree("a tree without names");
  return { nodes, names, actionSets };
}

/** The error for an invalid message of a companion. It never quotes the message. */
export function malformedTree(what: string): FoveaError {
  return new FoveaError("ON_DEVICE_PROTOCOL", `the companion sent ${what}`);
}

function isListOf<Item>(value: unknown, isItem: (one: unknown) => one is Item): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem);
}

/** Applies a patch. Entries of its tables that the base does not have are added at the end of the base's tables. */
function patched(base: WireTree, patch: WireTree, places: readonly unknown[]): WireTree {
  const names = new Table(base.names, (name) => name);
  const actionSets = new Table(base.actionSets, (set) => JSON.stringify(set));
  const nodes = [...base.nodes];
  for (const [index, node] of patch.nodes.entries()) {
    const place = places[index];
    if (typeof place !== "number" || nodes[place] === undefined)
      throw malformedTree("a patch of a node that is not there");
    const changed = [...node];
    for (const at of [CLASS, PACKAGE, RESOURCE_ID]) changed[at] = names.placeOf(patch.names, node[at]);
    changed[ACTIONS] = actionSets.placeOf(patch.actionSets, node[ACTIONS]);
    nodes[place] = changed;
  }
  return { nodes, names: names.items, actionSets: actionSets.items };
}

class Table<Item> {
  readonly items: Item[];
  readonly #keyOf: (item: Item) => string;
  readonly #places: Map<string, number>;

  constructor(items: readonly Item[], keyOf: (item: Item) => string) {
    this.items = [...items];
    this.#keyOf = keyOf;
    this.#places = new Map(items.map((item, place) => [keyOf(item), place]));
  }

  /** The index in this table of an item of another table; -1 for none. */
  placeOf(table: readonly Item[], place: unknown): number {
    const item = typeof place === "number" ? table[place] : undefined;
    if (item === undefined) return -1;
    const key = this.#keyOf(item);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.items.length);
    return this.items.push(item) - 1;
  }
}

export function hasBit(node: WireNode, bit: number): boolean {
  return typeof node[1] === "number" && (node[1] & bit) !== 0;
}

/** Password variations with their text class (android.text.InputType). */
const PASSWORD_TYPES: ReadonlySet<number> = new Set([0x81, 0x91, 0xe1, 0x12]);

/** Whether a node may show a password: it is a password field, is in one, or has such an input type. */
export function isSecret(node: WireNode): boolean {
  if (hasBit(node, FLAG_BITS.password | FLAG_BITS.masked)) return true;
  const type = isRecord(node[DETAILS]) ? node[DETAILS]["inputType"] : undefined;
  return typeof type === "number" && PASSWORD_TYPES.has(type & 0xfff);
}

export function boundsOf(node: WireNode): readonly Rect[] {
  const [left, top, right, bottom] = node.slice(2, 6).map(Number);
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) return [];
  return right > left && bottom > top ? [rectOf(Math.max(0, left), Math.max(0, top), right, bottom)] : [];
}

/** The name of a node: the same node has the same name in two trees that differ elsewhere. */
export interface NodeName {
  readonly class: string | null;
  readonly id: string | null;
  readonly description: string | null;
  /** The text; null also for fields, whose text changes during typing. */
  readonly text: string | null;
}

/** The name of a node; null if there is no such node. */
export function nodeName({ nodes, names }: WireTree, place: number): NodeName | null {
  const node = nodes[place];
  if (node === undefined) return null;
  const word = (at: number) => (typeof node[at] === "number" ? (names[node[at]] ?? null) : null);
  const text = (at: number) => {
    if (typeof node[at] !== "string") return null;
    return node[at] !== "" && isSecret(node) ? REDACTED : node[at];
  };
  return {
    class: word(CLASS),
    id: word(RESOURCE_ID),
    description: text(DESCRIPTION),
    text: hasBit(node, FLAG_BITS.editable) ? null : text(TEXT),
  };
}

/** Details that are texts of the app; then details of a field that may contain typed text. */
const WORDS = ["hint", "paneTitle", "containerTitle", "roleDescription", "testTag", "uniqueId", "targetUrl"] as const;
const SPEAKING = ["stateDescription", "error", "tooltip", "supplementalDescription"] as const;

/** A tree without passwords, and with its other texts redacted by `words`. */
export function safeTree({ nodes, names, actionSets }: WireTree, words: (text: string) => string): WireTree {
  return {
    nodes: nodes.map((node) => safeNode(node, words)),
    names: names.map(words),
    actionSets: actionSets.map((set) => set.map((action) => safeAction(action, words))),
  };
}

function safeNode(node: WireNode, words: (text: string) => string): WireNode {
  const isHidden = isSecret(node);
  const shown = (value: unknown) => {
    if (typeof value !== "string" || value === "") return value;
    return isHidden ? REDACTED : words(value);
  };
  const safe = [...node];
  for (const at of [TEXT, DESCRIPTION]) if (at < safe.length) safe[at] = shown(safe[at]);
  const details = safe[DETAILS];
  if (!isRecord(details)) return safe;
  const own: Record<string, unknown> = { ...details };
  for (const name of WORDS) if (typeof own[name] === "string") own[name] = words(own[name]);
  for (const name of SPEAKING) if (name in own) own[name] = shown(own[name]);
  if (isHidden && "selection" in own) own["selection"] = [0, 0];
  safe[DETAILS] = own;
  return safe;
}

function safeAction(action: unknown, words: (text: string) => string): unknown {
  if (!isRecord(action) || typeof action["label"] !== "string") return action;
  return { ...action, label: words(action["label"]) };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
