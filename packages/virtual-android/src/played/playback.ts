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
import { outputFor, type Packing, questionsOf, repacked, type ShellOutput, together } from "./questions.js";

/** The answer to a request: a recorded exchange, or the reason why there is none. */
export type PlayedAnswer =
  | {
      readonly exchange: RecordedExchange;
      /** The parts that vary between requests, in the recorded request and in this one. */
      readonly recorded: readonly string[];
      readonly asked: readonly string[];
      /** How to convert a screenshot that was recorded packed, or not packed. */
      readonly packing: Packing;
      /** The whole output, if it is a part of a recorded exchange, or combined from several exchanges; else null. */
      readonly said: ShellOutput | null;
    }
  | { readonly refusal: string };

interface Candidate {
  readonly exchange: RecordedExchange;
  readonly form: string;
  readonly variables: readonly string[];
  readonly isPacked: boolean;
  /** The index of one of several questions in one stream; null for the whole exchange. */
  readonly question: number | null;
}

type Found = Exclude<PlayedAnswer, { readonly refusal: string }>;

/** The answer to a question that was not recorded, next to others that were. */
const NOT_RECORDED_ANSWER: ShellOutput = {
  stdout: Buffer.alloc(0),
  stderr: Buffer.from("NOT_RECORDED\n"),
  status: 254,
};

/**
 * The position in a recording. If an action is the next one of the recording, the playback moves to the next state. All
 * other requests get the answers of the current state in order, and then the last answer again. A request that is not
 * about the screen may get an answer of an earlier state. If one stream had several questions, each of them is also
 * answered alone, and questions that were recorded alone are also answered together. All other requests are refused.
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

  /** The number of actions that were played. */
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
    const said = outputFor(this.#recording, exchange, question);
    return said ? { ...answer, said: shown(answer, said) } : { refusal: "NOT_RECORDED: its answer was cut off" };
  }

  /** The answer to several questions in one stream, if the first one was recorded, alone or with others; else null. */
  #together(service: string): PlayedAnswer | null {
    const found = questionsOf(service).map((question) => this.#answer(question));
    const [first] = found;
    if (!first || "refusal" in first) return null;
    const said = found.map((one) =>
      "refusal" in one ? NOT_RECORDED_ANSWER : (one.said ?? shown(one, this.#wholeOutput(one))),
    );
    return { exchange: first.exchange, recorded: [], asked: [], packing: null, said: together(service, said) };
  }

  #wholeOutput({ exchange }: Found): ShellOutput {
    const status = exchange.chunks.find(([stream]) => stream === "exit")?.[2] ?? NOT_RECORDED_ANSWER.status;
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

  /** The recorded answers to a request: complete answers if there are any. */
  #matching(state: number, form: string): readonly Candidate[] {
    const reads = (this.#byState.get(state) ?? []).filter(({ exchange }) => !exchange.acts);
    const exact = reads.filter((one) => asPart(one.form) === asPart(form));
    const found =
      exact.length > 0 ? exact : reads.filter((one) => one.form.includes(REDACTED) && isSameRequest(one.form, form));
    const whole = found.filter(({ exchange }) => isWhole(exchange));
    return whole.length > 0 ? whole : found;
  }
}

/** A single program replaces the shell (`exec`); several programs in one stream do not, so `exec` is ignored. */
function asPart(form: string): string {
  return form.replace(/^shell,v2,raw:exec /, "shell,v2,raw:");
}

/** The recorded output with the names of this request, and with the screenshot packed as requested. */
function shown(
  { recorded, asked, packing }: Omit<Found, "said">,
  { stdout, stderr, status }: ShellOutput,
): ShellOutput {
  const of = (bytes: Buffer) => withVariables(bytes, recorded, asked);
  return { stdout: repacked(of(stdout), packing, 0), stderr: of(stderr), status };
}

/** Whether this is an accepted connection to the companion: its requests are separate exchanges. */
function isConnection({ service, end }: RecordedExchange): boolean {
  return companionHostOf(service) !== null && end !== "refused";
}

/** Whether the device had sent its complete answer. */
export function isWhole({ end, chunks }: RecordedExchange): boolean {
  return end === "device" || end === "refused" || chunks.some(([stream]) => stream === "exit");
}
