import { FoveaError, isFoveaError } from "../../base/errors.js";
import { pollUntil } from "../../base/signals.js";
import { type InstalledApp, readInstalledApp } from "../../devices/installed-app.js";
import { askPhone, type Phone } from "../../devices/phone.js";
import { normaliseLabel, quoteLabel } from "../../screen/label.js";
import type { Session } from "../../session/session.js";
import { notInstalled } from "./apps.js";

/** The version of an app, as the app itself states it. */
export interface AppVersion {
  readonly versionName: string | null;
  readonly versionCode: string | null;
}

/** The result of a change of an app. */
export interface AppChange {
  /** What was done, in the past tense, with the version. */
  readonly did: string;
  readonly package: string;
  readonly device: string;
  /** The version before; null if it was not installed. */
  readonly before: AppVersion | null;
  /** The version now; null if it is not installed. */
  readonly after: AppVersion | null;
  /**
   * `confirmed` if the device shows the change, independently of the program that made it; `unconfirmed` if nothing on
   * the device shows it.
   */
  readonly proof: "confirmed" | "unconfirmed";
  /** The evidence, or what could be checked; at least one entry. */
  readonly evidence: readonly string[];
}

/** What is known of an app before it is changed. */
export interface KnownApp {
  readonly phone: Phone;
  /** The device's own serial number: an adb serial may later belong to another device. */
  readonly hardwareSerial: string | null;
  readonly packageName: string;
  readonly installed: InstalledApp | null;
}

/** Reads an app on the device of a session. Errors: as askPhone and readInstalledApp. */
export async function lookAtApp(session: Session, packageName: string, signal: AbortSignal): Promise<KnownApp> {
  const phone = await askPhone(session.device, signal);
  const { hardwareSerial } = await session.device.facts(signal);
  return { phone, hardwareSerial, packageName, installed: await readInstalledApp(phone, packageName, signal) };
}

/** What the user agrees to by agreeing to a change of an app: this phone, this user, this version. */
export function agreedFacts({ phone, hardwareSerial, installed }: KnownApp): readonly string[] {
  const version = installed && [installed.versionCode, installed.versionName, installed.isSystem];
  return [phone.device.serial, hardwareSerial ?? "", String(phone.user), JSON.stringify(version)];
}

/** Reads the app again, right before the change. Errors: CONSENT_STALE if it differs from the plan; as lookAtApp. */
export async function requireSameApp(session: Session, planned: KnownApp, signal: AbortSignal): Promise<KnownApp> {
  const known = await lookAtApp(session, planned.packageName, signal);
  if (agreedFacts(known).join("\n") === agreedFacts(planned).join("\n")) return known;
  const device = session.device.serial;
  const what = `${planned.packageName} on ${device} changed after the action was planned`;
  throw new FoveaError("CONSENT_STALE", `nothing was done: ${what}`, { device });
}

/** The installed app. Errors: APP_NOT_FOUND. */
export function requireInstalled(session: Session, { packageName, installed }: KnownApp): InstalledApp {
  if (installed === null) throw notInstalled(session, packageName);
  return installed;
}

export function versionOf(app: InstalledApp | null): AppVersion | null {
  return app && { versionName: app.versionName, versionCode: app.versionCode };
}

/** `"1.4" (14)`: the name is the app's own, the code is a number. */
export function versionText({ versionName, versionCode }: AppVersion): string {
  const name = versionName === null ? "of unknown name" : quoteLabel(normaliseLabel(versionName).slice(0, 80));
  return versionCode === null ? name : `${name} (${versionCode})`;
}

/** The error that the device did not make the change. */
export function changeRefused({ phone, packageName }: KnownApp, verb: string, said: string, hint?: string): FoveaError {
  const device = phone.device.serial;
  const message = `${device} did not ${verb} ${packageName}: ${quoteLabel(normaliseLabel(said))}`;
  return new FoveaError("APP_CHANGE_REFUSED", message, { device, ...(hint !== undefined && { hint }) });
}

/** The error that Android reports success, but the device shows something else. */
export function changeUnproven({ phone, packageName }: KnownApp, verb: string, but: string): FoveaError {
  const device = phone.device.serial;
  const message = `Android says that it could ${verb} ${packageName} on ${device}, but ${but}`;
  return new FoveaError("APP_CHANGE_UNPROVEN", message, { device, mayHaveHappened: true });
}

/**
 * The app after a change, once its former processes have ended: a killed process takes a moment to end. If the reading
 * fails, the result is unknown. Errors: as readInstalledApp.
 */
export async function lookAfterwards(known: KnownApp, signal: AbortSignal): Promise<InstalledApp | null> {
  const { phone, packageName, installed } = known;
  const former = installed?.pids ?? [];
  const lastAt = performance.now() + LINGER_MS;
  const look = async () => {
    const app = await readInstalledApp(phone, packageName, signal);
    const lives = former.some((pid) => app?.pids.includes(pid) === true);
    return lives && performance.now() < lastAt ? undefined : { app };
  };
  try {
    return (await pollUntil(look, LINGER_POLL_MS, signal)).app;
  } catch (error) {
    throw isFoveaError(error) ? error.with({ mayHaveHappened: true }) : error;
  }
}

const LINGER_MS = 2_000;
const LINGER_POLL_MS = 100;
