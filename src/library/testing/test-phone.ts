import { connect } from "../connect.js";
import { ConnectedPhone } from "../connected-phone.js";
import type { Phone, PhoneTestOptions } from "../types.js";

/** A phone for tests. */
export interface TestPhone {
  readonly phone: Phone;
  /** A PNG of the screen in which secrets are covered, or the reason why there is none. */
  safeScreenshot(deadlineMs: number): Promise<Uint8Array | string>;
}

/** Connects, and installs the APK. Errors: those of the calls. */
export async function openTestPhone({ device, virtual, options, plugins, apk }: PhoneTestOptions): Promise<TestPhone> {
  const given = { device, virtual, options, plugins };
  const phone = await connect(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
  try {
    if (apk !== undefined) await phone.apps.install(apk);
  } catch (error) {
    await phone.close();
    throw error;
  }
  if (!(phone instanceof ConnectedPhone)) throw new TypeError("connect gives phones of this class");
  return { phone, safeScreenshot: async (deadlineMs) => await phone.safeScreenshot(deadlineMs) };
}
