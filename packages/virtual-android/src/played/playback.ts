import { REDACTED } from "../../../../src/base/redaction.js";
import { alternativeTo, companionHostOf } from "../../../../src/device-recording/companion-request.js";
import type { PhoneRecording, RecordedExchange } from "../../../../src/device-recording/read-recording.js";
import {
  formOf,
  isAboutScreen,
  isActing,
  isSameRequest,
  withVariables,
} from "../../../../src/device-recording/request.js";
import { type Packing, questionsOf, repacked, type Said, saidTo, together } from "./questions.js";

/** What a request is answered with: a recorded exchange, or why there is none. */
export type PlayedAnswer =
  | {
      readonly exchange: RecordedExchange;
      /** What varies from request to request, in the recorded one and in this one. */
      readonly recorded: readonly string[];
      readonly asked: readonly string[];
      /** What is to be done with a screenshot that was recorded in the other way. */
      readonly packing: Packing;
      /**
       * What is said in all, where that is a part of what was recorded, or put together of several exchanges; else
       * null.
       */
      readonly said: Said | null;
    }
  | { readonly refusal: string };

interface Candidate {
  readonly exchange: RecordedExchange;
  readonly form: string;
  readonly variables: readonly string[];
  readonly isPacked: boolean;
  /** Which one of several questions in one stream; null for an exchange as a whole. */
  readonly question: number | null;
}

type Found = Exclude<PlayedAnswer, { readonly refusal: string }>;

/** The answer to a question that was not recorded, among others that were. */
const UNSAID: Said = { stdout: Buffer.alloc(0), stderr: Buffer.from("NOT_RECORDED\n"), status: 254 };

/**
 * Where a recording stands. An act that is the next one of the recording moves it on to the next state; other requests
 * get what was answered in this state, in order, the last answer again and again. What is not about the screen may be
 * answered from states before. Of several questions in one stream each is answered alone, too, and alone recorded ones
 * together. Nothing else is answered.
 */
export class Playback {
  readonly #byState = new Map<number, Candidate[]>();
  readonly #cursors = new Map<string, number>();
  readonly #recording: PhoneRecording;
  #state = 0;

  constructor(recording: PhoneRecording) {
    this.#recording = recording;
    for (const exchange of recording.exchanges) {
      if (exchange.end === "lost" || exchange.end === "left_out" || isConnection(exchange)) continue;
      const known = this.#byState.get(exchange.state) ?? [];
      for (const [place, service] of [exchange.service, ...questionsOf(exchange.service)].entries()) {
        const { text: form, variables, isPacked } = formOf(service);
        known.push({ exchange, form, variables, isPacked, question: place === 0 ? null : place - 1 });
      }
      this.#byState.set(exchange.state, known);
    }
  }

  /** How many acts were played. */
  get state(): number {
    return this.#state;
  }

  answer(service: string): PlayedAnswer {
    const found = this.#answer(service);
    return "refusal" in found && !isActing(service) ? (this.#together(service) ?? found) : found;
  }

  #answer(service: string): PlayedAnswer {
    const { text: form, variables: asked, isPacked } = formOf(service);
    const found = isActing(service) ? this.#act(form) : this.#read(service, form);
    if (typeof found === "string") return { refusal: found };
    const { exchange, variables: recorded, question } = found;
    const packing = found.isPacked === isPacked ? null : isPacked ? "pack" : "unpack";
    const answer = { exchange, recorded, asked, packing, said: null } as const;
    if (question === null) return answer;
    const said = saidTo(this.#recording, exchange, question);
    return said ? { ...answer, said: shown(answer, said) } : { refusal: "NOT_RECORDED: its answer was cut off" };
  }

  /** Several questions in one stream whose first one was recorded, with others or alone; else null. */
  #together(service: string): PlayedAnswer | null {
    const found = questionsOf(service).map((question) => this.#answer(question));
    const [first] = found;
    if (!first || "refusal" in first) return null;
    const said = found.map((one) => ("refusal" in one ? UNSAID : (one.said ?? shown(one, this.#saidAlone(one)))));
    return { exchange: first.exchange, recorded: [], asked: [], packing: null, said: together(service, said) };
  }

  #saidAlone({ exchange }: Found): Said {
    const status = exchange.chunks.find(([stream]) => stream === "exit")?.[2] ?? UNSAID.status;
    const bytes = (stream: "stdout" | "stderr") => this.#recording.bytesOf(exchange, stream);
    return { stdout: bytes("stdout"), stderr: bytes("stderr"), status };
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
    const exact = reads.filter((one) => asPart(one.form) === asPart(form));
    const found =
      exact.length > 0 ? exact : reads.filter((one) => one.form.includes(REDACTED) && isSameRequest(one.form, form));
    const whole = found.filter(({ exchange }) => isWhole(exchange));
    return whole.length > 0 ? whole : found;
  }
}

/** One program in a stream of its own takes the place of the shell; among others it does not. */
function asPart(form: string): string {
  return form.replace(/^shell,v2,raw:exec /, "shell,v2,raw:");
}

/** What was said, with the names of this request, and the picture as it is asked for. */
function shown({ recorded, asked, packing }: Omit<Found, "said">, { stdout, stderr, status }: Said): Said {
  const of = (bytes: Buffer) => withVariables(bytes, recorded, asked);
  return { stdout: repacked(of(stdout), packing, 0), stderr: of(stderr), status };
}

/** A connection to the companion that was accepted: what passed over it is in its own exchanges. */
function isConnection({ service, end }: RecordedExchange): boolean {
  return companionHostOf(service) !== null && end !== "refused";
}

/** Whether the device said all that it had to say. */
export function isWhole({ end, chunks }: RecordedExchange): boolean {
  return end === "device" || end === "refused" || chunks.some(([stream]) => stream === "exit");
}
