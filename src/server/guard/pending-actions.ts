import { randomBytes } from "node:crypto";
import { FoveaError } from "../../base/errors.js";
import type { AskedAction } from "./asked-action.js";

/** A call that runs once a person agrees. */
export interface PendingAction {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly asked: AskedAction;
  /** The caller that got the token: no other may use it. Null if callers cannot be distinguished. */
  readonly owner: object | null;
}

/** How long a token is valid, in s. */
export const TOKEN_S = 300;
const MOST_PENDING = 100;

/** Calls that wait for `confirm_action`. Each has its own token, which is valid for some minutes and once. */
export class PendingActions {
  readonly #byToken = new Map<string, PendingAction & { readonly until: number }>();
  readonly #ms: number;
  readonly #now: () => number;

  constructor(ttlS = TOKEN_S, now: () => number = () => performance.now()) {
    this.#ms = ttlS * 1000;
    this.#now = now;
  }

  /** Stores a call, and gives its token. */
  add(pending: PendingAction): string {
    const token = randomBytes(9).toString("base64url");
    this.#byToken.set(token, { ...pending, until: this.#now() + this.#ms });
    for (const old of [...this.#byToken.keys()].slice(0, -MOST_PENDING)) this.#byToken.delete(old);
    return token;
  }

  /** The call of a token, which stays valid until `spend`. Errors: CONSENT_STALE. */
  get(token: string, owner: object | null): PendingAction {
    const pending = this.#byToken.get(token);
    if (!pending || pending.until < this.#now() || (pending.owner !== null && pending.owner !== owner)) {
      throw new FoveaError("CONSENT_STALE", "nothing was done: this token was used, is too old, or is not yours", {
        hint: "Call the action again: the user is asked again.",
      });
    }
    return pending;
  }

  /** Makes a token invalid; false if it was invalid before. */
  spend(token: string): boolean {
    return this.#byToken.delete(token);
  }
}
