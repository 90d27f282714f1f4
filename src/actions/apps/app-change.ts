import { FoveaError, isFoveaError } from "../../base/errors.js";
import { pollUntil } from "../../base/signals.js";
import { type InstalledApp, readInstalledApp } from "../../devices/installed-app.js";
import { askPhone, type Phone } from "../../devices/phone.js";
import { normaliseLabel, quoteLabel } from "../../screen/label.js";
import type { Session } from "../../session/session.js";
import { notInstalled } from "./apps.js";

/** One version of an app, in its own words. */
export interface AppVersion {
  readonly versionName: string | null;
  readonly versionCode: string | null;
}

/** The outcome of an app. */
export interface AppChange {
  /** In the past tense, with the version. */
  readonly did: string;
  readonly package: string;
  readonly device: string;
  /** As it was; null if it was not installed. */
  readonly before: AppVersion | null;
  /** As it is now; null if it is not installed. */
  readonly after: AppVersion | null;
  /**
   * `confirmed` where the device shows it, by something else than the word of the program that did it; `unconfirmed`
   * where there is nothing to see.
   */
  readonly proof: "confirmed" | "unconfirmed";
  /** The evidence, or what there was to check; at least one. */
  readonly evidence: readonly string[];
}

/** What is known of an app before something is done to it. */
export interface KnownApp {
  readonly phone: Phone;
  /** The phone's own name for itself: a serial may come to mean another one. */
  readonly hardwareSerial: string | null;
  readonly packageName: string;
  readonly installed: InstalledApp | null;
}

/** Looks at an app on the device of a session. Errors: as askPhone and readInstalledApp. */
export async function lookAtApp(session: Session, packageName: string, signal: AbortSignal): Promise<KnownApp> {
  const phone = await askPhone(session.device, signal);
  const { hardwareSerial } = await session.device.facts(signal);
  return { phone, hardwareSerial, packageName, installed: await readInstalledApp(phone, packageName, signal) };
}

/** What somebody agrees to when they agree that something is done to an app: this phone, this user, this version. */
export function agreedFacts({ phone, hardwareSerial, installed }: KnownApp): readonly string[] {
  const version = installed && [installed.versionCode, installed.versionName, installed.isSystem];
  return [phone.device.serial, hardwareSerial ?? "", String(phone.user), JSON.stringify(version)];
}

/** Looks again, right before it is done. Errors: CONSENT_STALE where it is no longer what was planned, as lookAtApp. */
export async function requireSameApp(session: Session, planned: KnownApp, signal: AbortSignal): Promise<KnownApp> {
  const known = await lookAtApp(session, planned.packageName, signal);
  if (agreedFacts(known).join("\n") === agreedFacts(planned).join("\n")) return known;
  const device = session.device.serial;
  const what = `${planned.packageName} on ${device} changed after the action was planned`;
  throw new FoveaError("CONSENT_STALE", `nothing was done: ${what}`, { device });
}

/** The app as it is installed. Errors: APP_NOT_FOUND. */
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

/** The device did not do it. */
export function changeRefused({ phone, packageName }: KnownApp, verb: string, said: string, hint?: string): FoveaError {
  const device = phone.device.serial;
  const message = `${device} did not ${verb} ${packageName}: ${quoteLabel(normaliseLabel(said))}`;
  return new FoveaError("APP_CHANGE_REFUSED", message, { device, ...(hint !== undefined && { hint }) });
}

/** Android reports success, but the device shows no change. */
export function changeUnproven({ phone, packageName }: KnownApp, verb: string, but: string): FoveaError {
  const device = phone.device.serial;
  const message = `Android says that it could ${verb} ${packageName} on ${device}, but ${but}`;
  return new FoveaError("APP_CHANGE_UNPROVEN", message, { device, mayHaveHappened: true });
}

/**
 * The app after something was done to it, once its former processes have ended: a killed one takes a moment to go.
 * If the reading fails, the result is unknown. Errors: as readInstalledApp.
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
