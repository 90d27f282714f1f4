/**
 * Codes of the companion on the device and of its setup. A part of the one table in `errors.ts`, each with the ways to
 * recover, best first.
 */
export const ON_DEVICE_ERRORS = {
  ON_DEVICE_VERSION: ["Run `fovea setup`: it installs the companion that belongs to this version."],
  ON_DEVICE_PROTOCOL: [
    "The companion and this program do not understand each other; run `fovea setup` to bring it up to date.",
  ],
  ON_DEVICE_SUPPRESSED: [
    "A UiAutomation (`uiautomator dump`, Appium, Espresso…) holds accessibility on the device; observe again when that ends.",
    "`fovea doctor` shows whether the companion is back.",
  ],
  ON_DEVICE_BUSY: ["Wait for the pending answers, or end another Fovea that uses this device; then observe again."],
  ON_DEVICE_FAILED: [
    "This is a defect of the companion; please report the message. Use --companion off to work without it.",
  ],
  ON_DEVICE_UNTRUSTED: [
    "Another program answers under Fovea's name on the device; do not use the device until `fovea doctor` shows what it is.",
  ],
  ON_DEVICE_FOREIGN_CERTIFICATE: [
    "Use the key that signed the companion (--signing-key), or run `adb uninstall dev.fovea.service`.",
  ],
  ON_DEVICE_NOT_BOUND: [
    "Unlock the phone, end battery savers that stop Fovea (docs/companion.md), and run `fovea setup` again.",
  ],
  SIGNING_KEY_UNUSABLE: ["Name another file with --signing-key, or correct it as the message says."],
  SETUP_INSTALL_BLOCKED: ["Look at the phone and allow the installation there; then run `fovea setup` again."],
  SETUP_INSTALL_FAILED: ["Read what Android says in the message, and run `fovea setup` again."],
  SETUP_SETTINGS_BLOCKED: [
    "In developer options, allow changes of settings over USB debugging (docs/companion.md names the switch of each vendor); then run `fovea setup` again.",
  ],
  SETUP_RESTRICTED: [
    "A policy of the phone (device administrator, restricted settings, Advanced Protection) forbids the service; use --companion shell.",
  ],
} as const;
