import { lookUp } from "../../base/word-table.js";
import { actionKey } from "../action-sig.js";
import type { ActionSig, Affordance } from "../graph.js";
import type { ScreenFacts } from "../screen/screen-facts.js";
import { targetSig } from "./action-of-step.js";

const MOST_AFFORDANCES = 120;

/** What each action of an element is called in runs. */
const ACTION_TYPES: Readonly<Record<string, string>> = {
  click: "tap",
  check: "tap",
  longClick: "long",
  edit: "type",
  scroll: "scroll",
};

/** What can be done on a screen: each element that takes an action once, rows that are alike together. */
export class Affordances {
  readonly #known = new Map<string, Affordance>();

  /** Takes in what a visit shows. */
  show(screen: ScreenFacts): void {
    for (const [place, part] of screen.parts.entries()) {
      if (part.actions.length === 0) continue;
      const key = keyOf(targetSig(screen, place));
      const actions = [...new Set(part.actions.flatMap((action) => lookUp(ACTION_TYPES, action) ?? []))].sort();
      const known = this.#known.get(key);
      if (!known && this.#known.size >= MOST_AFFORDANCES) continue;
      const merged = [...new Set([...(known?.actions ?? []), ...actions])].sort();
      const { role, idTail, label, isListed } = part;
      const base = known ?? {
        key,
        role,
        idTail,
        label: isListed ? "" : label,
        tries: 0,
        effects: 0,
        idle: 0,
        lastTarget: null,
      };
      this.#known.set(key, { ...base, actions: merged });
    }
  }

  /** Counts a try. What nobody knows the outcome of (null) counts for neither. */
  tried(action: ActionSig, hadEffect: boolean | null, target: string | null): void {
    const key = keyOf(action);
    const known = this.#known.get(key);
    if (!known || hadEffect === null) return;
    const effects = known.effects + (hadEffect ? 1 : 0);
    const lastTarget = hadEffect ? (target ?? known.lastTarget) : known.lastTarget;
    const idle = hadEffect ? 0 : known.idle + 1;
    this.#known.set(key, { ...known, tries: known.tries + 1, effects, idle, lastTarget });
  }

  all(): readonly Affordance[] {
    return [...this.#known.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }
}

/**
 * How often in a row an action may have no effect before it is left out of suggestions and reported as without effect.
 */
export const MOST_IDLE = 3;

/** The affordance of what an action is done to; undefined if it has none. */
export function affordanceOf(affordances: readonly Affordance[], action: ActionSig): Affordance | undefined {
  const key = keyOf(action);
  return affordances.find((one) => one.key === key);
}

type Target = Pick<ActionSig, "role" | "idTail" | "label" | "isItem" | "ordinal">;

function keyOf({ role, idTail, label, isItem, ordinal }: Target): string {
  const own = isItem ? { label: "*", ordinal: null } : { label, ordinal };
  return actionKey({ type: "", role, idTail, isItem, detail: "", slot: null, ...own });
}
