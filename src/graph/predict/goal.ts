import { termsOf } from "../screen/mask-words.js";
import type { GraphView } from "./graph-view.js";

const MOST_GOALS = 5;
/** The factor by which each step away reduces the value of a vertex. */
const PER_STEP = 0.8;
const FARTHEST = 12;

/** Words of sentences, which do not name a screen. */
const OF_SENTENCES: ReadonlySet<string> = new Set(
  `a an the this that these those my me i we you your it its and or of to in into on onto at by for from with as is are be
  please want would like can could let go open show get see der die das dem den des ein eine einen und oder zu zum zur in
  im am auf mit von für mein meine bitte ich`.split(/\s+/),
);

/** The terms of a goal, without repetition and without words of sentences; all terms if nothing else is left. */
export function termsOfGoal(goal: string): readonly string[] {
  const all = [...new Set(termsOf(goal))];
  const own = all.filter((term) => !OF_SENTENCES.has(term));
  return own.length > 0 ? own : all;
}

/**
 * The vertices of an app that have most of these terms, with the share that they have. Terms are weighted by how rare
 * they are among the app's screens, so a term on every screen does not matter.
 */
export function goalVertices(view: GraphView, app: string, terms: readonly string[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  const wanted = [...new Set(terms)];
  const weights = wanted.map((term) => view.weightOf(app, term));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  for (const [place, term] of wanted.entries()) {
    for (const [id, said] of view.saying(app, term)) {
      shares.set(id, (shares.get(id) ?? 0) + (said * (weights[place] ?? 0)) / all);
    }
  }
  const best = [...shares].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return new Map(best.slice(0, MOST_GOALS));
}

/** The value of each vertex from which a goal can be reached: the goal's share, times 0.8 for each step. */
export function distancesTo(view: GraphView, goals: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const worth = new Map(goals);
  let border = [...goals.keys()];
  for (let step = 0; step < FARTHEST && border.length > 0; step += 1) {
    const next: string[] = [];
    for (const id of border) {
      const value = (worth.get(id) ?? 0) * PER_STEP;
      for (const { from } of view.into(id)) {
        if ((worth.get(from) ?? 0) >= value) continue;
        worth.set(from, value);
        next.push(from);
      }
    }
    border = next;
  }
  return worth;
}
