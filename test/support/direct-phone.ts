import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startVirtualPhone, type VirtualPhoneOptions } from "../../packages/virtual-android/src/start-virtual-phone.js";
import type { VirtualDevice } from "../../packages/virtual-android/src/virtual-device.js";
import type { VirtualPhone } from "../../packages/virtual-android/src/virtual-phone.js";
import { FoveaError } from "../../src/base/errors.js";
import { askBootReport } from "../../src/devices/boot-report.js";
import type { Device, DeviceFacts, ServiceStream } from "../../src/devices/device.js";
import type { CacheOptions } from "../../src/hierarchy-cache/limits.js";
import { observe } from "../../src/observe/observe.js";
import { OBSERVE_ALL, type ObserveRequest } from "../../src/observe/observe-request.js";
import type { Observation } from "../../src/screen/observation.js";
import type { Session } from "../../src/session/session.js";
import { Sessions } from "../../src/session/sessions.js";
import { JumpingTime } from "./jumping-time.js";
import { never } from "./never.js";

/** A session with a virtual phone without an adb server: a thousand observations take only seconds. */
export interface DirectPhone extends AsyncDisposable {
  readonly session: Session;
  readonly phone: VirtualPhone;
  readonly device: VirtualDevice;
  readonly time: JumpingTime;
  /** One observation in the phone's time: of everything, unless `request` says otherwise. */
  observe(request?: Partial<ObserveRequest>): Promise<Observation>;
}

/** Longer than the transitions at the start. */
const REST_MS = 1000;

/** Starts a direct phone; its clock only moves while work waits for it, see {@link JumpingTime.during}. */
export async function startDirectPhone(
  options: VirtualPhoneOptions = {},
  cache: CacheOptions | null = null,
): Promise<DirectPhone> {
  const time = new JumpingTime();
  const { device, phone } = await startVirtualPhone({ animationScale: 0, adbdPort: null, ...options, clock: time });
  const folder = mkdtempSync(join(tmpdir(), "fovea-test-"));
  const session = new Sessions(folder, { cache }).of(directDevice(device));
  await time.pass(REST_MS);
  return {
    session,
    observe: async (request) => {
      const { observation } = await time.during(observe(session, { ...OBSERVE_ALL, ...request }, never()));
      return observation;
    },
    phone,
    device,
    time,
    [Symbol.asyncDispose]: async () => {
      await device[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The phone as a device of an adb server. */
export function directDevice(device: VirtualDevice): Device {
  let report: Promise<DeviceFacts> | undefined;
  const direct: Device = {
    serial: device.serial,
    openService: async (name, signal) => {
      const stream = await device.open(name, signal);
      if (!stream) throw new FoveaError("SERVICE_REFUSED", `${device.serial} refused ${name}`);
      const ended = new AbortController();
      return new DirectStream(stream, AbortSignal.any([signal, ended.signal]), () => ended.abort());
    },
    facts: async (signal) => {
      report ??= askBootReport(direct, new Set(device.features), signal).then(({ facts }) => facts);
      return await report;
    },
  };
  return direct;
}

type DeviceStream = NonNullable<Awaited<ReturnType<VirtualDevice["open"]>>>;

class DirectStream implements ServiceStream {
  readonly #stream: DeviceStream;
  readonly #signal: AbortSignal;
  readonly #end: () => void;

  constructor(stream: DeviceStream, signal: AbortSignal, end: () => void) {
    this.#stream = stream;
    this.#signal = signal;
    this.#end = end;
    signal.addEventListener("abort", () => stream.close(), { once: true });
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#stream.write(bytes, this.#signal);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, void> {
    for (;;) {
      const chunk = await this.#stream.read(65_536, this.#signal);
      if (chunk === null) return;
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    }
  }

  close(): void {
    this.#end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end();
  }
}
