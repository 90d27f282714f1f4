import { defaultStateDir } from "../home-folders.js";
import {
  CACHE_POLICIES,
  COMPANIONS,
  DETECTOR_WORDS,
  GUARDS,
  HIERARCHY_SOURCES_WANTED,
  LAYOUT_NAMES,
  MANAGE_APPS,
  MOST_PATIENCE_MS,
  TOOL_GROUPS,
  VISION_MODES,
} from "./choices.js";
import { FARM_OPTIONS } from "./farm.js";
import {
  choice,
  flag,
  integerKind,
  type Kind,
  list,
  listOrNone,
  mapped,
  megabytes,
  ocrLanguages,
  ocrProgram,
  optionalChoice,
  path,
  pathOr,
  paths,
  patterns,
  port,
  regions,
  settingNames,
  share,
  someOf,
  textKind,
  urlOr,
} from "./kinds.js";

/** An option without its key; flag and variable are derived from the key. */
export interface Option<Value> {
  readonly kind: Kind<Value>;
  /** The flag, if it is not derived from the key: for example a list option that takes one value at a time. */
  readonly flag?: string;
  /** The default as the documentation shows it, if the kind does not contain it. */
  readonly shown?: string;
  readonly doc: string;
  readonly example?: string;
}

function option<Value>(kind: Kind<Value>, words: Omit<Option<Value>, "kind">): Option<Value> {
  return { kind, ...words };
}

/** `onnx (the bundled model …), omniparser-http (…), none (…),`. */
function detectorsInWords(): string {
  return Object.entries(DETECTOR_WORDS)
    .map(([name, what]) => `${name} (${what}),`)
    .join(" ");
}

const PATIENCE = {
  least: 0,
  most: MOST_PATIENCE_MS,
  byDefault: 5_000,
  what: `a whole number of ms, ${MOST_PATIENCE_MS} at most`,
};

/**
 * The one table of options, by key: types of values, flags, environment, configuration file and documentation are
 * derived from it.
 */
export const OPTION_TABLE = {
  adbHost: option(textKind(), {
    shown: "127.0.0.1",
    doc: "Host of the adb server. ADB_SERVER_SOCKET and ANDROID_ADB_SERVER_ADDRESS are honoured.",
  }),
  adbPort: option(port(1), {
    shown: "5037",
    doc: "Port of the adb server. ADB_SERVER_SOCKET and ANDROID_ADB_SERVER_PORT are honoured.",
  }),
  device: option(textKind(), {
    doc: "Serial of the device to use when a call names none. ANDROID_SERIAL is honoured.",
    example: "emulator-5554",
  }),
  allowDevices: option(list(), {
    flag: "--allow-device",
    doc: "Serials that may be used; all others are refused. May be given several times.",
    example: "emulator-5554",
  }),
  connect: option(listOrNone(), {
    doc: "Devices in the network to connect to on first use, as host:port. May be given several times.",
    example: "192.0.2.7:5555",
  }),
  ...FARM_OPTIONS,
  readOnly: option(flag(), {
    doc: "Only observe: tools and commands that act are left out and refused.",
  }),
  slim: option(flag(), {
    doc: "Offer only five tools (observe, tap, swipe, type_text, press_key) with short descriptions, confirm_action if the guard may ask, and the groups that --tools names.",
  }),
  takeAction: option(flag(), {
    doc: "Also offer take_action, which takes one action in plain English and performs it with the other tools.",
  }),
  tools: option(someOf(TOOL_GROUPS), {
    doc: `Groups of tools that are also offered: ${TOOL_GROUPS.join(", ")} or all (docs/tools.md#groups). May be given several times.`,
    example: "device,logs",
  }),
  actionTimeoutMs: option(integerKind(PATIENCE), {
    doc: "How many ms an action waits until its target is present, stable, enabled and uncovered; 0 to 30000.",
  }),
  guard: option(optionalChoice(GUARDS), {
    shown: "confirm in serve and on a terminal, else note (docs/guard.md)",
    doc: "What to do before an action that sends, deletes, pays, installs, grants or similar: off, note (record it), confirm (ask first) or block.",
    example: "block",
  }),
  guardPolicy: option(path(), {
    doc: "File with rules for sensitive actions by class, package, id and words, one a line: docs/guard.md has its form.",
    example: "guard.policy",
  }),
  guardAllow: option(listOrNone(), {
    doc: "Classes of actions that pass without a question, each alone or for one app. May be given several times.",
    example: "send@com.example.chat",
  }),
  manageApps: option(choice(MANAGE_APPS, "off"), {
    doc: "Offer install_app, clear_app_data and uninstall_app: off, ask (the user confirms each use in the MCP client) or allow (without asking).",
    example: "ask",
  }),
  apkDirs: option(paths(), {
    flag: "--apk-dir",
    doc: "Folders that install_app may take APKs from; without one it installs nothing. May be given several times.",
    example: "./build/outputs",
  }),
  filesDirs: option(paths(), {
    flag: "--files-dir",
    doc: "Folders that the tool files may copy files from to a device; without one it copies none. May be given several times.",
    example: "./samples",
  }),
  allowUrlSchemes: option(
    mapped(listOrNone(), (schemes) => ["http", "https", ...schemes]),
    {
      flag: "--allow-url-scheme",
      shown: "http, https",
      doc: "Schemes that open_url may open besides http and https. May be given several times.",
      example: "geo",
    },
  ),
  allowSettings: option(settingNames(), {
    flag: "--allow-setting",
    doc: "Settings that the tool settings may read and change besides those of docs/tools.md#settings, as NAMESPACE/KEY. May be given several times.",
    example: "global/zen_mode",
  }),
  outputDir: option(pathOr("fovea-output"), {
    shown: "./fovea-output",
    doc: "Folder for screenshots that are saved on request, and files of devices; nothing is written elsewhere.",
  }),
  stateDir: option(
    mapped(path(), (given, env) => given ?? defaultStateDir(env)),
    {
      shown: "~/.local/state/fovea",
      doc: "Folder for Fovea's state between runs: the last ref number, the last screen that a command read, the key of its companion.",
    },
  ),
  signingKey: option(path(), {
    doc: "File with the RSA key (PEM) that signs the companion, for hosts that share devices. Default: one of its own.",
    example: "farm-key.pem",
  }),
  companion: option(choice(COMPANIONS, "auto"), {
    doc: "What may run on the device for Fovea: auto, service (the accessibility service of `fovea setup`), shell (a program in adb's shell that installs nothing and ends with Fovea; no other tool can use UiAutomation meanwhile) or off. auto uses the service; without it, `serve` uses the shell's program if nothing else holds UiAutomation; otherwise it is off.",
    example: "service",
  }),
  hierarchySource: option(choice(HIERARCHY_SOURCES_WANTED, "auto"), {
    doc: "Where the view hierarchy comes from: auto (the first available), service, shell or uiautomator.",
    example: "uiautomator",
  }),
  hierarchyCache: option(choice(["off", ...CACHE_POLICIES], "tile"), {
    doc: "When observe may reuse a hierarchy of uiautomator because of equal pixels: tile (nothing changed outside the system bars), exact (no pixel changed), ratio (unsafe: only a share of all pixels changed) or off.",
    example: "off",
  }),
  hierarchyCacheLimits: option(listOrNone(), {
    shown: "tile-pixels=0, colour=0, ratio=99.8, hash-bits=6, mb=192, screens=64",
    doc: "Thresholds and memory limits of --hierarchy-cache, as name=number. May be given several times.",
    example: "mb=64",
  }),
  ocr: option(ocrProgram(), {
    doc: "Whether OCR reads words where the hierarchy has none: off, tesseract (which has to be installed) or the path of that program.",
    example: "tesseract",
  }),
  ocrLanguages: option(ocrLanguages(), {
    doc: "Languages for OCR, by tesseract's names, joined by +; the data of each has to be installed.",
    example: "eng+deu",
  }),
  vision: option(choice(VISION_MODES, "auto"), {
    doc: "When detectors run: auto (where the hierarchy is poor or missing), on (each time the elements are read), off.",
    example: "off",
  }),
  webview: option(flag(), {
    doc: "Also reads the pages of debuggable WebViews and of Chrome, by their DevTools sockets on the device, wherever a WebView is shown; each such observation takes three or four more exchanges.",
  }),
  detector: option(pathOr("onnx"), {
    doc: `What detects elements in pixels: ${detectorsInWords()} or the path of a module of yours (docs/detectors.md).`,
    example: "./my-detector.mjs",
  }),
  detectorModel: option(path(), {
    doc: "An ONNX detector of yours (OmniParser's icon_detect, YOLO, RT-DETR…) in place of the bundled one.",
    example: "icon_detect.onnx",
  }),
  detectorLayout: option(choice(["auto", ...LAYOUT_NAMES], "auto"), {
    doc: "How the output of --detector-model is read: auto (by its shape), center, yolo, end2end, yolov9, yolox, detr or rf-detr.",
    example: "yolo",
  }),
  detectorThreshold: option(share(), {
    doc: "Confidence, 0 to 1, below which detections are left out. Default: that of the bundled model; 0.05 with --detector-model.",
    example: "0.3",
  }),
  omniparserUrl: option(urlOr("http://127.0.0.1:8000"), {
    doc: "Where the OmniParser server of --detector omniparser-http answers. Screenshots are sent there, without encryption where it is http.",
    example: "http://192.0.2.7:8000",
  }),
  plugins: option(paths(), {
    flag: "--plugin",
    doc: "Modules of yours with actions, conditions and detectors (docs/plugins.md). They run in this process, with its rights. May be given several times.",
    example: "./my-plugin.mjs",
  }),
  trace: option(path(), {
    doc: "Folder to record a trace in: what was seen and done, and the result, one folder for each device (docs/traces.md).",
    example: "traces/login",
  }),
  skills: option(path(), {
    doc: "Folder of skills for `fovea skill` (docs/skills.md); default: `skills` in --state-dir.",
    example: "skills",
  }),
  traceTools: option(flag(), {
    doc: "Offer start_trace and stop_trace, which record below the folder `traces` of --output-dir.",
  }),
  tracePictures: option(choice(["on", "off"], "on"), {
    doc: "Whether traces hold screenshots: on (one is also taken after an answer that needed none) or off.",
    example: "off",
  }),
  traceCapMb: option(megabytes(1_000), {
    doc: "Size limit of one trace in megabytes; beyond it the oldest screenshots are deleted and listed in its manifest.",
  }),
  memory: option(path(), {
    doc: "Folder of a memory: what is seen and done is kept there, answers say what is known of a screen, and recall, predict_next_actions and go_to are offered (docs/memory.md).",
    example: "fovea-memory",
  }),
  redact: option(patterns(), {
    doc: "Regular expression of words that are never recorded; in traces, elements that show them are painted over. Passwords are never recorded. May be given several times; the environment variable holds one expression.",
    example: "\\d{16}",
  }),
  redactRegions: option(regions(), {
    flag: "--redact-region",
    doc: "Part of the screen that is never recorded, as left,top,right,bottom in pixels. May be given several times; separated by spaces in the environment.",
    example: "0,300,1080,520",
  }),
  failures: option(path(), {
    doc: "Folder for the evidence of each failed call: call, error, timings, screenshot, elements, log of the app (docs/library.md#failures). The last 100 are kept.",
    example: "failures",
  }),
  recordDevice: option(path(), {
    doc: "Folder to record the device in: every adb exchange with it, to be played by `fovea virtual-device --from` (docs/device-recordings.md).",
    example: "phones/crash-on-login",
  }),
  recordDeviceCapMb: option(megabytes(2_000), {
    doc: "Size limit of a device recording in megabytes; it stops there with a note.",
  }),
  http: option(flag(), {
    doc: "Serve over HTTP (Streamable HTTP, at /mcp) instead of standard input and output. Every request needs the token.",
  }),
  httpPort: option(port(0), {
    shown: "7337",
    doc: "Port of the HTTP server; 0 for any free port.",
  }),
  httpBind: option(textKind(), {
    shown: "127.0.0.1",
    doc: "Address that the HTTP server listens on. Any address other than loopback also needs --http-hosts and your own token: anyone with the token controls the phones, and nothing is encrypted.",
    example: "192.0.2.7",
  }),
  httpHosts: option(listOrNone(), {
    doc: "Names and addresses besides localhost by which clients may reach the HTTP server; requests for others are refused. May be given several times.",
    example: "farm.example",
  }),
  httpTokenFile: option(path(), {
    doc: "File with the token that HTTP clients have to send, at least 32 characters, readable by you alone. Default: one that is made in the state folder and printed once.",
    example: "token",
  }),
  config: option(path(), {
    doc: "A JSON file with options by their keys; flags and environment outrank it.",
    example: "fovea.json",
  }),
};
