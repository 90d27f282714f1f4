import { FoveaError } from "../../src/base/errors.js";
import type { Device, DeviceFacts, ServiceStream } from "../../src/devices/device.js";
import { goldenMessage } from "./companion.js";
import { ScriptedStream } from "./scripted-stream.js";

type Json = Readonly<Record<string, unknown>>;
type Answer = (params: Json) => Json | Promise<Json>;

/**
 * A companion's answers by method. A missing method gives UNKNOWN_METHOD; a method that throws gives INTERNAL.
 */
export type Answers = Readonly<Partial<Record<string, Answer>>>;

const EPOCH = "0123456789abcdef";

/** A connection to a companion that the test simulates: it sends hello, answers requests, and sends events. */
export class FakeCompanion extends ScriptedStream {
  readonly asked: Json[] = [];
  readonly #answers: Answers;
  readonly #hello: Json;
  #seq = 0;

  constructor(answers: Answers, hello: Json = {}) {
    super();
    const golden = goldenMessage("server", "hello")["hello"];
    if (typeof golden !== "object" || golden === null) throw new Error("the golden hello is none");
    this.#answers = { subscribe: () => ({ seq: this.#seq }), ...answers };
    this.#hello = { ...golden, epoch: EPOCH, state: "running", seq: 0, ...hello };
  }

  override async write(bytes: Uint8Array): Promise<void> {
    await super.write(bytes);
    const message: Json = JSON.parse(Buffer.from(bytes).subarray(4).toString("utf8"));
    if ("hello" in message) this.send({ hello: this.#hello });
    else if ("id" in message) await this.#answer(message);
  }

  /** Sends an event, and gives its number. */
  event(type: string, rest: Json = {}): number {
    this.#seq += 1;
    const nothing = { dropped: 0, uptimeMs: 1, window: null, package: null, class: null, changes: 0, text: null };
    this.send({ event: { ...nothing, seq: this.#seq, type, ...rest } });
    return this.#seq;
  }

  /** The number of the last event. */
  get seq(): number {
    return this.#seq;
  }

  async #answer({ id, method, params }: Json): Promise<void> {
    this.asked.push({ method, params });
    const answer = this.#answers[String(method)];
    if (!answer) return this.#fail(id, "UNKNOWN_METHOD", String(method));
    try {
      this.send({ id, result: await answer(isJson(params) ? params : {}) });
    } catch (error) {
      this.#fail(id, "INTERNAL", String(error));
    }
  }

  #fail(id: unknown, code: string, message: string): void {
    this.send({ id, error: { code, message, mayHaveHappened: false } });
  }
}

/** The default epoch of a {@link FakeCompanion}. */
export function fakeEpoch(): string {
  return EPOCH;
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}

const FACTS: DeviceFacts = {
  model: "Scripted",
  manufacturer: null,
  hardwareSerial: null,
  apiLevel: 34,
  release: "14",
  bootId: "boot-1",
  features: new Set(["shell_v2"]),
  isEmulator: true,
};

/** A device with only sockets: `open` gives the stream of a socket, or undefined to refuse it. */
export function socketsOnly(
  open: (socket: string) => ServiceStream | undefined,
): Device & { readonly opened: string[] } {
  const opened: string[] = [];
  return {
    opened,
    serial: "phone-1",
    openService: async (name) => {
      opened.push(name);
      const stream = name.startsWith("localabstract:") ? open(name.slice("localabstract:".length)) : undefined;
      if (!stream) throw new FoveaError("SERVICE_REFUSED", `phone-1 refused ${name}`);
      return stream;
    },
    facts: async () => FACTS,
  };
}
