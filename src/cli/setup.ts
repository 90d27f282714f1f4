import { openFovea } from "../app/open-app.js";
import { packageVersion } from "../base/assets.js";
import { requireActing } from "../base/read-only.js";
import { signApk } from "../devices/companion/apk/sign-apk.js";
import { findSignedService } from "../devices/companion/our-ways.js";
import { readServiceApk } from "../devices/companion/prebuilts.js";
import { removeSetup } from "../devices/companion/remove.js";
import type { SetupStep } from "../devices/companion/setup/steps.js";
import { setUp } from "../devices/companion/setup.js";
import { ensureSigningKey, type KeyPlace } from "../devices/companion/signing-key.js";
import type { Device } from "../devices/device.js";
import { type Command, readCommandLine } from "./command.js";
import { EXIT, printJson, printText } from "./output.js";

const USAGE = `fovea setup [DEVICE] [--json]: installs the companion, so that screens are read in milliseconds
fovea setup [DEVICE] --remove [--json]: uninstalls it

It installs dev.fovea.service, signed with this host's own key, allows it to be an accessibility service, and adds it to
the enabled ones; other services are not changed. More in docs/companion.md.`;

const FLAGS = { json: { type: "boolean" }, help: { type: "boolean" }, remove: { type: "boolean" } } as const;

/** Installs the companion on a device, or removes it; reports each step as it happens. */
export const setup: Command = async (call, signal) => {
  const { terminal, config, positionals, flags } = readCommandLine(call, FLAGS, 1);
  if (flags["help"]) {
    printText(terminal, USAGE);
    return EXIT.done;
  }
  requireActing("fovea setup", config);
  await using app = await openFovea(config);
  const device = await app.devices.get(positionals[0], signal);
  const asJson = flags["json"] === true;
  const run: SetupRun = { device, place: config, onStep: (step) => asJson || printText(terminal, renderStep(step)) };
  const report = await (flags["remove"] ? remove(run, signal) : install(run, signal));
  if (asJson) printJson(terminal, report);
  else
    printText(
      terminal,
      flags["remove"] ? `${device.serial} is as it was before the setup` : `${device.serial} is set up`,
    );
  return EXIT.done;
};

export interface SetupRun {
  readonly device: Device;
  /** Where the key is, or is created. */
  readonly place: KeyPlace;
  readonly onStep: (step: SetupStep) => void;
}

/** Installs the companion on a device, signed with this host's key. Errors: those of setUp, SIGNING_KEY_UNUSABLE. */
export async function install({ device, place, onStep }: SetupRun, signal: AbortSignal): Promise<object> {
  const apk = signApk(readServiceApk(), await ensureSigningKey(place));
  return await setUp(device, { apk, client: `fovea ${packageVersion()}`, onStep }, signal);
}

/** Creates no key: without a key no companion on the device can be from this host. */
async function remove({ device, place, onStep }: SetupRun, signal: AbortSignal): Promise<object> {
  return await removeSetup(device, { apk: await findSignedService(place), onStep }, signal);
}

/** One step as a line for people. */
export function renderStep({ name, outcome, detail }: SetupStep): string {
  return `${name.padEnd(9)}  ${(outcome === "begins" ? "…" : outcome).padEnd(7)}  ${detail}`;
}
