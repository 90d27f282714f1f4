import { isFoveaError } from "../../base/errors.js";
import type { OnDeviceClient } from "./companion-client.js";
import { EventLog } from "./event-log.js";
import type { SnapshotRequest, WaitIdleRequest } from "./requests.js";
import type { OnDeviceSnapshot, OnDeviceWindow, Result } from "./results.js";
import { wholeWindow } from "./whole-window.js";

/** The longest that a snapshot's walk may take. A window gets less, so that a hung app costs one window. */
/** As many nodes as are read of a dump (observe/reading/read-tree.ts says why). */
const WALK_BUDGET = { ms: 2_500, windowMs: 1_500, nodes: 2_000 } as const;
/** Beyond the walk's own budget: the windows' list, the facts, and the way. */
const SNAPSHOT_GRACE_MS = 1_500;
const WAIT_GRACE_MS = 1_000;

/**
 * A connection to the companion that was found to be the real one, and that hears of all events. It lasts as long
 * as the connection: what it keeps of trees and events means nothing to another one.
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

  /** Begins to listen to a client that was just connected. Errors: those of its requests. */
  static async on(client: OnDeviceClient, signal: AbortSignal): Promise<LiveCompanion> {
    const companion = new LiveCompanion(client);
    await client.subscribe({ after: client.hello.seq }, (event) => companion.events.note(event), signal);
    return companion;
  }

  /** Names one life of the process on the device: windows, trees and event numbers of another one mean nothing. */
  get epoch(): string {
    return this.client.hello.epoch;
  }

  /** Whether trees came over this connection: what another program had walked before is none of its caller's. */
  get hasTrees(): boolean {
    return this.#trees.size > 0;
  }

  /** When the last snapshot was begun, on the clock of the events. */
  get walkedAtMs(): number {
    return this.#walkedAtMs;
  }

  /** When the last snapshot was complete, on the same clock. */
  get readAtMs(): number {
    return this.#readAtMs;
  }

  /** How long events were heard of for sure when the last snapshot was begun: since the first one. */
  get heardForMs(): number {
    return this.#firstWalkedAtMs === null ? 0 : this.#walkedAtMs - this.#firstWalkedAtMs;
  }

  /** Connected, and not suppressed by its own last word. */
  get isUsable(): boolean {
    return !this.client.ended.aborted && !this.events.isSuppressed;
  }

  /**
   * All windows with their trees, and the facts. Trees that did not change are not sent again, and of those that
   * changed a little only what changed: what did not is given as the same objects as before, whole trees and single
   * nodes. Errors: those of the request.
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
      if (isFoveaError(error, "ON_DEVICE_PROTOCOL")) this.#trees = new Map(); // all are asked for again
      throw error;
    }
  }

  /** Waits until nothing changes any more, at the pace of the request. Errors: those of the request. */
  async waitIdle(
    request: WaitIdleRequest & { readonly timeoutMs: number },
    signal: AbortSignal,
  ): Promise<Result<"waitIdle">> {
    const limits = { timeoutMs: request.timeoutMs + (request.reactMs ?? 0) + WAIT_GRACE_MS };
    return (await this.client.request("waitIdle", request, signal, limits)).result;
  }
}
