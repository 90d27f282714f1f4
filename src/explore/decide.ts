import { actionKey } from "../graph/action-sig.js";
import type { KnownPath } from "../graph/predict/path.js";
import type { Standing } from "../live-memory/device-run.js";
import { candidatesOf } from "./candidates.js";
import { LEAST_NOVELTY, type NoveltyParts, noveltyOf } from "./novelty.js";
import type { Try } from "./try-book.js";

/** The next thing to do. */
export type Decision =
  | { readonly kind: "try"; readonly chosen: Try }
  /** The action belongs to this screen, but its element is not visible now. */
  | { readonly kind: "reveal"; readonly chosen: Try }
  | { readonly kind: "walk"; readonly to: string }
  | { readonly kind: "done" };

export interface DecideParts extends NoveltyParts {
  readonly standing: Pick<Standing, "id" | "facts">;
  /** The known path to a screen; null if there is none, or if it failed. */
  readonly way: (to: string) => KnownPath | null;
  /** Actions whose elements were not found. */
  readonly lost: ReadonlySet<Try["action"]>;
}

/** The value of an action is reduced for a scroll, and for each step to another screen. */
const OUT_OF_SIGHT = 0.9;
const A_STEP = 0.93;

/**
 * Chooses the action with the greatest novelty, reduced by the cost of reaching it. The same knowledge gives the same
 * decision.
 */
export function chooseNext(parts: DecideParts): Decision {
  const { standing, book, way } = parts;
  const visible = candidatesOf(standing.facts);
  let best: { readonly value: number; readonly decision: Decision } = { value: 0, decision: { kind: "done" } };
  const offer = (value: number, decision: Decision) => {
    if (value > best.value + 1e-9) best = { value, decision };
  };
  for (const chosen of worthOf(parts, standing.id)) {
    const isVisible = visible.has(actionKey(chosen.action));
    const novelty = noveltyHere(parts, chosen);
    offer(isVisible ? novelty : novelty * OUT_OF_SIGHT, { kind: isVisible ? "try" : "reveal", chosen });
  }
  for (const screen of book.screens) {
    if (screen === standing.id) continue;
    const most = Math.max(0, ...worthOf(parts, screen).map((one) => noveltyThere(parts, one)));
    // The path is only searched if the screen could win.
    if (most * A_STEP <= best.value) continue;
    const known = way(screen);
    const steps = known?.edges.length ?? 0;
    if (known && steps > 0) offer(most * known.probability * A_STEP ** steps, { kind: "walk", to: screen });
  }
  return best.decision;
}

/** Whether a screen has an action that is worth a try. */
export function hasWorth(parts: DecideParts, screen: string): boolean {
  return worthOf(parts, screen).length > 0;
}

function worthOf(parts: DecideParts, screen: string): readonly Try[] {
  const { book, lost } = parts;
  const isHere = screen === parts.standing.id;
  return book.offered(screen).filter((one) => {
    // On another screen, "back" is only a way to leave it, not an action to try.
    if (lost.has(one.action) || (!isHere && one.action.type === "back")) return false;
    return (isHere ? noveltyHere(parts, one) : noveltyThere(parts, one)) >= LEAST_NOVELTY;
  });
}

function noveltyHere(parts: DecideParts, one: Try): number {
  return noveltyOf(parts, one);
}

/** On another screen, the target of "back" is unknown. */
function noveltyThere({ view, book }: DecideParts, one: Try): number {
  return noveltyOf({ view, book, before: null }, one);
}
