import * as z from "zod";
import { actionKey, slotKey } from "../graph/action-sig.js";
import { type ActionSig, actionSchema } from "../graph/graph.js";

const trySchema = z.object({
  /** The id of the screen. */
  at: z.string(),
  action: actionSchema,
  /** How often it was performed. */
  times: z.int().min(0),
  /** The screen to which it led last; null if that is unknown. */
  to: z.string().nullable(),
  /** The error code of a refusal, usually by the guard; null if it was performed. */
  held: z.string().nullable(),
  /** Whether the last scroll showed something new. */
  showedMore: z.boolean(),
});
export type Try = z.infer<typeof trySchema>;

export const triesSchema = z.array(trySchema);

/** The actions that each screen offers, and the results of those that were tried. */
export class TryBook {
  readonly #tries = new Map<string, Map<string, Try>>();
  /** The screens on which each action was performed. */
  readonly #doneAt = new Map<string, Set<string>>();

  constructor(known: readonly Try[] = []) {
    for (const one of known) {
      this.#at(one.at).set(actionKey(one.action), one);
      if (one.times > 0) this.#noteDone(one.at, one.action);
    }
  }

  /** Adds the actions of a screen; gives how many of them are new. */
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

  /** The tries of this action on all screens, with their results. */
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

  /** All known actions of a screen. */
  offered(at: string): readonly Try[] {
    return [...(this.#tries.get(at)?.values() ?? [])];
  }

  /** The rows of one list that were tried. */
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
