import { FoveaError } from "../../../src/base/errors.js";
import { withDeadline } from "../../../src/base/signals.js";
import { screenshotTransport } from "../../../src/cli/hardware/checks/screenshot-transport.js";
import { signApk } from "../../../src/devices/companion/apk/sign-apk.js";
import { readServiceApk } from "../../../src/devices/companion/prebuilts.js";
import { removeSetup } from "../../../src/devices/companion/remove.js";
import { setUp } from "../../../src/devices/companion/setup.js";
import { testSigner } from "../apk/test-signer.js";
import { useCompanions } from "../companion-ways.js";
import { never } from "../never.js";
import type { Rig } from "./rig.js";
import { type Row, tool, work } from "./row.js";

/** The time limit of the check, in place of two minutes. */
const CHECK_MS = 8_000;
const FORM = { app: "com.fovea.form" };
const openForm = tool("open_app", { package: "com.fovea.form" });
const ourApk = signApk(readServiceApk(), testSigner());

/** Reconnects the device, so that Fovea asks for everything again, as after the phone is plugged in. */
async function plugAgain(rig: Rig): Promise<void> {
  await rig.adb.run("disconnect");
}

/** Services that the adb server answers itself. */
const OF_SERVER: readonly Row[] = [
  {
    id: "devices",
    service: "`host:devices-l`",
    usedBy: "every call",
    place: { at: "server", request: /^host:devices-l/ },
    options: {},
    withinMs: 10_000,
    call: tool("list_devices"),
  },
  {
    id: "track",
    service: "`host:track-devices-l`",
    usedBy: "in the background",
    place: { at: "server", request: /^host:track-devices/ },
    options: {},
    withinMs: 10_000,
    call: async (rig) => {
      await rig.loseTracker();
      return await tool("list_devices")(rig);
    },
  },
  {
    id: "connect",
    service: "`host:connect`",
    usedBy: "every call to a phone in the network that is not connected",
    place: { at: "server", request: /^host:connect:/ },
    options: {},
    withinMs: 15_000,
    prepare: plugAgain,
    call: tool("screenshot"),
  },
  {
    id: "features",
    service: "`host-serial:…:features`",
    usedBy: "the first call to a phone",
    place: { at: "server", request: /:features$/ },
    options: {},
    withinMs: 15_000,
    prepare: plugAgain,
    call: tool("screenshot"),
  },
  {
    id: "transport",
    service: "`host:transport`",
    usedBy: "every service of a phone",
    place: { at: "server", request: /^host:transport:/ },
    options: FORM,
    withinMs: 22_000,
    call: tool("screenshot"),
  },
  {
    id: "version",
    service: "`host:version`",
    usedBy: "`fovea doctor`",
    place: { at: "server", request: /^host:version/ },
    options: {},
    withinMs: 5_000,
    call: work(async (_device, rig) => await rig.product.devices.serverVersion(never())),
  },
];

const OF_SHELL: readonly Row[] = [
  {
    id: "boot report",
    service: "`getprop`",
    usedBy: "the first call to a phone",
    place: { at: "phone", service: "raw:getprop", command: "^getprop", cutAt: 300 },
    options: {},
    withinMs: 15_000,
    prepare: plugAgain,
    call: tool("list_devices"),
  },
  {
    id: "window",
    service: "`dumpsys window`",
    usedBy: "`observe` and all that acts",
    place: { at: "phone", service: "raw:dumpsys.* window ", command: "^dumpsys .* window ", cutAt: 300 },
    options: FORM,
    withinMs: 20_000,
    call: tool("observe"),
    prepare: openForm,
  },
  {
    id: "uiautomator",
    service: "`uiautomator dump`",
    usedBy: "`observe` without the companion",
    place: { at: "phone", service: "uiautomator", command: "^uiautomator|^cat /data/local/tmp/FOVEA", cutAt: 300 },
    options: { ...FORM, config: { hierarchyCache: "off" } },
    withinMs: 32_000,
    call: tool("observe"),
    prepare: openForm,
  },
  {
    id: "screencap",
    service: "`screencap`",
    usedBy: "`screenshot`, pictures of `observe`",
    place: { at: "phone", service: "screencap", command: "^screencap", cutAt: 10_000 },
    options: FORM,
    withinMs: 22_000,
    call: tool("screenshot"),
    prepare: openForm,
  },
  {
    id: "exec",
    service: "`exec:screencap`",
    usedBy: "`fovea doctor --verify-hardware`",
    place: { at: "phone", service: "^exec:", command: "^screencap", cutAt: 10_000 },
    options: FORM,
    withinMs: 15_000,
    call: work(async (device, { product }) => {
      const context = { session: product.sessions.of(device), facts: await device.facts(never()) };
      const run = async (limit: AbortSignal) => await screenshotTransport.run(context, limit);
      const { measured, note } = await withDeadline(CHECK_MS, "the check", run, never());
      if (measured["pixelFormat"] === null) throw new FoveaError("SCREENSHOT_FAILED", note ?? "");
    }),
    prepare: openForm,
  },
  {
    id: "gfxinfo",
    service: "`dumpsys gfxinfo`",
    usedBy: "`observe` with `frame_stats`",
    place: { at: "phone", service: "gfxinfo", command: "^dumpsys .*gfxinfo", cutAt: 300 },
    options: FORM,
    withinMs: 20_000,
    call: tool("observe", { frame_stats: "read" }),
    prepare: openForm,
  },
  {
    id: "input",
    service: "`input`",
    usedBy: "`tap`, `swipe`, `type_text`, `press_key` …",
    place: { at: "phone", service: "'?input'? '?tap", command: "^(cmd )?input tap", cutAt: 0 },
    options: FORM,
    withinMs: 60_000,
    call: tool("tap", { target: 'radio "Plus"' }),
    prepare: async (rig) => {
      await openForm(rig);
      await tool("tap", { target: 'radio "Team"' })(rig);
    },
  },
  {
    id: "am start",
    service: "`am start`",
    usedBy: "`open_app`, `open_url`",
    place: { at: "phone", service: "am'? '?start", command: "^(cmd activity|am) start", cutAt: 20 },
    options: FORM,
    withinMs: 60_000,
    call: tool("open_app", { package: "com.fovea.notes" }),
    prepare: openForm,
  },
  {
    id: "am force-stop",
    service: "`am force-stop`",
    usedBy: "`close_app`",
    place: { at: "phone", service: "force-stop", command: "^(cmd activity|am) force-stop", cutAt: 0 },
    options: FORM,
    withinMs: 60_000,
    call: tool("close_app", { package: "com.fovea.form" }),
    prepare: openForm,
  },
  {
    id: "packages",
    service: "`cmd package list`",
    usedBy: "`list_apps`",
    place: { at: "phone", service: "list packages", command: "^cmd package list", cutAt: 90 },
    options: FORM,
    withinMs: 30_000,
    call: tool("list_apps"),
  },
  {
    id: "crash log",
    service: "`logcat -b crash`",
    usedBy: "what acts, after an app went away",
    place: { at: "phone", service: "logcat", command: "^logcat", cutAt: 10 },
    options: FORM,
    withinMs: 60_000,
    call: tool("press_key", { key: "home" }),
    prepare: openForm,
  },
  {
    id: "install",
    service: "`cmd package install -S`, the package on standard input",
    usedBy: "`fovea setup`",
    place: { at: "phone", service: "package'? '?install", command: "^cmd package install", cutAt: 3 },
    options: { speed: 10 },
    withinMs: 30_000,
    call: work(async (device) => {
      await setUp(
        device,
        { apk: ourApk, client: "test", timing: { installMs: 4_000, bindMs: 3_000, offMs: 50, longOffMs: 100 } },
        never(),
      );
    }),
    prepare: work(async (device) => await removeSetup(device, { apk: ourApk }, never())),
  },
];

/** Makes Fovea connect to the companion again. */
async function forgetCompanion(rig: Rig): Promise<void> {
  await openForm(rig);
  await rig.closeCompanion();
  await plugAgain(rig);
}

/** Removes the jar, as on a phone that Fovea has never used. */
async function withoutJar(rig: Rig): Promise<void> {
  await forgetCompanion(rig);
  const { files } = rig.product.phone;
  for (const name of files.list(FOLDER).filter((one) => one.startsWith("fovea"))) files.remove(`${FOLDER}/${name}`);
}

const FOLDER = "/data/local/tmp";

const IN_SHELL = { link: useCompanions({ companion: "shell" }), speed: 10 };

const OF_STREAMS: readonly Row[] = [
  {
    id: "sync",
    service: "`sync:`",
    usedBy:
      "`observe` with the companion in adb's shell, the first time; `fovea setup` where packages cannot be streamed",
    place: { at: "phone", service: "^sync:", cutAt: 0 },
    options: { ...FORM, ...IN_SHELL },
    withinMs: 60_000,
    lasting: 2,
    remembers: true,
    prepare: withoutJar,
    call: tool("observe", { fresh: true }),
  },
  {
    id: "shell host",
    service: "`app_process`",
    usedBy: "`observe` with the companion in adb's shell, the first time",
    place: { at: "phone", service: "app_process", command: "^app_process", cutAt: 10 },
    options: { ...FORM, ...IN_SHELL },
    withinMs: 60_000,
    lasting: 2,
    remembers: true,
    prepare: forgetCompanion,
    call: tool("observe", { fresh: true }),
  },
  {
    id: "on-device",
    service: "`localabstract:`",
    usedBy: "`observe` and what acts, with the companion",
    place: { at: "phone", service: "^localabstract:", cutAt: 100 },
    options: { ...FORM, onDevice: "enabled", link: useCompanions(), speed: 10 },
    withinMs: 32_000,
    lasting: 1,
    remembers: true,
    call: tool("observe", { fresh: true }),
    prepare: forgetCompanion,
  },
];

export const ROWS: readonly Row[] = [...OF_SERVER, ...OF_SHELL, ...OF_STREAMS];
