import * as z from "zod";
import { actionKey, slotKey } from "../graph/action-sig.js";
import { type ActionSig, actionSchema } from "../graph/graph.js";

const trySchema = z.object({
  /** Id of the screen. */
  at: z.string(),
  action: actionSchema,
  /** How often it was done. */
  times: z.int().min(0),
  /** The screen that it led to last; null if nothing is known of that. */
  to: z.string().nullable(),
  /** Code of the error by which it was not done: of the guard, mostly; null if it was done. */
  held: z.string().nullable(),
  /** Whether the last scrolling showed something new. */
  showedMore: z.boolean(),
});
export type Try = z.infer<typeof trySchema>;

export const triesSchema = z.array(trySchema);

/** What was seen to try on each screen, and what was tried. */
export class TryBook {
  readonly #tries = new Map<string, Map<string, Try>>();
  /** Screens at which each action was done. */
  readonly #doneAt = new Map<string, Set<string>>();

  constructor(known: readonly Try[] = []) {
    for (const one of known) {
      this.#at(one.at).set(actionKey(one.action), one);
      if (one.times > 0) this.#noteDone(one.at, one.action);
    }
  }

  /** Takes in what a screen offers; gives how much of it is new. */
  see(at: string, actions: Iterable<ActionSig>): number {
    const known = this.#at(at);
    let fresh = 0;
    for (const action of actions) {
      const key = actionKey(action);
      if (known.has(key)) continue;
      known.set(key, { at, action, times: 0, to: null, held: null, showedMore: false });
      fresh += 1;
    }
    return fresh;
  }

  note(at: string, action: ActionSig, what: Partial<Pick<Try, "to" | "held" | "showedMore">>): void {
    const before = this.of(at, action);
    const { to = before.to, held = null, showedMore = false } = what;
    this.#at(at).set(actionKey(action), { ...before, times: before.times + 1, to, held, showedMore });
    this.#noteDone(at, action);
  }

  /** Where this very action was done, on all screens, with its results. */
  triesOf(action: ActionSig): readonly Try[] {
    return [...(this.#doneAt.get(actionKey(action)) ?? [])].map((at) => this.of(at, action));
  }

  #noteDone(at: string, action: ActionSig): void {
    const key = actionKey(action);
    this.#doneAt.set(key, (this.#doneAt.get(key) ?? new Set()).add(at));
  }

  of(at: string, action: ActionSig): Try {
    const none = { at, action, times: 0, to: null, held: null, showedMore: false };
    return this.#at(at).get(actionKey(action)) ?? none;
  }

  /** All that was seen to try on a screen. */
  offered(at: string): readonly Try[] {
    return [...(this.#tries.get(at)?.values() ?? [])];
  }

  /** The rows of one list that were taken. */
  rowsTaken(at: string, action: ActionSig): readonly Try[] {
    const key = slotKey(action);
    return this.offered(at).filter((one) => one.times > 0 && one.action.isItem && slotKey(one.action) === key);
  }

  get screens(): readonly string[] {
    return [...this.#tries.keys()];
  }

  all(): readonly Try[] {
    return [...this.#tries.values()].flatMap((tries) => [...tries.values()]);
  }

  #at(screen: string): Map<string, Try> {
    const known = this.#tries.get(screen) ?? new Map<string, Try>();
    this.#tries.set(screen, known);
    return known;
  }
}
