import { foldersOf, importsBetweenFiles, importsWithinFolder } from "../test/support/import-graph.js";

/**
 * The layers of one folder of a room: each entry (a file, or a folder with its contents) is above its imports.
 */
export interface FolderFloors {
  readonly folder: string;
  /** From the top down. */
  readonly floors: readonly (readonly string[])[];
  readonly arrows: number;
  /** Imports in a cycle: a chain of imports leads from their target back to their source. */
  readonly back: number;
}

/** The layers of a room and of each folder in it; type imports count. */
export function floorsOfRoom(room: string): readonly FolderFloors[] {
  const arrows = importsBetweenFiles();
  return foldersOf(room).map((folder) => floorsIn(folder, unique(importsWithinFolder(arrows, folder))));
}

type Graph = ReadonlyMap<string, readonly string[]>;

function unique(graph: Graph): Graph {
  const things = new Set([...graph.keys(), ...[...graph.values()].flat()]);
  return new Map([...things].map((thing) => [thing, [...new Set(graph.get(thing) ?? [])]]));
}

/** The layers of a folder, from the graph of its imports. */
export function floorsIn(folder: string, graph: Graph): FolderFloors {
  const pairs = [...graph].flatMap(([from, targets]) => targets.map((to) => [from, to] as const));
  const isBack = ([from, to]: readonly [string, string]) => reachedFrom(graph, to).has(from);
  const forward = pairs.filter((pair) => !isBack(pair));
  const heights = new Map([...graph.keys()].map((thing) => [thing, 0]));
  const heightOf = (thing: string) => heights.get(thing) ?? 0;
  for (let turn = 0; turn < graph.size; turn += 1)
    for (const [from, to] of forward) heights.set(from, Math.max(heightOf(from), heightOf(to) + 1));
  const top = Math.max(0, ...heights.values());
  const floors = Array.from({ length: top + 1 }, (_, down) =>
    [...graph.keys()].filter((thing) => heightOf(thing) === top - down).sort(),
  );
  return { folder, floors, arrows: pairs.length, back: pairs.length - forward.length };
}

function reachedFrom(graph: Graph, start: string): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const thing of reached) for (const target of graph.get(thing) ?? []) reached.add(target);
  return reached;
}

/** The layers of a folder as text, the top layer first. */
export function drawnFloors({ folder, floors, arrows, back }: FolderFloors): string {
  const lines = floors.map((things, down) => `  ${String(floors.length - 1 - down).padStart(2)}  ${things.join("  ")}`);
  return [`${folder}: ${floors.length} floors, ${arrows} arrows, ${back} back up`, ...lines].join("\n");
}
