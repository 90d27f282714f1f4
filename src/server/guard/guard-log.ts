import { appendFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { toFoveaError } from "../../base/errors.js";
import { warn } from "../../base/log.js";
import { makeFolderSync } from "../../base/make-folder.js";
import { REDACTED, type Redaction, redactionOf } from "../../base/redaction.js";
import type { Signal } from "../../guard/decision.js";

/** The outcome of one action that the guard classified as sensitive. */
export interface GuardLine {
  readonly entry: string;
  readonly device: string;
  readonly package: string | null;
  readonly activity: string | null;
  readonly tool: string;
  readonly action: string;
  readonly class: string | null;
  readonly severity: string | null;
  readonly signals: readonly Signal[];
  /** `passed`, `noted`, `asked`, `confirmed`, `declined`, `blocked` or `void`. */
  readonly outcome: string;
  /** What decided: `rule`, `policy`, `user`, `confirm_action`. */
  readonly by: string;
}

/** A larger file is renamed, and a new one is begun. */
const MOST_BYTES = 8_000_000;

/**
 * Logs the decisions of one guard as JSON lines in the state folder. Texts that match the user's patterns are redacted.
 */
export class GuardLog {
  readonly #path: string;
  readonly #redaction: Redaction;
  /** For signals: they are in lower case, so patterns have to ignore case. */
  readonly #folded: Redaction;
  #isBroken = false;

  /** Errors: as those of {@link redactionOf}. */
  constructor(stateDir: string, patterns: readonly string[]) {
    this.#path = join(stateDir, "guard.jsonl");
    this.#redaction = redactionOf(patterns);
    this.#folded = redactionOf(patterns, { ignoreCase: true });
  }

  /** Never throws: if a line cannot be written, it warns once. */
  write(line: GuardLine): GuardLine {
    const safe = this.#safe(line);
    try {
      makeFolderSync(join(this.#path, ".."));
      this.#putAside();
      appendFileSync(this.#path, `${JSON.stringify({ at: new Date().toISOString(), ...safe })}\n`, { mode: 0o600 });
    } catch (error) {
      if (!this.#isBroken) warn("guard", `decisions are not recorded: ${toFoveaError(error).message}`);
      this.#isBroken = true;
    }
    return safe;
  }

  #putAside(): void {
    const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
    if (size > MOST_BYTES) renameSync(this.#path, `${this.#path}.1`);
  }

  #safe(line: GuardLine): GuardLine {
    const action = this.#redaction.text(line.action);
    const isCovered = action !== line.action;
    const safe = (value: string) => (isCovered || this.#folded.text(value) !== value ? REDACTED : value);
    return { ...line, action, signals: line.signals.map(({ kind, value }) => ({ kind, value: safe(value) })) };
  }
}
