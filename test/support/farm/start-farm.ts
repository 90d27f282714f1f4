import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scaledTime } from "../../../packages/virtual-android/src/phone-time.js";
import { startVirtualPhone } from "../../../packages/virtual-android/src/start-virtual-phone.js";
import { startVirtualAdbServer } from "../../../packages/virtual-android/src/virtual-adb-server.js";
import type { VirtualDevice } from "../../../packages/virtual-android/src/virtual-device.js";
import { readConfig } from "../../../src/base/config.js";
import type { Device } from "../../../src/devices/device.js";
import { openDevices } from "../../../src/devices/devices.js";
import { cacheOptions } from "../../../src/hierarchy-cache/limits.js";
import { openReadingThreads } from "../../../src/observe/reading/reading.js";
import { Recorder } from "../../../src/recorder/recorder.js";
import { Consents } from "../../../src/server/consents.js";
import { Guard } from "../../../src/server/guard/guard.js";
import type { ServerParts } from "../../../src/server/tool-context.js";
import { Sessions } from "../../../src/session/sessions.js";
import { useCompanions } from "../companion-ways.js";
import type { FarmPhone } from "./drive.js";
import { FARM_APP, type FarmApp, farmApp } from "./farm-app.js";

export interface TestFarmPhone extends FarmPhone {
  readonly device: VirtualDevice;
  readonly app: FarmApp;
}

/** Several small phones behind one adb server, all in this process, and the parts of a server for them. */
export interface TestFarm extends ServerParts, AsyncDisposable {
  readonly phones: readonly TestFarmPhone[];
}

/** Every fourth phone has no companion. `goneMs`: see DevicesOptions. */
export async function startFarm(count: number, goneMs: number): Promise<TestFarm> {
  const folder = mkdtempSync(join(tmpdir(), "fovea-farm-"));
  const phones = await Promise.all(Array.from({ length: count }, (_, at) => startOne(at + 1)));
  const server = await startVirtualAdbServer({ devices: phones });
  const config = { ...readConfig({}, {}), outputDir: join(folder, "output"), stateDir: join(folder, "state") };
  const workers = openReadingThreads();
  const sessions = new Sessions(config.stateDir, { onDevice: useCompanions(), cache: cacheOptions(config), workers });
  const recorder = new Recorder(config);
  const onLetGo = (device: Device) => sessions.letGo(device);
  const devices = openDevices({ port: server.port, env: {}, goneMs, onLetGo });
  const end = async () => {
    await devices[Symbol.asyncDispose]();
    sessions[Symbol.dispose]();
    await workers[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    for (const { device } of phones) await device[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    config,
    devices,
    sessions,
    consents: new Consents(),
    guard: new Guard(config, "serve"),
    recorder,
    phones,
    [Symbol.asyncDispose]: end,
  };
}

async function startOne(phone: number): Promise<TestFarmPhone> {
  const app = farmApp(phone);
  const serial = `FARM${phone}`;
  const { device } = await startVirtualPhone({
    // The first phone's screenshots are so large that a thread reads them.
    size: phone === 1 ? { width: 540, height: 1200 } : { width: 360, height: 800 },
    density: phone === 1 ? 210 : 140,
    apiLevel: 34,
    seed: phone,
    serialNumber: serial,
    animationScale: 0,
    clock: scaledTime(10),
    app: FARM_APP,
    moreApps: () => [app.make()],
    onDevice: phone % 4 === 0 ? "absent" : "enabled",
  });
  return { phone, serial, device, app };
}
