import type { Finding } from "../decision.js";
import type { Rule } from "../rule.js";
import { conceptsIn } from "../words.js";
import { isActivation } from "./activation.js";

/**
 * Activities of Settings that choose, confirm or enrol the means of unlocking the phone (packages/apps/Settings of
 * AOSP: ChooseLockGeneric, ChooseLockPassword, ConfirmDeviceCredential, FingerprintEnrollIntroduction).
 */
const LOCK_PAGE =
  /ChooseLock|ScreenLock|LockPattern|LockPassword|ConfirmDeviceCredential|SetNewPassword|SetupLock|(?:Fingerprint|Face|Biometric)Enroll/;
/** SystemUI's button that pins an app to the screen (screen_pinning_request_buttons.xml of AOSP). */
const PINS = /^screen pinning ok button$/;
const SLEEPS = /^(?:POWER|SLEEP|SOFT_SLEEP)$/;

/**
 * Actions about locking and unlocking the phone: the screen lock, fingerprints, faces, pinning an app, and the key that
 * locks.
 */
export const locks: Rule = (situation) => {
  const { action, target, app } = situation;
  if (action.kind === "key" && SLEEPS.test(action.key)) return [found("note", "key", action.key)];
  if (!target || !isActivation(situation)) return [];
  if (PINS.test(target.idWords)) return [found("confirm", "id", target.idWords)];
  const { role } = target.element;
  const isPage = LOCK_PAGE.test(app.activity ?? "") && (role === "row" || role === "button" || role === "switch");
  if (!isPage || target.words.some((words) => conceptsIn(words).whole.has("no"))) return [];
  return [found("confirm", "activity", app.activity ?? "")];
};

function found(severity: Finding["severity"], kind: "key" | "id" | "activity", value: string): Finding {
  return { class: "lock", severity, signals: [{ kind, value }] };
}
