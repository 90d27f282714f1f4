import { termsOf } from "../screen/mask-words.js";
import { goalVertices, termsOfGoal } from "./goal.js";
import type { GraphView } from "./graph-view.js";

/** A screen that says what was asked for. */
export interface Recalled {
  readonly id: string;
  readonly app: string;
  /** Share of the words that it says, by how rare each is among the screens of its app, 0 to 1. */
  readonly score: number;
}

/** Below this a screen says too little of what was asked for. */
export const LEAST_SCORE = 0.5;

/**
 * The screens that show the most of these words: as their title, tab, the way to them or a note (1), or because they
 * show them (0.4); the best first, those of `app` before others that show as much.
 */
export function recallScreens(view: GraphView, { words, app, count, notes }: RecallRequest): readonly Recalled[] {
  const terms = termsOfGoal(words);
  if (terms.length === 0) return [];
  const apps = [...new Set(view.graph.vertices.map(({ print }) => print.app))];
  const found = apps.flatMap((one) => {
    const scores = new Map(goalVertices(view, one, terms));
    for (const { id, print } of view.graph.vertices) {
      const note = print.app === one ? notes.get(id) : undefined;
      if (note !== undefined) scores.set(id, Math.max(scores.get(id) ?? 0, shareOf(note, terms)));
    }
    return [...scores].map(([id, score]) => ({ id, app: one, score }));
  });
  const good = found.filter(({ score }) => score >= LEAST_SCORE);
  const isHere = (one: Recalled) => (one.app === app ? 1 : 0);
  good.sort((a, b) => b.score - a.score || isHere(b) - isHere(a) || (a.id < b.id ? -1 : 1));
  return good.slice(0, count);
}

export interface RecallRequest {
  readonly words: string;
  /** The app in front; null if that is unknown. */
  readonly app: string | null;
  readonly count: number;
  /** What agents called screens, by their ids. */
  readonly notes: ReadonlyMap<string, string>;
}

function shareOf(note: string, terms: readonly string[]): number {
  const said = new Set(termsOf(note));
  return terms.filter((term) => said.has(term)).length / terms.length;
}
