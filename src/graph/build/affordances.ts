import { lookUp } from "../../base/word-table.js";
import { actionKey } from "../action-sig.js";
import type { ActionSig, Affordance } from "../graph.js";
import type { ScreenFacts } from "../screen/screen-facts.js";
import { targetSig } from "./action-of-step.js";

const MOST_AFFORDANCES = 120;

/** The names of an element's actions in runs. */
const ACTION_TYPES: Readonly<Record<string, string>> = {
  click: "tap",
  check: "tap",
  longClick: "long",
  edit: "type",
  scroll: "scroll",
};

/** The actions that are possible on a screen: each actionable element once, similar rows together. */
export class Affordances {
  readonly #known = new Map<string, Affordance>();

  /** Adds the elements of a visit. */
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

  /** Counts a try. A try with an unknown outcome (null) is not counted. */
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

/** After this many tries in a row without an effect, an action is no longer suggested, and is reported to have none. */
export const MOST_IDLE = 3;

/** The affordance of an action's target; undefined if it has none. */
export function affordanceOf(affordances: readonly Affordance[], action: ActionSig): Affordance | undefined {
  const key = keyOf(action);
  return affordances.find((one) => one.key === key);
}

type Target = Pick<ActionSig, "role" | "idTail" | "label" | "isItem" | "ordinal">;

function keyOf({ role, idTail, label, isItem, ordinal }: Target): string {
  const own = isItem ? { label: "*", ordinal: null } : { label, ordinal };
  return actionKey({ type: "", role, idTail, isItem, detail: "", slot: null, ...own });
}
