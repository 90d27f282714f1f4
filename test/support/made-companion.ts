import type { ExchangeSink } from "../../src/device-recording/exchange-sink.js";
import type { PhoneRecorder } from "../../src/device-recording/phone-recorder.js";
import { frameOf } from "../../src/devices/companion/frames.js";
import { NODE_FLAGS, type NodeFlag } from "../../src/devices/companion/words.js";
import { goldenMessage } from "./companion.js";

type Json = Readonly<Record<string, unknown>>;

export const SERVICE_SOCKET = "localabstract:dev.fovea.service.u0";

/** A node of a generated tree. */
export interface MadeNode {
  readonly flags?: readonly NodeFlag[];
  readonly text?: string;
  readonly description?: string;
  readonly details?: Json;
  /** The left, top, right and bottom. */
  readonly bounds?: readonly [number, number, number, number];
}

/** A window with these nodes, all of one class; the first node is the root. `tree` is the tree's id. */
export function madeWindow(tree: string, nodes: readonly MadeNode[], more: Json = {}): Json {
  const content = { nodes: nodes.map(nodeOf), names: ["android.view.View", "org.example.app"], actionSets: [] };
  const nothing = { display: 0, title: "Sign in", bounds: [0, 0, 100, 100], touchable: null, pictureInPicture: null };
  const states = { active: true, focused: true, accessibilityFocused: false, parent: null, basis: "walk" };
  const counts = { seq: 1, ageMs: 0, walkMs: 1, roundTrips: 1, depth: 1, missing: 0, repeated: 0 };
  const rest = { truncated: null, error: null, tree, content, nodeCount: nodes.length };
  return { id: 7, type: "application", layer: 0, ...nothing, ...states, ...counts, ...rest, ...more };
}

function nodeOf({ flags = [], text, description, details, bounds = [0, 0, 10, 10] }: MadeNode, place: number): unknown {
  const bits = flags.reduce((sum, flag) => sum + 2 ** NODE_FLAGS.indexOf(flag), 0);
  const words = [text ?? null, description ?? null, ...(details ? [details] : [])];
  return [place === 0 ? -1 : 0, bits, ...bounds, 0, 1, -1, -1, 0, ...words];
}

export function madeSnapshot(windows: readonly Json[], seq = 1): Json {
  return { seq, uptimeMs: 1000, walkMs: 1, eventsDuring: 0, windows, facts: null };
}

/** A connection to a simulated companion, as a recorder sees its traffic. */
export class MadeCompanion {
  pieceBytes = 700;
  readonly #sink: ExchangeSink;
  #id = 0;

  constructor(recorder: PhoneRecorder, hello: Json = {}, socket = SERVICE_SOCKET) {
    this.#sink = recorder.begin("P1", socket);
    this.#sink.accepted();
    this.hear("out", { hello: { versions: [1, 2, 3], client: "test" } });
    const golden = goldenMessage("server", "hello")["hello"];
    this.hear("in", { hello: { ...Object(golden), ...hello } });
  }

  /** Transfers a message in pieces that do not match the frames. */
  hear(direction: "in" | "out", message: Json, attachment?: Buffer): void {
    const frames = [frameOf(Buffer.from(JSON.stringify(message))), ...(attachment ? [frameOf(attachment)] : [])];
    this.bytes(direction, Buffer.concat(frames));
  }

  bytes(direction: "in" | "out", bytes: Buffer): void {
    const size = this.pieceBytes;
    for (let at = 0; at < bytes.length; at += size) this.#sink.moved(direction, bytes.subarray(at, at + size));
  }

  /** Transfers a request and its answer: a result, or a whole reply with an `error` or an `attachment`. */
  ask(method: string, params: Json, reply: Json, attachment?: Buffer): void {
    const id = this.asks(method, params);
    const isReply = "error" in reply || "attachment" in reply;
    this.hear("in", { id, ...(isReply ? reply : { result: reply }) }, attachment);
  }

  /** Transfers a request without an answer; gives its number. */
  asks(method: string, params: Json): number {
    this.#id += 1;
    this.hear("out", { id: this.#id, method, params });
    return this.#id;
  }

  event(seq: number, type = "content", more: Json = {}): void {
    const nothing = { dropped: 0, uptimeMs: 1, window: null, package: null, class: null, changes: 0, text: null };
    this.hear("in", { event: { ...nothing, seq, type, ...more } });
  }

  end(how: "device" | "host" | "lost"): void {
    this.#sink.end(how);
  }
}
