import { termsOf } from "../screen/mask-words.js";
import { goalVertices, termsOfGoal } from "./goal.js";
import type { GraphView } from "./graph-view.js";

/** A screen that matches the words of a request. */
export interface Recalled {
  readonly id: string;
  readonly app: string;
  /** The share of the words that it has, weighted by how rare each is among the screens of its app, 0 to 1. */
  readonly score: number;
}

/** A screen with a lower score does not match. */
export const LEAST_SCORE = 0.5;

/**
 * The screens with most of these words: in their title, tab, the action that leads there or a note (1), or only shown
 * (0.4). The best first; of equal ones, those of `app` first.
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
  /** The notes of agents on screens, by the screens' ids. */
  readonly notes: ReadonlyMap<string, string>;
}

function shareOf(note: string, terms: readonly string[]): number {
  const said = new Set(termsOf(note));
  return terms.filter((term) => said.has(term)).length / terms.length;
}
