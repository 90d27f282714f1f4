import { actionKey } from "../graph/action-sig.js";
import type { Outcome, TakenAction } from "../graph/build/graph-run.js";
import type { ActNote } from "../session/session-watcher.js";

/** So often the same action may change nothing on one screen; then it is not done again. */
export const MOST_WITHOUT_EFFECT = 2;

/** Counts the same action in a row that changed nothing on one screen, for one device. */
export class Repeats {
  #key = "";
  /** By the verdict, and by the screen, where the verdict leaves it open. */
  #withoutEffect = 0;
  #withoutProgress = 0;

  /**
   * `isSame`: whether the screen afterwards is equal to the one before; null if it was not read. Gives how often it
   * surely had no effect in a row.
   */
  note(key: string, outcome: Outcome, isSame: boolean | null): number {
    if (key !== this.#key) [this.#withoutEffect, this.#withoutProgress] = [0, 0];
    this.#key = key;
    const isOpen = outcome === "unknown";
    if (outcome === "noEffect") this.#withoutEffect += 1;
    else if (!isOpen) this.#withoutEffect = 0;
    if (outcome === "noEffect" || (isOpen && isSame === true)) this.#withoutProgress += 1;
    else if (!isOpen || isSame === false) this.#withoutProgress = 0;
    return outcome === "noEffect" ? this.#withoutEffect : 0;
  }

  /** How often this action changed nothing in a row, up to now. */
  of(key: string): number {
    return key === this.#key ? this.#withoutProgress : 0;
  }
}

const TOUCHES: ReadonlySet<string> = new Set(["tap", "long", "double"]);

/** What makes an act on a screen the same as another: of touches of no element also where. */
export function repeatKey(screen: string, action: TakenAction["action"], { points }: Pick<ActNote, "points">): string {
  const where = action.role === "" && TOUCHES.has(action.type) ? points.map(({ x, y }) => `${x},${y}`).join(" ") : "";
  return `${screen} ${actionKey(action)} ${where}`;
}
