import { actionWords } from "../graph/action-sig.js";
import type { SeenPart } from "../graph/build/open-run.js";
import { seenParts } from "../graph/build/seen-parts.js";
import { describeScreen } from "../graph/describe-screen.js";
import type { GraphView } from "../graph/predict/graph-view.js";
import { suggestNextActions } from "../graph/predict/suggest.js";
import { cutLabel, inOneLine, quoteLabel } from "../screen/label.js";
import type { Standing } from "./device-run.js";

/** The beginning of a line of the memory in an answer; texts in quotes in this line are data. */
export const MEMORY = "memory:";

const MOST_ACTIONS = 2;
const MOST_DIFFERENCES = 3;
const LONGEST_WORDS = 30;

export interface ContextParts {
  readonly view: GraphView;
  readonly standing: Standing;
  /** The note of an agent for this screen; null if there is none. */
  readonly note: string | null;
  /** The present time, in ms since the epoch. */
  readonly now: number;
}

/**
 * The known screen, how often it was seen, what usually comes next, and what changed since the last time, in one line.
 */
export function contextLine({ view, standing, note, now }: ContextParts): string {
  const { id, before } = standing;
  const vertex = view.vertex(id);
  const name = note === null ? "" : `, noted ${quoteLabel(note)}`;
  const place = vertex ? `${id} ${describeScreen(vertex)}${name}` : id;
  const seen =
    before.stays === 0
      ? "first time here"
      : `seen ${before.stays} time${before.stays === 1 ? "" : "s"} before, last ${agoWords(now - before.lastSeen)}`;
  const known = before.stays > 0 || (vertex !== undefined && vertex.family !== vertex.id);
  const next = known ? nextWords(view, id) : null;
  const different = before.screen === null ? null : differenceWords(before.screen, seenParts(standing.facts));
  const more = [next && `usually next: ${next}`, different && `since last time: ${different}`];
  return inOneLine([`${MEMORY} ${place}; ${seen}`, ...more.filter((one) => one !== null)].join("; "));
}

function nextWords(view: GraphView, at: string): string | null {
  const next = suggestNextActions(view, { at, history: [], goal: null, count: MOST_ACTIONS });
  if (next.length === 0) return null;
  return next.map(({ action, probability }) => `${actionWords(action)} ${Math.round(probability * 100)} %`).join(", ");
}

/** The changed, new and missing parts, in this order; null if there are none. */
export function differenceWords(then: readonly SeenPart[], now: readonly SeenPart[]): string | null {
  const [old, fresh] = [byName(then), byName(now)];
  const changed = [...fresh].flatMap(([name, part]) => {
    const before = old.get(name);
    return before && before.state !== part.state ? [`~ ${name} ${part.state || `not ${before.state}`}`] : [];
  });
  const added = [...fresh.keys()].filter((name) => !old.has(name)).map((name) => `+ ${name}`);
  const removed = [...old.keys()].filter((name) => !fresh.has(name)).map((name) => `- ${name}`);
  const all = [...changed, ...added, ...removed];
  if (all.length === 0) return null;
  const left = all.length - MOST_DIFFERENCES;
  return [...all.slice(0, MOST_DIFFERENCES), ...(left > 0 ? [`${left} more`] : [])].join(", ");
}

function byName(parts: readonly SeenPart[]): ReadonlyMap<string, SeenPart> {
  return new Map(parts.map((part) => [nameOf(part), part]));
}

function nameOf({ role, idTail, words }: SeenPart): string {
  return words === "" ? `${role} @${idTail}` : `${role} ${cutLabel(words, LONGEST_WORDS)}`;
}

const UNITS = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
] as const;

function agoWords(ms: number): string {
  const unit = UNITS.find(([length]) => ms >= length);
  if (!unit) return "just now";
  const count = Math.floor(ms / unit[0]);
  return `${count} ${unit[1]}${count === 1 ? "" : "s"} ago`;
}
