import type { Command } from "./command.js";

/** One command as help lists it. */
export interface CommandEntry {
  /** What follows its name. */
  readonly words: string;
  readonly about: string;
  /** One way to call it, as typed in a shell. */
  readonly example: string;
  /** Loads it: a command is over in less time than all of them take to load. */
  readonly load: () => Promise<Command>;
  /** It is one call of a tool, and over with its answer; false if absent. */
  readonly isOneCall?: boolean;
}

/** All commands by name, in the order of help. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  serve: {
    words: "",
    about: "the MCP server on standard input and output, or over HTTP",
    example: "fovea serve --device emulator-5554",
    load: async () => (await import("./serve.js")).serve,
  },
  devices: {
    words: "",
    about: "the devices that adb knows",
    example: "fovea devices --json",
    load: async () => await (await import("./tool-commands.js")).devices(),
    isOneCall: true,
  },
  observe: {
    words: "",
    about: "the screen as text",
    example: "fovea observe --details bounds",
    load: async () => (await import("./observe.js")).observe,
    isOneCall: true,
  },
  screenshot: {
    words: "FILE",
    about: "the screen as a PNG",
    example: "fovea screenshot screen.png --marks",
    load: async () => (await import("./screenshot.js")).screenshot,
  },
  find: {
    words: "QUERY",
    about: "only the elements that match",
    example: "fovea find 'delete on row Milk'",
    load: async () => await (await import("./tool-commands.js")).find(),
    isOneCall: true,
  },
  tap: {
    words: "TARGET",
    about: "a label, e12, 'button \"Save\"', 540,1200 or 50%,62%",
    example: "fovea tap 'Sign up' --expect Welcome",
    load: async () => await (await import("./tool-commands.js")).tap(),
    isOneCall: true,
  },
  swipe: {
    words: "DIRECTION",
    about: "up, down, left or right; or --from and --to",
    example: "fovea swipe up --target list",
    load: async () => await (await import("./tool-commands.js")).swipe(),
    isOneCall: true,
  },
  scroll: {
    words: "TARGET",
    about: "until it is on the screen; skips no rows",
    example: "fovea scroll 'row \"Sweden\"' --within list",
    load: async () => await (await import("./tool-commands.js")).scroll(),
    isOneCall: true,
  },
  drag: {
    words: "FROM TO",
    about: "a long press at one place, let go at the other",
    example: "fovea drag e5 e9",
    load: async () => await (await import("./tool-commands.js")).drag(),
    isOneCall: true,
  },
  pinch: {
    words: "PERCENT",
    about: "zooms: above 100 in, below 100 out",
    example: "fovea pinch 200 --target map",
    load: async () => await (await import("./tool-commands.js")).pinch(),
    isOneCall: true,
  },
  type: {
    words: "TEXT",
    about: "into the focused field, or into --target",
    example: "fovea type 'ann@example.com' --target 'field \"E-mail\"' --submit",
    load: async () => await (await import("./tool-commands.js")).type(),
    isOneCall: true,
  },
  press: {
    words: "KEY",
    about: "back, home, enter, KEYCODE_…",
    example: "fovea press back",
    load: async () => await (await import("./tool-commands.js")).press(),
    isOneCall: true,
  },
  open: {
    words: "APP|URL",
    about: "an app by its name or package id, or a web address",
    example: "fovea open settings",
    load: async () => await (await import("./tool-commands.js")).open(),
    isOneCall: true,
  },
  close: {
    words: "APP",
    about: "force-stops an app by its package id",
    example: "fovea close com.example.app",
    load: async () => await (await import("./tool-commands.js")).close(),
    isOneCall: true,
  },
  apps: {
    words: "[CONTAINS]",
    about: "package ids of the installed apps",
    example: "fovea apps chrome --system",
    load: async () => await (await import("./tool-commands.js")).apps(),
    isOneCall: true,
  },
  install: {
    words: "APK",
    about: "installs an app; asks first, unless --yes",
    example: "fovea install app-debug.apk --yes",
    load: async () => await (await import("./tool-commands.js")).install(),
    isOneCall: true,
  },
  clear: {
    words: "APP",
    about: "deletes an app's data; asks first, unless --yes",
    example: "fovea clear com.example.app",
    load: async () => await (await import("./tool-commands.js")).clear(),
    isOneCall: true,
  },
  uninstall: {
    words: "APP",
    about: "uninstalls an app; asks first, unless --yes",
    example: "fovea uninstall com.example.app",
    load: async () => await (await import("./tool-commands.js")).uninstall(),
    isOneCall: true,
  },
  act: {
    words: "SENTENCE",
    about: "one action in plain English",
    example: "fovea act 'scroll down in the list'",
    load: async () => await (await import("./tool-commands.js")).act(),
    isOneCall: true,
  },
  verify: {
    words: "CONDITION",
    about: "fails unless it is true now",
    example: "fovea verify 'switch \"Wi-Fi\" checked'",
    load: async () => await (await import("./tool-commands.js")).verify(),
    isOneCall: true,
  },
  wait: {
    words: "[CONDITION]",
    about: "until it is true, or until the screen changes",
    example: "fovea wait Done --timeout-ms 20000",
    load: async () => await (await import("./tool-commands.js")).wait(),
    isOneCall: true,
  },
  batch: {
    words: "STEPS",
    about: "a JSON list of steps, up to the first that fails",
    example: `fovea batch '[{"tool":"tap","target":"Sign up"},{"tool":"wait_for","condition":"Welcome"}]'`,
    load: async () => await (await import("./tool-commands.js")).batch(),
    isOneCall: true,
  },
  orientation: {
    words: "[TO]",
    about: "turns the screen: portrait, landscape or auto",
    example: "fovea orientation landscape",
    load: async () => await (await import("./tool-commands.js")).orientation(),
    isOneCall: true,
  },
  display: {
    words: "",
    about: "size, density, fonts, dark theme, animations; --set-back",
    example: "fovea display --dark on --font-percent 130",
    load: async () => await (await import("./tool-commands.js")).display(),
    isOneCall: true,
  },
  settings: {
    words: "NAME [VALUE]",
    about: "reads or changes one of the settings that are allowed",
    example: "fovea settings system/screen_brightness 120",
    load: async () => await (await import("./tool-commands.js")).settings(),
    isOneCall: true,
  },
  clipboard: {
    words: "[TEXT]",
    about: "reads the clipboard, or puts a text on it",
    example: "fovea clipboard 'one-time code'",
    load: async () => await (await import("./tool-commands.js")).clipboard(),
  },
  permissions: {
    words: "APP",
    about: "what an app may do; --grant, --revoke, --reset",
    example: "fovea permissions com.example.app --grant camera --grant location",
    load: async () => await (await import("./tool-commands.js")).permissions(),
  },
  logs: {
    words: "[APP]",
    about: "the log of the device or of an app",
    example: "fovea logs com.example.app --level warning --seconds 300",
    load: async () => await (await import("./tool-commands.js")).logs(),
  },
  crashes: {
    words: "[APP]",
    about: "apps that crashed or did not respond, with their stacks",
    example: "fovea crashes com.example.app --count 1",
    load: async () => await (await import("./tool-commands.js")).crashes(),
  },
  history: {
    words: "",
    about: "what commands did last, oldest first",
    example: "fovea history --count 5",
    load: async () => await (await import("./tool-commands.js")).history(),
    isOneCall: true,
  },
  run: {
    words: "FLOW.yaml…",
    about: "runs flows in Maestro's format, for CI",
    example: "fovea run flows/ --junit results.xml",
    load: async () => (await import("./run.js")).run,
  },
  setup: {
    words: "[DEVICE]",
    about: "installs the companion on a device; --remove uninstalls it",
    example: "fovea setup emulator-5554",
    load: async () => (await import("./setup.js")).setup,
  },
  doctor: {
    words: "",
    about: "what is missing and how to get it",
    example: "fovea doctor --json",
    load: async () => (await import("./doctor.js")).doctor,
  },
  demo: {
    words: "",
    about: "a tour on a simulated phone; needs no device",
    example: "fovea demo",
    load: async () => (await import("./demo.js")).demo,
  },
  "virtual-device": {
    words: "",
    about: "a simulated Android device, or a recorded one: --from DIR",
    example: "fovea virtual-device --app settings --adb-server-port 5137",
    load: async () => (await import("./virtual-device.js")).virtualDevice,
  },
  "record-device": {
    words: "DIR",
    about: "records a phone while a command drives it",
    example: "fovea record-device phones/login -- tap 'Sign in'",
    load: async () => (await import("./record-device.js")).recordDevice,
  },
  parse: {
    words: "KIND FILE",
    about: "what Fovea reads in a dump",
    example: "fovea parse hierarchy window_dump.xml --outline",
    load: async () => (await import("./parse.js")).parse,
  },
  detect: {
    words: "IMAGE",
    about: "what the detectors see in an image",
    example: "fovea detect screen.png --marks marked.png",
    load: async () => (await import("./detect.js")).detect,
  },
  fuse: {
    words: "",
    about: "one list of elements from a hierarchy and a screenshot",
    example: "fovea fuse --hierarchy window_dump.xml --screenshot screen.png",
    load: async () => (await import("./fuse.js")).fuseFiles,
  },
  models: {
    words: "list|verify|path",
    about: "the bundled models",
    example: "fovea models list",
    load: async () => (await import("./models.js")).models,
  },
  replay: {
    words: "TRACE",
    about: "repeats a recorded trace and reports where the result differs",
    example: "fovea replay traces/login --html report.html",
    load: async () => (await import("./replay.js")).replay,
  },
  trace: {
    words: "validate|show|stats|export PATH",
    about: "reads a trace, packs it",
    example: "fovea trace show traces/login --html story.html",
    load: async () => (await import("./trace.js")).trace,
  },
  completion: {
    words: "bash|zsh|fish",
    about: "prints the completion script for a shell",
    example: "source <(fovea completion bash)",
    load: async () => (await import("./completion.js")).completion,
  },
};
