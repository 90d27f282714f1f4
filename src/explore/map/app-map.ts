import { actionWords, slotKey } from "../../graph/action-sig.js";
import { describeScreen } from "../../graph/describe-screen.js";
import type { Edge, ProcessGraph, Vertex } from "../../graph/graph.js";
import { BACK } from "../candidates.js";
import type { Exploration, Finding } from "../exploration.js";
import { type Try, TryBook } from "../try-book.js";

/** A screen of the map. */
export interface MapScreen {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly line: string;
  /** The file of its picture in the folder of the exploration; null if there is none, with the reason in `why`. */
  readonly picture: string | null;
  readonly why: string | null;
  readonly visits: number;
  /**
   * How many actions it offers (rows of a list count once), how many of these were tried, and how many the guard or a
   * tool refused.
   */
  readonly offered: number;
  readonly tried: number;
  readonly held: number;
}

/** All actions that led from one screen to another. */
export interface MapWay {
  readonly from: string;
  readonly to: string;
  readonly actions: readonly string[];
  /** Whether "back" is its only action. */
  readonly isBack: boolean;
  readonly n: number;
}

/** An action that was refused, and why. */
export interface MapHeld {
  readonly at: string;
  readonly action: string;
  readonly code: string;
}

export interface AppMap {
  readonly app: string;
  readonly end: Exploration["end"];
  readonly actions: number;
  readonly ms: number;
  readonly screens: readonly MapScreen[];
  readonly ways: readonly MapWay[];
  readonly held: readonly MapHeld[];
  readonly findings: readonly Finding[];
}

/** The screens of an exploration and the ways between them, taken from a memory that may have more. */
export function exploredGraph(graph: ProcessGraph, { screens }: Exploration): ProcessGraph {
  const ids = new Set(screens.map(({ id }) => id));
  const vertices = graph.vertices.filter((one) => ids.has(one.id));
  const edges = graph.edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
  return { ...graph, vertices, edges, runs: [], loops: [], branches: [], patterns: [] };
}

/** The map of an exploration; `graph` is the result of {@link exploredGraph}. */
export function appMap(graph: ProcessGraph, exploration: Exploration): AppMap {
  const { app, end, actions, ms, tries } = exploration;
  const book = new TryBook(tries);
  const vertices = new Map(graph.vertices.map((one) => [one.id, one]));
  const screens = exploration.screens.flatMap(({ id, picture, why }) => {
    const vertex = vertices.get(id);
    return vertex ? [{ ...screenOf(vertex, book), picture, why }] : [];
  });
  const held = tries.flatMap(({ at, action, held: code }) =>
    code === null || !vertices.has(at) ? [] : [{ at, action: actionWords(action), code }],
  );
  const findings = [...exploration.findings, ...deadEnds(graph, book)];
  return { app, end, actions, ms, screens, ways: waysOf(graph.edges), held, findings };
}

function screenOf(vertex: Vertex, book: TryBook): Omit<MapScreen, "picture" | "why"> {
  const { id, print, visits } = vertex;
  const offered = book.offered(id);
  // All rows of one list count as one action.
  const kinds = (of: (one: Try) => boolean) => new Set(offered.filter(of).map(({ action }) => slotKey(action))).size;
  const tried = kinds(({ times, held }) => times > 0 && held === null);
  const held = kinds((one) => one.held !== null);
  const title = print.title === "" ? print.kind : print.title;
  return { id, title, kind: print.kind, line: describeScreen(vertex), visits, offered: kinds(() => true), tried, held };
}

function waysOf(edges: readonly Edge[]): readonly MapWay[] {
  const byPair = new Map<string, Edge[]>();
  for (const edge of edges) {
    const key = `${edge.from} ${edge.to}`;
    byPair.set(key, [...(byPair.get(key) ?? []), edge]);
  }
  return [...byPair.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const actions = [...new Set(group.map(({ action }) => actionWords(action)))].sort();
    const isBack = group.every(({ action }) => action.type === "back");
    return [{ from: first.from, to: first.to, actions, isBack, n: group.reduce((sum, { n }) => sum + n, 0) }];
  });
}

/** Screens on which everything was tried, including "back", and which no action left. */
function deadEnds(graph: ProcessGraph, book: TryBook): readonly Finding[] {
  const left = new Set(graph.edges.filter(({ from, to }) => from !== to).map(({ from }) => from));
  return graph.vertices.flatMap(({ id }) => {
    const offered = book.offered(id);
    const isTried = offered.every(({ times }) => times > 0) && book.of(id, BACK).times > 0;
    const leaves = offered.some(({ to }) => to !== null && to !== id);
    if (!isTried || leaves || left.has(id)) return [];
    const cause = `${offered.length} actions were tried, and none leaves it`;
    return [{ kind: "deadEnd" as const, at: id, of: "the screen", cause }];
  });
}
