import { REDACTED } from "../../base/redaction.js";
import { alternativeTo, halfHostOf } from "../../phone-file/half-request.js";
import type { PhoneRecording, RecordedExchange } from "../../phone-file/read-recording.js";
import { formOf, isAboutScreen, isActing, isSameRequest } from "../../phone-file/request.js";

/** What a request is answered with: a recorded exchange, or why there is none. */
export type PlayedAnswer =
  | {
      readonly exchange: RecordedExchange;
      /** What varies from request to request, in the recorded one and in this one. */
      readonly recorded: readonly string[];
      readonly asked: readonly string[];
      /** What is to be done with a screenshot that was recorded in the other way. */
      readonly packing: "pack" | "unpack" | null;
    }
  | { readonly refusal: string };

interface Candidate {
  readonly exchange: RecordedExchange;
  readonly form: string;
  readonly variables: readonly string[];
  readonly isPacked: boolean;
}

/**
 * Where a recording stands. An act that is the next one of the recording moves it on to the next state; other requests
 * get what was answered in this state, in order, the last answer again and again. What is not about the screen may be
 * answered from states before. Nothing else is answered.
 */
export class Playback {
  readonly #byState = new Map<number, Candidate[]>();
  readonly #cursors = new Map<string, number>();
  #state = 0;

  constructor({ exchanges }: PhoneRecording) {
    for (const exchange of exchanges) {
      if (exchange.end === "lost" || exchange.end === "left_out" || isConnection(exchange)) continue;
      const { text: form, variables, isPacked } = formOf(exchange.service);
      const known = this.#byState.get(exchange.state) ?? [];
      known.push({ exchange, form, variables, isPacked });
      this.#byState.set(exchange.state, known);
    }
  }

  /** How many acts were played. */
  get state(): number {
    return this.#state;
  }

  answer(service: string): PlayedAnswer {
    const { text: form, variables: asked, isPacked } = formOf(service);
    const found = isActing(service) ? this.#act(form) : this.#read(service, form);
    if (typeof found === "string") return { refusal: found };
    const packing = found.isPacked === isPacked ? null : isPacked ? "pack" : "unpack";
    return { exchange: found.exchange, recorded: found.variables, asked, packing };
  }

  #act(form: string): Candidate | string {
    const next = this.#byState.get(this.#state + 1)?.find(({ exchange }) => exchange.acts);
    if (next === undefined) return "NOT_RECORDED: the recording ends before this act";
    if (!isSameRequest(next.form, form)) {
      return `NOT_RECORDED: another act comes next in the recording: ${next.form.slice(0, 200)}`;
    }
    this.#state += 1;
    return next;
  }

  #read(service: string, form: string): Candidate | string {
    const other = alternativeTo(form);
    const now = this.#next(this.#state, form) ?? (other === null ? undefined : this.#next(this.#state, other));
    if (now !== undefined) return now;
    if (isAboutScreen(service)) return "NOT_RECORDED: this was not asked for in this state of the recording";
    for (let state = this.#state - 1; state >= 0; state -= 1) {
      const before = this.#matching(state, form).at(-1);
      if (before !== undefined) return before;
    }
    return "NOT_RECORDED: this was not asked for up to this state of the recording";
  }

  #next(state: number, form: string): Candidate | undefined {
    const candidates = this.#matching(state, form);
    const key = `${state} ${form}`;
    const cursor = this.#cursors.get(key) ?? 0;
    this.#cursors.set(key, cursor + 1);
    return candidates[Math.min(cursor, candidates.length - 1)];
  }

  /** Whole answers where there are any. */
  #matching(state: number, form: string): readonly Candidate[] {
    const reads = (this.#byState.get(state) ?? []).filter(({ exchange }) => !exchange.acts);
    const exact = reads.filter((one) => one.form === form);
    const found =
      exact.length > 0 ? exact : reads.filter((one) => one.form.includes(REDACTED) && isSameRequest(one.form, form));
    const whole = found.filter(({ exchange }) => isWhole(exchange));
    return whole.length > 0 ? whole : found;
  }
}

/** A connection to the on-device half that was accepted: what passed over it stands in exchanges of its own. */
function isConnection({ service, end }: RecordedExchange): boolean {
  return halfHostOf(service) !== null && end !== "refused";
}

/** Whether the device said all that it had to say. */
export function isWhole({ end, chunks }: RecordedExchange): boolean {
  return end === "device" || end === "refused" || chunks.some(([stream]) => stream === "exit");
}
