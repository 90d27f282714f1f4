import { isDeepStrictEqual } from "node:util";
import { Tables } from "./tables.js";
import { PIECE, type Tree, type TreeContent } from "./tree.js";

/** The differences between a tree and one that the client has. */
export interface TreePatch extends TreeContent {
  readonly base: string;
  readonly places: readonly number[];
}

type Compared = Pick<Tree, "name" | "content" | "pieces">;

/** The positions in a node of its first table index and of its actions. */
const FIRST_NAME = 6;
const ACTIONS = 9;
const DETAILS = 13;

/** Null if a patch is not useful: the trees have different shapes, or half of the nodes differ. */
export function patchOf(base: Compared, tree: Compared): TreePatch | null {
  const { nodes } = tree.content;
  const before = base.content.nodes;
  if (nodes.length !== before.length) return null;
  const places = changedPlaces(base, tree);
  if (places.length * 2 >= nodes.length) return null;
  if (places.some((place) => before[place]?.[0] !== nodes[place]?.[0])) return null;
  return { base: base.name, places, ...partOf(tree.content, places) };
}

function changedPlaces(base: Compared, tree: Compared): readonly number[] {
  const moved = movedWords(base.content, tree.content);
  return tree.pieces.flatMap((piece, i) => {
    if (!moved.isAny && piece === base.pieces[i]) return [];
    const before = base.content.nodes.slice(i * PIECE, (i + 1) * PIECE);
    const now = tree.content.nodes.slice(i * PIECE, (i + 1) * PIECE);
    return now.flatMap((node, at) => (isSameNode(before[at] ?? [], node, moved) ? [] : [i * PIECE + at]));
  });
}

/** The new position of each entry of the old tables; undefined if the entry no longer exists. */
interface Moved {
  readonly names: readonly (number | undefined)[];
  readonly actionSets: readonly (number | undefined)[];
  readonly isAny: boolean;
}

function movedWords(before: TreeContent, now: TreeContent): Moved {
  const sets = setsOf(before);
  if (isStart(before.names, now.names) && isStart(sets, setsOf(now))) {
    return { names: [...before.names.keys()], actionSets: [...sets.keys()], isAny: false };
  }
  return { names: placesIn(now.names, before.names), actionSets: placesIn(setsOf(now), sets), isAny: true };
}

function isStart(words: readonly string[], all: readonly string[]): boolean {
  return words.every((word, place) => word === all[place]);
}

function placesIn(all: readonly string[], words: readonly string[]): readonly (number | undefined)[] {
  const places = new Map(all.map((word, place) => [word, place]));
  return words.map((word) => places.get(word));
}

function setsOf({ actionSets }: TreeContent): readonly string[] {
  return actionSets.map((set) => set.join());
}

function isSameNode(was: readonly unknown[], node: readonly unknown[], { names, actionSets }: Moved): boolean {
  if (was.length !== node.length) return false;
  for (let at = 0; at < FIRST_NAME; at += 1) if (was[at] !== node[at]) return false;
  for (let at = FIRST_NAME; at < ACTIONS; at += 1) if (placeNow(was[at], names) !== node[at]) return false;
  if (placeNow(was[ACTIONS], actionSets) !== node[ACTIONS]) return false;
  for (let at = ACTIONS + 1; at < DETAILS; at += 1) if (was[at] !== node[at]) return false;
  return was.length <= DETAILS || isDeepStrictEqual(was[DETAILS], node[DETAILS]);
}

function placeNow(was: unknown, moved: readonly (number | undefined)[]): number | undefined {
  return was === -1 ? -1 : moved[Number(was)];
}

/** A part of the nodes, with tables of their own. */
function partOf({ nodes, names, actionSets }: TreeContent, places: readonly number[]): TreeContent {
  const tables = new Tables();
  const written = places.map((place) => {
    const node = nodes[place] ?? [];
    const words = node.slice(FIRST_NAME, ACTIONS).map((name) => tables.name(names[Number(name)] ?? ""));
    const actions = tables.actions(actionSets[Number(node[ACTIONS])] ?? []);
    return [...node.slice(0, FIRST_NAME), ...words, actions, ...node.slice(ACTIONS + 1)];
  });
  return { nodes: written, names: tables.names, actionSets: tables.actionSets };
}
