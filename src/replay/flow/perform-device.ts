import { givePermissions } from "../../actions/apps/give-permissions.js";
import { changePermissions } from "../../actions/apps/permissions.js";
import { setDisplay } from "../../actions/device/display.js";
import { setLocation } from "../../actions/device/location.js";
import { setNetwork } from "../../actions/device/network.js";
import { setOrientation } from "../../actions/device/orientation.js";
import { putSetting } from "../../actions/device/settings.js";
import type { ActResult } from "../../actions/proof/performed.js";
import { FoveaError, isFoveaError } from "../../base/errors.js";
import { askPhone } from "../../devices/phone.js";
import { darkTheme } from "../../devices/states/display-states.js";
import { airplaneMode } from "../../devices/states/network-states.js";
import type { Session } from "../../session/session.js";
import { addMedia } from "./add-media.js";
import { type Done, doneBy, LOOKED } from "./done.js";
import type { PermissionChange, PlainCommand } from "./flow.js";
import { legsOf } from "./travel.js";

/** Commands that change the device itself, or check its state. */
export type DeviceCommand = Extract<
  PlainCommand,
  {
    readonly kind: "permissions" | "orientation" | "darkMode" | "isDark" | "airplane" | "location" | "travel" | "media";
  }
>;

/** Performs a device command. Errors: those of the actions; EXPECTATION_FAILED. */
export async function performDeviceCommand(
  session: Session,
  command: DeviceCommand,
  signal: AbortSignal,
): Promise<Done> {
  switch (command.kind) {
    case "permissions":
      return await decided(session, command, signal);
    case "orientation":
      return doneBy(await turn(session, command.to, signal));
    case "darkMode":
      return doneBy(await setDisplay(session, { dark: command.isOn ?? !(await isDark(session, signal)) }, signal));
    case "isDark":
      if ((await isDark(session, signal)) === command.expected) return LOOKED;
      throw new FoveaError("EXPECTATION_FAILED", `the dark theme is ${command.expected ? "off" : "on"}`);
    case "airplane":
      return doneBy(await setNetwork(session, { airplane: await airplaneFor(session, command, signal) }, signal));
    case "media":
      return await addMedia(session, command, signal);
    case "location":
      return doneBy(await setLocation(session, { points: [command.at], pauseSeconds: 0 }, signal));
    case "travel":
      return await travel(session, command, signal);
  }
}

async function decided(
  session: Session,
  command: Extract<DeviceCommand, { readonly kind: "permissions" }>,
  signal: AbortSignal,
): Promise<Done> {
  const notes = await decideOn(session, command, signal);
  const isIdle = notes.every((note) => note.startsWith("! "));
  return { result: null, notes, ...(isIdle && { whyIdle: "nothing to do: no permission was changed" }) };
}

async function turn(
  session: Session,
  to: Extract<DeviceCommand, { readonly kind: "orientation" }>["to"],
  signal: AbortSignal,
): Promise<ActResult> {
  if (to === "portrait" || to === "landscape") return await setOrientation(session, to, signal);
  // The value is the number of counter-clockwise quarter turns from the panel's natural orientation.
  const value = to === "upside-down" ? "2" : "3";
  await putSetting(session, { name: "system/accelerometer_rotation", value: "0", allowed: [] }, signal);
  return await putSetting(session, { name: "system/user_rotation", value, allowed: [] }, signal);
}

/**
 * Whether the dark theme is on. Errors: FACT_UNKNOWN if the theme depends on the time of day: the device does not
 * report the present theme then.
 */
async function isDark(session: Session, signal: AbortSignal): Promise<boolean> {
  const mode = await darkTheme.read(await askPhone(session.device, signal), signal);
  if (mode === "yes" || mode === "no") return mode === "yes";
  const device = session.device.serial;
  throw new FoveaError("FACT_UNKNOWN", `${device} sets its theme by the time of day (${mode}): set the theme first`, {
    device,
  });
}

async function airplaneFor(
  session: Session,
  { isOn }: Extract<DeviceCommand, { readonly kind: "airplane" }>,
  signal: AbortSignal,
): Promise<"on" | "off"> {
  const isWanted = isOn ?? (await airplaneMode.read(await askPhone(session.device, signal), signal)) !== "on";
  return isWanted ? "on" : "off";
}

async function travel(
  session: Session,
  { points, metresPerSecond }: Extract<DeviceCommand, { readonly kind: "travel" }>,
  signal: AbortSignal,
): Promise<Done> {
  const notes: string[] = [];
  let last: ActResult | null = null;
  for (const leg of legsOf(points, metresPerSecond)) {
    if (last) notes.push(last.did);
    last = await setLocation(session, leg, signal);
  }
  return { result: last, notes };
}

/**
 * Changes the permissions of an app; gives notes. As in Maestro, a permission that the app does not request is skipped,
 * but with a note.
 */
export async function decideOn(
  session: Session,
  { appId, permissions }: { readonly appId: string; readonly permissions: readonly PermissionChange[] },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const { name, isGiven, said } of permissions) {
    const names = [name.toLowerCase() === "medialibrary" ? "photos" : name];
    const request = { package: appId, grant: isGiven ? names : [], revoke: isGiven ? [] : names, reset: false };
    if (!KNOWN.has(said)) notes.push(`! ${name}: "${said}" takes the permission away, as in Maestro`);
    try {
      notes.push((await changePermissions(session, request, signal)).did);
    } catch (error) {
      if (!isFoveaError(error, "PERMISSION_NOT_REQUESTED")) throw error;
      notes.push(`! ${error.message}: skipped, as in Maestro`);
    }
  }
  return notes;
}

const KNOWN: ReadonlySet<string> = new Set(["allow", "deny", "unset"]);

/** Grants all requested permissions, as Maestro does for a launch without `permissions`. */
export async function giveAll(session: Session, appId: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const given = await givePermissions(session, appId, signal);
    return given === null ? [] : [`${given.did}, as Maestro does if a flow names none`];
  } catch (error) {
    if (!isFoveaError(error, "NOT_THIS_FORMAT") && !isFoveaError(error, "SHELL_FAILED")) throw error;
    return [`! its permissions stay as they are: ${error.message}`];
  }
}
