import { isFoveaError } from "../../base/errors.js";
import type { OnDeviceClient } from "./companion-client.js";
import { EventLog } from "./event-log.js";
import type { SnapshotRequest, WaitIdleRequest } from "./requests.js";
import type { OnDeviceSnapshot, OnDeviceWindow, Result } from "./results.js";
import { wholeWindow } from "./whole-window.js";

/** The longest time of a snapshot's walk. Each window gets less, so that a hung app costs only its own window. */
/** The number of nodes is the same as for a dump (see observe/reading/read-tree.ts). */
const WALK_BUDGET = { ms: 2_500, windowMs: 1_500, nodes: 2_000 } as const;
/** Time beyond the walk's own budget: for the list of windows, the facts, and the transfer. */
const SNAPSHOT_GRACE_MS = 1_500;
const WAIT_GRACE_MS = 1_000;

/**
 * A verified connection to the companion, which receives all events. The trees and events that it keeps have no meaning
 * for another connection.
 */
export class LiveCompanion {
  readonly host: "service" | "shell";
  readonly client: OnDeviceClient;
  readonly events: EventLog;
  #walkedAtMs = 0;
  #readAtMs = 0;
  #firstWalkedAtMs: number | null = null;
  #trees: ReadonlyMap<number, OnDeviceWindow> = new Map();

  private constructor(client: OnDeviceClient) {
    this.host = client.hello.host;
    this.client = client;
    this.events = new EventLog(client.hello.seq, client.hello.state === "suppressed");
  }

  /** Starts to receive the events of a new connection. Errors: those of its requests. */
  static async on(client: OnDeviceClient, signal: AbortSignal): Promise<LiveCompanion> {
    const companion = new LiveCompanion(client);
    await client.subscribe({ after: client.hello.seq }, (event) => companion.events.note(event), signal);
    return companion;
  }

  /**
   * Identifies one run of the process on the device: windows, trees and event numbers of other runs have no meaning.
   */
  get epoch(): string {
    return this.client.hello.epoch;
  }

  /** Whether this connection received trees: it does not use trees that were walked for another program. */
  get hasTrees(): boolean {
    return this.#trees.size > 0;
  }

  /** The time of the last snapshot's start, by the clock of the events. */
  get walkedAtMs(): number {
    return this.#walkedAtMs;
  }

  /** The time of the last snapshot's end, by the same clock. */
  get readAtMs(): number {
    return this.#readAtMs;
  }

  /** The time for which all events were certainly received before the last snapshot: since the first one. */
  get heardForMs(): number {
    return this.#firstWalkedAtMs === null ? 0 : this.#walkedAtMs - this.#firstWalkedAtMs;
  }

  /** Whether it is connected, and not suppressed according to its last event. */
  get isUsable(): boolean {
    return !this.client.ended.aborted && !this.events.isSuppressed;
  }

  /**
   * All windows with their trees, and the facts. An unchanged tree is not sent again, and of a tree with few changes
   * only the changed nodes are sent. Unchanged trees and nodes are the same objects as before. Errors: those of the
   * request.
   */
  async snapshot(request: Pick<SnapshotRequest, "basis" | "forced">, signal: AbortSignal): Promise<OnDeviceSnapshot> {
    const had = this.#trees;
    const since = [...had.values()].flatMap(({ id, tree }) => (tree === null ? [] : [{ window: id, tree }]));
    const params = { ...request, since, facts: true, budget: WALK_BUDGET };
    const limits = { timeoutMs: WALK_BUDGET.ms + SNAPSHOT_GRACE_MS };
    try {
      const { result } = await this.client.request("snapshot", params, signal, limits);
      const { version } = this.client.hello;
      this.#walkedAtMs = result.uptimeMs - result.walkMs;
      this.#readAtMs = result.uptimeMs;
      this.#firstWalkedAtMs ??= this.#walkedAtMs;
      const windows = result.windows.map((window) => wholeWindow(window, had.get(window.id), version));
      this.#trees = new Map(windows.map((window) => [window.id, window]));
      return { ...result, windows };
    } catch (error) {
      if (isFoveaError(error, "ON_DEVICE_PROTOCOL")) this.#trees = new Map(); // the next snapshot requests all trees
      throw error;
    }
  }

  /** Waits until the screen no longer changes, with the times of the request. Errors: those of the request. */
  async waitIdle(
    request: WaitIdleRequest & { readonly timeoutMs: number },
    signal: AbortSignal,
  ): Promise<Result<"waitIdle">> {
    const limits = { timeoutMs: request.timeoutMs + (request.reactMs ?? 0) + WAIT_GRACE_MS };
    return (await this.client.request("waitIdle", request, signal, limits)).result;
  }
}
