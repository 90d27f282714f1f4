/**
 * Codes of the connection to a device and of calls in general. A part of the one table in `errors.ts`, each with the
 * ways to recover, best first.
 */
export const DEVICE_ERRORS = {
  ADB_NOT_FOUND: [
    "Install Android platform-tools (`apt install adb`, `brew install android-platform-tools`, `winget install Google.PlatformTools`), or name a server that runs with --adb-host and --adb-port.",
    "`fovea doctor` shows where Fovea searched for adb.",
  ],
  ADB_SERVER_UNREACHABLE: [
    "Run `adb start-server`, or name another server with --adb-host and --adb-port.",
    "`fovea doctor` checks the connection.",
  ],
  ADB_PROTOCOL: [
    "Check with `adb devices` that an adb server listens there, and not another program.",
    "Name the right port with --adb-port.",
  ],
  ADB_CONNECT_FAILED: [
    "Check the address, and that `adb connect` reaches it from this host.",
    "Remove the address from --connect, or use another device from list_devices.",
  ],
  NO_DEVICE: [
    "Connect a phone with USB debugging on, or start `fovea virtual-device`; then call list_devices.",
    "Name a phone in the network with --connect.",
  ],
  DEVICE_REQUIRED: [
    "Repeat the call with `device` set to one of the serials that list_devices gives.",
    "Restart with --device.",
  ],
  DEVICE_NOT_FOUND: ["Call list_devices and use a serial from it."],
  DEVICE_NOT_ALLOWED: [
    "Use an allowed device from list_devices.",
    "Restart the server with another --allow-device list.",
  ],
  DEVICE_OFFLINE: [
    "Reconnect the cable or run `adb reconnect offline`; then repeat the call.",
    "Use another device from list_devices.",
  ],
  DEVICE_UNAUTHORIZED: [
    "Unlock the phone and accept the USB debugging dialog; list_devices shows when it is ready.",
    "Run `adb reconnect` to bring the dialog up again.",
  ],
  DEVICE_NO_PERMISSIONS: [
    "Add a udev rule for the phone or join the plugdev group, replug it, and repeat the call; `fovea doctor` checks it.",
  ],
  DEVICE_NOT_READY: [
    "Wait until list_devices shows the state `device`; a phone in recovery or bootloader needs `adb reboot`.",
  ],
  DEVICE_NOT_BOOTED: ["Wait until Android has booted (list_devices shows it ready); then repeat the call."],
  DEVICE_BUSY: [
    "Observe, then repeat the call: the other program will soon be done, and will have changed the screen.",
    "End the program that the message names, or use another device from list_devices.",
  ],
  DEVICE_DISCONNECTED: ["Call list_devices to see whether the device is back; then observe before acting again."],
  SERVICE_REFUSED: ["`fovea doctor` shows what the device offers."],
  SHELL_FAILED: ["Read the device's message; `fovea doctor` checks the usual causes."],
  PUSH_FAILED: [
    "Check the free space on the device and that the folder is writable (/data/local/tmp is); then repeat the call or `fovea setup`.",
  ],
  PULL_FAILED: [
    "Read what the device says in the message: adb's shell cannot read every file. Call files with `list` and a folder to see what is in it.",
  ],
  FILE_NOT_FOUND: ["Call files with `list` and a folder to see what is in it."],
  NOTIFICATION_NOT_FOUND: ["Call notifications without arguments for the titles that are shown."],
  FILE_EXISTS: ["Repeat the call of files with `replace`, or with another `to`."],
  STATE_REFUSED: [
    "Read what the device says in the message; a person can change it in the Settings of the device.",
    'On phones of Xiaomi, OPPO, realme, OnePlus and vivo: allow changes over USB debugging in developer options ("USB debugging (Security settings)", "Disable permission monitoring").',
  ],
  EMULATOR_CONSOLE_FAILED: [
    "Check with list_devices that the emulator runs on this host; the emu command of adb uses the same port and token.",
  ],
  EMULATOR_NOT_FOUND: [
    "Install the emulator of the Android SDK (`sdkmanager emulator`), and set ANDROID_HOME to the folder of the SDK.",
    "`fovea virtual-device` starts a phone that needs no SDK.",
  ],
  EMULATOR_FAILED: [
    "Call emulator without arguments for the list of names.",
    "Start it by hand to see its output: `emulator -avd NAME`.",
  ],
  WOULD_DISCONNECT: ["Connect the device by USB, and call network again; `data` may be switched over any connection."],
  SHELL_UNQUOTABLE: [
    "Remove the NUL characters and lone surrogates from the value, and repeat the call; observe shows the screen as it is.",
  ],
  OUTPUT_TOO_LARGE: ["Repeat the call; observe with `within` asks for less."],
  TIMEOUT: [
    "Repeat the call; if it was an action, observe first.",
    "If the call times out again, `fovea doctor` shows which requests the device does not answer.",
  ],
  CANCELLED: ["The caller cancelled; observe before acting again."],
  READ_ONLY: ["Restart the server without --read-only to allow actions."],
} as const;
