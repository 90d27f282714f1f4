import { FoveaError } from "../../src/base/errors.js";
import type { Device, DeviceFacts, ServiceStream } from "../../src/devices/device.js";
import { verifyV2 } from "./apk/verify-v2.js";
import { BridgedStream } from "./bridged-stream.js";
import { type FakeStream, packet } from "./fake-stream.js";
import { type PushedFile, serveSync } from "./fake-sync.js";
import { serveOnDevice } from "./serve-companion.js";
import { SetupShell } from "./setup-shell.js";

/** The output of a program. */
export interface Said {
  readonly stdout?: string | Buffer;
  readonly stderr?: string;
  readonly exitCode?: number;
}

export const OURS = "dev.fovea.service/.FoveaAccessibilityService";
const SOCKET = "dev.fovea.service.u";

/**
 * The parts of a phone that the set-up uses: packages with checked signatures, settings of users, accessibility
 * services that are bound or not, and shell answers that a test can replace with those of real phones.
 */
export class SetupPhone implements Device {
  readonly serial = "phone-1";
  user = 0;
  apiLevel = 34;
  manufacturer = "Google";
  /** The companion's base.apk; null if it is not installed. */
  apk: Buffer | null = null;
  /** By user and name, for example `0 accessibility_enabled`. */
  readonly settings = new Map<string, string>();
  readonly files = new Map<string, PushedFile>();
  /** Whether Android binds the service once it is installed and enabled. */
  binds: (phone: SetupPhone) => boolean = () => true;
  /** Whether Android lists the service as crashed; what `ps` and `dumpsys` show of a UiAutomation; the app-op. */
  isCrashed = false;
  automation: string | null = null;
  appOp = "default";
  /** The epoch of another program that listens on the service's socket; null if there is none. */
  impostorEpoch: string | null = null;
  epoch = "00112233445566aa";
  installs = 0;
  switchOffs = 0;
  activityStarts = 0;
  readonly commands: string[] = [];
  /** Gives an answer that replaces the phone's own; `hang`: the phone never answers. */
  script: (command: string) => Said | "hang" | undefined = () => undefined;
  readonly #shell = new SetupShell(this);

  get isBound(): boolean {
    const isOn = this.settings.get(`${this.user} accessibility_enabled`) === "1";
    const list = this.settings.get(`${this.user} enabled_accessibility_services`) ?? "";
    return (
      this.apk !== null && isOn && list.includes("dev.fovea.service/") && this.automation === null && this.binds(this)
    );
  }

  /** Installs an APK. Gives the package manager's error; null if it was installed. */
  install(apk: Buffer): string | null {
    let certificate: string;
    try {
      certificate = verifyV2(apk).fingerprint256;
    } catch {
      return "INSTALL_PARSE_FAILED_NO_CERTIFICATES: Failed to collect certificates";
    }
    if (this.apk !== null && verifyV2(this.apk).fingerprint256 !== certificate)
      return "INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package dev.fovea.service signatures do not match newer version; ignoring!";
    this.apk = apk;
    this.installs += 1;
    return null;
  }

  async facts(): Promise<DeviceFacts> {
    const { manufacturer, apiLevel } = this;
    const unknown = { model: null, hardwareSerial: null, release: null, bootId: null, isEmulator: false };
    return { ...unknown, manufacturer, apiLevel, features: new Set(["shell_v2", "cmd"]) };
  }

  async openService(name: string, signal: AbortSignal): Promise<ServiceStream> {
    signal.throwIfAborted();
    const bridge = new BridgedStream(signal);
    const work = this.serve(name, bridge.device);
    if (work !== null) return bridge;
    throw new FoveaError("SERVICE_REFUSED", `${this.serial} refused "${name}": closed`);
  }

  /** Serves an adb service on a stream until its end; null if there is no service with this name. */
  serve(name: string, stream: FakeStream): Promise<void> | null {
    const shell = /^shell,v2,raw:([\s\S]*)$/.exec(name)?.[1];
    if (shell !== undefined) return this.#runShell(shell, stream.accept());
    if (name === "sync:") return serveSync({ files: this.files, options: {} }, stream.accept());
    return this.#listens(name) ? serveOnDevice(stream.accept(), this.impostorEpoch ?? this.epoch) : null;
  }

  #listens(name: string): boolean {
    return name === `localabstract:${SOCKET}${this.user}` && (this.isBound || this.impostorEpoch !== null);
  }

  async #runShell(text: string, stream: FakeStream): Promise<void> {
    this.commands.push(text);
    const said = this.script(text) ?? (await this.#shell.run(text, stream));
    if (said === "hang") return void (await stream.read(Number.POSITIVE_INFINITY));
    if (said.stdout) await stream.write(packet(1, Buffer.from(said.stdout)));
    if (said.stderr) await stream.write(packet(2, Buffer.from(said.stderr)));
    await stream.write(packet(3, Buffer.from([said.exitCode ?? 0])));
  }
}
