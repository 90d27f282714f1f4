import { FoveaError } from "../../../../src/base/errors.js";
import { isCompanionRequest } from "../../../../src/device-recording/companion-request.js";
import { isShellV2 } from "../../../../src/device-recording/format.js";
import type { PhoneRecording, RecordedExchange } from "../../../../src/device-recording/read-recording.js";
import { RequestRefused } from "../adb-server/select-transport.js";
import { Adbd } from "../adbd/adbd.js";
import { bannerOf, type ProductNames } from "../adbd/banner.js";
import type { ServiceStream } from "../adbd/service.js";
import { hostClock, type PhoneClock } from "../clock.js";
import { type OwnCompanion, OwnFiles } from "./own-companion.js";
import { type Pace, type PlayParts, paced, playExchange, refuse } from "./play-exchange.js";
import { isWhole, Playback } from "./playback.js";
import { openPlayed } from "./played-channel.js";
import { PlayedCompanion } from "./played-companion.js";
import { Timeline } from "./timeline.js";

export interface PlayedDeviceOptions {
  readonly recording: PhoneRecording;
  /** The pace of the playback; `recorded` if absent. */
  readonly pace?: Pace;
  /** The loopback port of adbd; 0 (any free port) if absent, null for no adbd. */
  readonly adbdPort?: number | null;
  readonly clock?: PhoneClock;
  /** Files that replace those of the recorded companion; absent: the recorded files. */
  readonly ownCompanion?: OwnCompanion;
}

/** A phone from a recording, with an adb daemon. Dispose of it to stop everything. */
export class PlayedDevice implements AsyncDisposable {
  readonly serial: string;
  readonly state = "device";
  readonly features: readonly string[];
  readonly product: ProductNames;
  readonly #parts: PlayParts;
  readonly #playback: Playback;
  readonly #timeline: Timeline;
  readonly #ownFiles: OwnFiles;
  readonly #adbd: Adbd | null;
  readonly #open = new Set<ServiceStream>();
  readonly #watchers = new Set<() => void>();
  readonly #defects: unknown[] = [];
  #connection = 1;

  constructor({ recording, pace = "recorded", adbdPort = 0, clock = hostClock, ownCompanion }: PlayedDeviceOptions) {
    const properties = propertiesIn(recording);
    const get = (name: string) => properties.get(name) ?? "unknown";
    this.serial = recording.manifest.serial.replace(/[^\w.:-]+/g, "_");
    this.features = recording.features;
    this.product = {
      product: get("ro.product.name"),
      model: get("ro.product.model"),
      device: get("ro.product.device"),
    };
    this.#parts = { recording, pace, clock };
    this.#playback = new Playback(recording);
    this.#ownFiles = new OwnFiles(recording, ownCompanion ?? null);
    this.#timeline = new Timeline(this.#parts);
    const services = { open: (name: string, signal: AbortSignal) => this.#openOrNull(name, signal) };
    const yes = () => true;
    this.#adbd =
      adbdPort === null
        ? null
        : new Adbd(adbdPort, {
            services,
            apiLevel: () => Number(properties.get("ro.build.version.sdk") ?? 30),
            banner: () => bannerOf("device", this.product, this.features),
            isPresent: yes,
            isAnswering: yes,
            isAuthorized: yes,
          });
  }

  /** The loopback port of adbd; null if there is none. */
  get adbdPort(): number | null {
    return this.#adbd?.port ?? null;
  }

  /** The number of recorded actions that were played. */
  get actsPlayed(): number {
    return this.#playback.state;
  }

  get connection(): number {
    return this.#connection;
  }

  /** Errors of the playback, for example a missing payload. */
  get defects(): readonly unknown[] {
    return this.#defects;
  }

  /** Starts to listen, if it has a port. Errors: those of listen(2). */
  async start(): Promise<void> {
    await this.#adbd?.listen();
  }

  /** Errors: RequestRefused with a code if the recording has no such answer; a shell prints this error instead. */
  async open(name: string, signal: AbortSignal): Promise<ServiceStream> {
    const answer = this.#playback.answer(name);
    const isShell = isShellV2(name);
    if ("refusal" in answer) {
      if (!isShell) throw new RequestRefused(answer.refusal);
      return this.#keep(openPlayed(name, (session) => refuse(session, true, answer.refusal), this.#note));
    }
    const { exchange } = answer;
    if (isCompanionRequest(exchange.service)) return this.#keep(this.#openCompanion(name, exchange));
    this.#timeline.asked(exchange);
    await paced(this.#parts, exchange.accepted_ms ?? exchange.end_ms, signal);
    if (exchange.end === "refused") throw new RequestRefused("closed");
    return this.#keep(
      openPlayed(
        name,
        async (session) => {
          try {
            await playExchange({ ...answer, own: this.#ownFiles.find(name) }, this.#parts, session);
            // In the pace `fast`, events during this exchange are played with the next request.
            if (this.#parts.pace === "recorded" && isWhole(exchange)) this.#timeline.answered(exchange);
          } catch (error) {
            if (!(error instanceof FoveaError) || !isShell) throw error;
            await refuse(session, true, `${error.code}: ${error.message}`);
          }
        },
        this.#note,
      ),
    );
  }

  #openCompanion(name: string, hello: RecordedExchange): ServiceStream {
    const parts = { ...this.#parts, playback: this.#playback, timeline: this.#timeline };
    return openPlayed(name, (session) => new PlayedCompanion(hello, parts, session).serve(), this.#note);
  }

  onChange(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Drops the transport; the host may connect again at once. */
  disconnect(): void {
    this.#connection += 1;
    for (const stream of this.#open) stream.close();
    this.#open.clear();
    this.#adbd?.dropAll();
    for (const watcher of [...this.#watchers]) watcher();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#timeline[Symbol.dispose]();
    this.disconnect();
    await this.#adbd?.close();
  }

  async #openOrNull(name: string, signal: AbortSignal): Promise<ServiceStream | null> {
    try {
      return await this.open(name, signal);
    } catch (error) {
      if (error instanceof RequestRefused) return null;
      throw error;
    }
  }

  #keep(stream: ServiceStream): ServiceStream {
    const kept: ServiceStream = {
      ...stream,
      close: () => {
        this.#open.delete(kept);
        stream.close();
      },
    };
    this.#open.add(kept);
    return kept;
  }

  readonly #note = (error: unknown): void => {
    this.#defects.push(error);
  };
}

/** The properties of the phone, from lines `[name]: [value]`. */
function propertiesIn(recording: PhoneRecording): ReadonlyMap<string, string> {
  const report = recording.exchanges.find(({ service }) => /^shell,v2,raw:getprop\b/.test(service));
  const text = report === undefined ? "" : recording.bytesOf(report, "stdout").toString("utf8");
  const found = text.split("\n").flatMap((line) => {
    const [, name, value = ""] = /^\[([^\]]+)\]: \[(.*)\]$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value] as const];
  });
  return new Map(found);
}
