import { actionKey } from "../graph/action-sig.js";
import type { Outcome, TakenAction } from "../graph/build/graph-run.js";
import type { ActNote } from "../session/session-watcher.js";

/** How often the same action may have no effect on one screen; then it is not repeated. */
export const MOST_WITHOUT_EFFECT = 2;

/** Counts how often in a row one action had no effect on one screen, for one device. */
export class Repeats {
  #key = "";
  /** Counted by the verdict; `withoutProgress` also by the screen, if the verdict is unknown. */
  #withoutEffect = 0;
  #withoutProgress = 0;

  /**
   * `isSame`: whether the screens before and after are equal; null if the screen after was not read. Gives how often in
   * a row the action certainly had no effect.
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

  /** How often in a row this action had no effect, up to now. */
  of(key: string): number {
    return key === this.#key ? this.#withoutProgress : 0;
  }
}

const TOUCHES: ReadonlySet<string> = new Set(["tap", "long", "double"]);

/** Equal for equal actions on a screen; a touch without an element is also compared by its place. */
export function repeatKey(screen: string, action: TakenAction["action"], { points }: Pick<ActNote, "points">): string {
  const where = action.role === "" && TOUCHES.has(action.type) ? points.map(({ x, y }) => `${x},${y}`).join(" ") : "";
  return `${screen} ${actionKey(action)} ${where}`;
}
