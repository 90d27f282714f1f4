import { scaledTime } from "../../../packages/virtual-android/src/phone-time.js";
import { runCommandLine } from "../../../src/cli/run-command-line.js";
import { wrapDevice } from "../../../src/devices/device.js";
import { openDevices } from "../../../src/devices/devices.js";
import { capture } from "../capture-terminal.js";
import { startHostilePhone } from "../hostile/hostile-phone.js";
import { never } from "../never.js";
import { orDispose } from "../or-dispose.js";
import { startRealAdb } from "../real-adb.js";
import type { Caller, CallerKind, Said } from "./callers.js";
import { MADE, MadeApp } from "./made-app.js";
import type { MadePlace, MadePlaceOptions, Opened } from "./made-place.js";
import { newFolder, Product } from "./made-product.js";
import { makeApp } from "./make-app.js";

/** At this speed uiautomator's second without events takes 25 ms. */
const SPEED = 40;
const BOOT_MS = 1_000;

/** A place with the installed adb's own server, and the command line as users run it. */
export async function startRealMadePlace(options: MadePlaceOptions): Promise<MadePlace> {
  const open: Opened = [];
  const dispose = async () => {
    for (const close of open.splice(0).reverse()) await close();
  };
  const whole = { [Symbol.asyncDispose]: dispose };
  return await orDispose(whole, async () => ({ ...(await openPlace(options, open)), ...whole }));
}

async function openPlace({ apiLevel, usesCompanion, hasOldRule = false }: MadePlaceOptions, open: Opened) {
  const clock = scaledTime(SPEED);
  const app = new MadeApp(makeApp(() => 0.5));
  const moreApps = () => [app.app()];
  const onDevice = usesCompanion ? "enabled" : "absent";
  const hostile = await startHostilePhone(clock, { apiLevel, onDevice, moreApps, app: MADE, adbdPort: 0 });
  open.push(() => hostile[Symbol.asyncDispose]());
  const adb = await startRealAdb();
  open.push(() => adb[Symbol.asyncDispose]());
  const folder = newFolder(open);
  const address = `127.0.0.1:${hostile.device.adbdPort}`;
  const devices = openDevices({ port: adb.port, remoteTargets: [address], env: {} });
  open.push(() => devices[Symbol.asyncDispose]());
  const device = await devices.get(address, AbortSignal.timeout(60_000));
  const newDevice = () =>
    wrapDevice(device, async (name, signal) => {
      hostile.noteService(name);
      return await device.openService(name, signal);
    });
  const flags = ["--adb-port", String(adb.port), "--connect", address, "--state-dir", `${folder}/state`];
  // The command line does not accept a companion without a signature, so it uses dumps.
  const commandLine = () => realCommands([...flags, "--hierarchy-source", "uiautomator", "--action-timeout", "0"]);
  const product = new Product({ usesCompanion, hasOldRule, folder, newDevice, commandLine });
  open.push(() => product[Symbol.asyncDispose]());
  const pass = async (ms: number) => await clock.sleep(ms, never());
  await pass(BOOT_MS);
  return {
    ...{ app, hostile, usesCompanion, hasCompanionForCommands: false, apiLevel, pass },
    now: () => clock.nowMs(),
    during: async <T>(work: Promise<T>) => await work,
    restart: async () => await product.restart(),
    newCaller: async (kind: CallerKind) => await product.newCaller(kind),
  };
}

/** A caller that runs the real command line, each call in its own app context. */
function realCommands(flags: readonly string[]): Caller {
  return {
    ...{ kind: "cli", isKnown: false },
    call: async (tool, args = {}): Promise<Said> => {
      const { terminal, stdout, stderr } = capture();
      const words = [...wordsFor(tool, args), ...flags];
      const code = await runCommandLine({ words, terminal }, never());
      return { text: code === 0 ? stdout() : stderr(), isError: code !== 0 };
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

function wordsFor(tool: string, args: Readonly<Record<string, unknown>>): readonly string[] {
  const { details = [], target, text, ...more } = args;
  const asked = Array.isArray(details) ? details.flatMap((one) => ["--details", String(one)]) : [];
  const switches = Object.entries(more).flatMap(([name, value]) => (value === true ? [`--${name}`] : []));
  if (tool === "observe") return ["observe", ...asked];
  if (tool === "tap") return ["tap", String(target)];
  return ["type", String(text), "--target", String(target), ...switches];
}
