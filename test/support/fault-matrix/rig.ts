import { MemoryFiles } from "../../../packages/virtual-android/src/files.js";
import { pollUntil } from "../../../src/base/signals.js";
import { SMALL } from "../drive.js";
import { connectMcp, type McpLink } from "../mcp-link.js";
import { orDispose } from "../or-dispose.js";
import { type Product, type ProductOptions, startProduct } from "../product.js";
import { type RealAdb, startRealAdb } from "../real-adb.js";
import { type AdbProxy, startAdbProxy } from "./adb-proxy.js";

/** The resources that Fovea holds for a phone. */
export interface Usage {
  /** Connections to the adb server, except for those that track devices. */
  readonly connections: number;
  readonly trackers: number;
  /** Streams that are open on the phone. */
  readonly streams: number;
  /** Processes on the phone that were started over adb. */
  readonly processes: number;
  /** Processes on this host that Fovea started. */
  readonly spawned: number;
}

/** Fovea, a proxy that sees all its adb traffic, a real adb server, and a virtual phone. */
export class Rig implements AsyncDisposable {
  readonly product: Product;
  readonly mcp: McpLink;
  readonly adb: RealAdb;
  readonly proxy: AdbProxy;
  /** How many times faster than real the phone's time runs. */
  readonly speed: number;
  /** The current start of the adb server, or the last one. */
  restarting: Promise<void> = Promise.resolve();
  #isGone = false;
  #killing: Promise<unknown> = Promise.resolve();

  constructor(parts: Pick<Rig, "product" | "mcp" | "adb" | "proxy" | "speed">) {
    this.product = parts.product;
    this.mcp = parts.mcp;
    this.adb = parts.adb;
    this.proxy = parts.proxy;
    this.speed = parts.speed;
  }

  usage(): Usage {
    const { counts } = this.product.device.log;
    return {
      connections: this.proxy.openConnections,
      trackers: this.proxy.trackers,
      streams: counts.openServices,
      processes: counts.liveProcesses,
      spawned: this.product.devices.hostSpawns,
    };
  }

  /** Ends the adb server as a crash does; then no program listens on its port. */
  killServer(): void {
    this.#isGone = true;
    this.#killing = Promise.all([this.proxy.close(), this.adb.kill()]);
  }

  /** Starts the adb server again, after it has ended. */
  async startServer(): Promise<void> {
    if (!this.#isGone) return;
    this.#isGone = false;
    await this.#killing;
    await this.adb.start();
    await this.proxy.listen();
  }

  /** Turns the screen on as a user does, and keeps it on. */
  keepAwake(): void {
    this.product.phone.putSetting("global", "stay_on_while_plugged_in", "7");
    this.product.phone.putSetting("system", "screen_off_timeout", "2147483647");
  }

  /** Makes Fovea forget that there was no companion, which it remembers for five seconds. */
  async closeCompanion(): Promise<void> {
    const { onDevice } = await this.product.session();
    onDevice.dumping({ alongside: false })[Symbol.dispose]();
    onDevice.reconsider();
  }

  /** Cuts the connection that tracks devices; resolves when Fovea has opened a new one, or has tried to. */
  async loseTracker(): Promise<void> {
    const count = () => this.proxy.requests.filter((request) => request.startsWith("host:track-devices")).length;
    const before = count();
    this.proxy.dropTrackers();
    await pollUntil(() => (count() > before ? true : undefined), 5, AbortSignal.timeout(60_000));
  }

  setStorageFull(isFull: boolean): void {
    const { files } = this.product.phone;
    if (files instanceof MemoryFiles) files.setFull(isFull);
  }

  /** Resolves when the phone has booted and answers. */
  async phoneIsBack(): Promise<void> {
    const { device, phone } = this.product;
    const isBack = () =>
      device.state === "device" && phone.state().properties.get("sys.boot_completed") === "1" ? true : undefined;
    await pollUntil(isBack, 5, AbortSignal.timeout(60_000));
    this.keepAwake();
  }

  /** Resolves when the adb server has noticed that the phone accepts its key again. */
  async serverHasHeard(): Promise<void> {
    const hasHeard = async () => {
      const { stdout } = await this.adb.run("devices");
      return /\t(?:unauthorized|authorizing)$/m.test(stdout.toString()) ? undefined : true;
    };
    await pollUntil(hasHeard, 20, AbortSignal.timeout(60_000));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.mcp[Symbol.asyncDispose]();
    await this.product[Symbol.asyncDispose]();
    await this.proxy[Symbol.asyncDispose]();
    await this.adb[Symbol.asyncDispose]();
  }
}

export async function startRig(options: ProductOptions = {}): Promise<Rig> {
  const { speed = SMALL.speed } = options;
  const adb = await startRealAdb();
  return await orDispose(adb, async () => {
    const proxy = await startAdbProxy(adb.port);
    return await orDispose(proxy, async () => {
      const product = await startProduct({ ...SMALL, apiLevel: 34, ...options, route: { adbPort: proxy.port } });
      return await orDispose(product, async () => {
        const rig = new Rig({ product, mcp: await connectMcp(product), adb, proxy, speed });
        rig.keepAwake();
        return rig;
      });
    });
  });
}
