import { startVirtualPhone } from "../../packages/virtual-android/src/start-virtual-phone.js";
import { signApk } from "../../src/devices/companion/apk/sign-apk.js";
import { readServiceApk } from "../../src/devices/companion/prebuilts.js";
import { ensureSigningKey } from "../../src/devices/companion/signing-key.js";
import { FARM_APP, type FarmApp, farmApp } from "../../test/support/farm/farm-app.js";

/**
 * Some virtual phones in their own process, so that they do not slow the measured program. Started with an IPC
 * channel: reports the phones once they run, then answers each message with the counts of each phone.
 */

/** The phones, from the command line: `node phones.js FIRST COUNT API STATE_DIR|-`. */
const [first = 0, count = 0, apiLevel = 33] = process.argv.slice(2, 5).map(Number);
/** The folder of the key that the companion is signed with; `-` for phones without one. */
const stateDir = process.argv[5] ?? "-";

/** The counts of a phone since its start. */
export interface PhoneTally {
  readonly phone: number;
  readonly taps: number;
  readonly servicesOpened: number;
  readonly processesStarted: number;
  readonly liveProcesses: number;
  readonly openServices: number;
}

async function serviceApk(): Promise<Uint8Array | null> {
  if (stateDir === "-") return null;
  return signApk(readServiceApk(), await ensureSigningKey({ stateDir, signingKey: undefined })).bytes;
}

async function startOne(phone: number, apk: Uint8Array | null) {
  const app = farmApp(phone);
  const { device } = await startVirtualPhone({
    apiLevel,
    seed: phone + 1,
    serialNumber: `FARM${String(phone).padStart(3, "0")}`,
    animationScale: 0,
    app: FARM_APP,
    moreApps: () => [app.make()],
    ...(apk && { installed: [{ apk, accessibility: true }] }),
  });
  return { phone, app, device };
}

function tallyOf({ phone, app, device }: Awaited<ReturnType<typeof startOne>>): PhoneTally {
  const { taps }: FarmApp = app;
  return { phone, taps, ...device.log.counts };
}

const apk = await serviceApk();
const phones: Awaited<ReturnType<typeof startOne>>[] = [];
for (let at = 0; at < count; at += 1) phones.push(await startOne(first + at, apk));
process.on("message", () => process.send?.({ tallies: phones.map(tallyOf) }));
process.on("disconnect", () => process.exit(0));
process.send?.({ phones: phones.map(({ phone, device }) => ({ phone, serial: `127.0.0.1:${device.adbdPort}` })) });
