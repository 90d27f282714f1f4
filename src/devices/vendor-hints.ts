/** The next step on phones of one vendor, with the names of its menus (android.md 7.3, 7.4). */
export interface VendorHints {
  /** What to do if the phone refuses an install by adb, or shows a question; the caller adds the next step. */
  readonly install: string;
  /** What to do if the phone does not let adb change secure settings. */
  readonly settings: string;
  /** What to do if something on the phone stops the service. */
  readonly alive: string;
}

/** The hints for a phone with this `ro.product.manufacturer`. */
export function vendorHints(manufacturer: string | null): VendorHints {
  const vendor = VENDORS.find(([pattern]) => pattern.test(manufacturer ?? ""));
  return { ...ANY_VENDOR, ...vendor?.[1] };
}

const ANY_VENDOR: VendorHints = {
  install:
    'Look at the phone: allow the installation there (a dialog, a password, or a switch like "Install via USB" in developer options).',
  settings:
    'In developer options, allow changes over USB debugging: "USB debugging (Security settings)" (Xiaomi) or "Disable permission monitoring" (OPPO, realme, OnePlus, vivo); then run `fovea setup` again.',
  alive:
    "Unlock the phone, exempt Fovea from battery savers and app sleep, and run `fovea setup` again; docs/companion.md says where each vendor hides them.",
};

const VENDORS: readonly (readonly [RegExp, Partial<VendorHints>])[] = [
  [
    /xiaomi|redmi|poco/i,
    {
      install:
        'Turn on "Install via USB" in developer options (it asks for a Mi account, a SIM card and network), and accept the dialog on the phone within 10 seconds.',
      settings:
        'Turn on "USB debugging (Security settings)" in developer options (it asks for a Mi account and a SIM card), restart adb, and run `fovea setup` again.',
      alive:
        'Allow "Autostart" for Fovea and set its battery saver to "No restrictions" (Settings, Apps, Fovea); then run `fovea setup` again.',
    },
  ],
  [
    /oppo|realme|oneplus/i,
    {
      install:
        'Confirm the installation on the phone (it may ask for the account\'s password, unless "Verify apps over USB" is off in developer options).',
      settings: 'Turn on "Disable permission monitoring" in developer options; then run `fovea setup` again.',
      alive:
        'Allow "Auto-launch" and background activity for Fovea (Settings, Apps, Fovea, Battery usage); then run `fovea setup` again.',
    },
  ],
  [
    /vivo|iqoo/i,
    {
      install: "Confirm the installation on the phone (it may ask for the account's password).",
      settings:
        'Turn on "USB security permissions" or "Disable permission monitoring" in developer options; then run `fovea setup` again.',
      alive:
        "Allow Autostart and high background power use for Fovea (Settings, Battery); then run `fovea setup` again.",
    },
  ],
  [
    /huawei|honor/i,
    {
      install:
        'Confirm the installation on the phone, and turn on "Allow ADB debugging in charge only mode" in developer options.',
      alive:
        'Set Fovea to "Manage manually" with all three switches on (Settings, Battery, App launch); then run `fovea setup` again.',
    },
  ],
  [
    /samsung/i,
    {
      install: "Turn off Auto Blocker (Settings, Security and privacy): it stops installs by USB.",
      alive:
        'Put Fovea on "Never sleeping apps" (Settings, Battery, Background usage limits); then run `fovea setup` again.',
    },
  ],
];
