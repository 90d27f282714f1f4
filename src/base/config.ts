import { readFileSync } from "node:fs";
import { ACTION_OPTIONS, actionTimeoutOf } from "./action-options.js";
import { APP_OPTIONS, MANAGE_APPS, type ManageApps } from "./app-options.js";
import { CACHE_OPTIONS, CACHE_POLICIES, type CachePolicy } from "./cache-options.js";
import { COMPANION_OPTIONS, COMPANIONS, type Companion } from "./companion.js";
import { FoveaError } from "./errors.js";
import { HIERARCHY_WISHES, type HierarchyWish } from "./hierarchy-wish.js";
import { cacheFolder, defaultStateDir } from "./home-folders.js";
import { HTTP_OPTIONS } from "./http-options.js";
import { OCR_OPTIONS, ocrLanguagesOf, ocrProgramOf } from "./ocr-options.js";
import { booleanOf, listOf, oneOf, pathOf, pathsOf, portOf, stringOf, textOf } from "./option-values.js";
import { RECORDING_OPTIONS, type RecordingConfig, readRecordingOptions } from "./recording-options.js";
import { readTraceOptions, TRACE_OPTIONS, type TraceConfig } from "./trace-options.js";
import { readVisionOptions, VISION_OPTIONS, type VisionConfig } from "./vision-options.js";

export type OptionType = "string" | "integer" | "boolean" | "list";

export interface OptionSpec {
  /** On the command line; a list may be given several times. */
  readonly flag: string;
  /** In the environment; a list is separated by commas. */
  readonly env: string;
  /** In the configuration file. */
  readonly key: string;
  readonly type: OptionType;
  /** As the documentation shows it; null for none. */
  readonly default: string | null;
  readonly doc: string;
  readonly example?: string;
}

/** The one table of options: flags, environment, configuration file and documentation all follow from it. */
export const OPTIONS = [
  {
    flag: "--adb-host",
    env: "FOVEA_ADB_HOST",
    key: "adbHost",
    type: "string",
    default: "127.0.0.1",
    doc: "Host of the adb server. ADB_SERVER_SOCKET and ANDROID_ADB_SERVER_ADDRESS are honoured.",
  },
  {
    flag: "--adb-port",
    env: "FOVEA_ADB_PORT",
    key: "adbPort",
    type: "integer",
    default: "5037",
    doc: "Port of the adb server. ADB_SERVER_SOCKET and ANDROID_ADB_SERVER_PORT are honoured.",
  },
  {
    flag: "--device",
    env: "FOVEA_DEVICE",
    key: "device",
    type: "string",
    default: null,
    doc: "Serial of the device that is meant where a call names none. ANDROID_SERIAL is honoured.",
    example: "emulator-5554",
  },
  {
    flag: "--allow-device",
    env: "FOVEA_ALLOW_DEVICE",
    key: "allowDevices",
    type: "list",
    default: null,
    doc: "Serials that may be used; all others are refused. May be given several times.",
    example: "emulator-5554",
  },
  {
    flag: "--connect",
    env: "FOVEA_CONNECT",
    key: "connect",
    type: "list",
    default: null,
    doc: "Devices in the network to connect to on first use, as host:port. May be given several times.",
    example: "192.0.2.7:5555",
  },
  {
    flag: "--read-only",
    env: "FOVEA_READ_ONLY",
    key: "readOnly",
    type: "boolean",
    default: "false",
    doc: "Only look: tools and commands that act are left out and refused.",
  },
  {
    flag: "--slim",
    env: "FOVEA_SLIM",
    key: "slim",
    type: "boolean",
    default: "false",
    doc: "Offer five tools only (observe, tap, swipe, type_text, press_key), in few words.",
  },
  ...ACTION_OPTIONS,
  ...APP_OPTIONS,
  {
    flag: "--allow-url-scheme",
    env: "FOVEA_ALLOW_URL_SCHEME",
    key: "allowUrlSchemes",
    type: "list",
    default: "http, https",
    doc: "Schemes that open_url may open besides http and https. May be given several times.",
    example: "geo",
  },
  {
    flag: "--output-dir",
    env: "FOVEA_OUTPUT_DIR",
    key: "outputDir",
    type: "string",
    default: "./fovea-output",
    doc: "Folder for screenshots that are saved on request; nothing is written elsewhere.",
  },
  {
    flag: "--state-dir",
    env: "FOVEA_STATE_DIR",
    key: "stateDir",
    type: "string",
    default: "~/.local/state/fovea",
    doc: "Folder for what Fovea remembers between runs: how far refs were counted, the last screen that a command read, the key of its on-device half.",
  },
  {
    flag: "--signing-key",
    env: "FOVEA_SIGNING_KEY",
    key: "signingKey",
    type: "string",
    default: null,
    doc: "File with the RSA key (PEM) that signs the on-device half, for hosts that share devices. Default: one of its own.",
    example: "farm-key.pem",
  },
  ...COMPANION_OPTIONS,
  {
    flag: "--hierarchy-source",
    env: "FOVEA_HIERARCHY_SOURCE",
    key: "hierarchySource",
    type: "string",
    default: "auto",
    doc: "Where the view hierarchy comes from: auto (the first that is there), service, shell or uiautomator.",
    example: "uiautomator",
  },
  ...CACHE_OPTIONS,
  ...OCR_OPTIONS,
  ...VISION_OPTIONS,
  ...TRACE_OPTIONS,
  ...RECORDING_OPTIONS,
  ...HTTP_OPTIONS,
  {
    flag: "--config",
    env: "FOVEA_CONFIG",
    key: "config",
    type: "string",
    default: null,
    doc: "A JSON file with options by their keys; flags and environment outrank it.",
    example: "fovea.json",
  },
] as const satisfies readonly OptionSpec[];

export interface Config extends VisionConfig, TraceConfig, RecordingConfig {
  /** Undefined where nothing was said, so that adb's own variables can speak. */
  readonly adbHost: string | undefined;
  readonly adbPort: number | undefined;
  readonly device: string | undefined;
  /** Undefined allows all devices. */
  readonly allowDevices: readonly string[] | undefined;
  readonly connect: readonly string[];
  readonly readOnly: boolean;
  readonly slim: boolean;
  readonly takeAction: boolean;
  /** How long targets are waited for where a call does not say. */
  readonly actionTimeoutMs: number;
  /** Who decides on installing, emptying and uninstalling apps. */
  readonly manageApps: ManageApps;
  /** Folders that APKs may be installed from. */
  readonly apkDirs: readonly string[];
  readonly allowUrlSchemes: readonly string[];
  readonly outputDir: string;
  readonly stateDir: string;
  /** Undefined for the key in the state folder. */
  readonly signingKey: string | undefined;
  /** What may run on the device. */
  readonly companion: Companion;
  readonly hierarchySource: HierarchyWish;
  readonly hierarchyCache: CachePolicy | "off";
  /** Words like `mb=64`, as they were given. */
  readonly hierarchyCacheLimits: readonly string[];
  /** The program that reads words off pictures; undefined for none. */
  readonly ocr: string | undefined;
  /** Joined by +. */
  readonly ocrLanguages: string;
  /** Whether `serve` listens for HTTP instead of speaking on standard input and output. */
  readonly http: boolean;
  readonly httpPort: number | undefined;
  /** An address of this host; undefined for the loopback one. */
  readonly httpBind: string | undefined;
  /** Names besides the loopback ones by which clients reach it. */
  readonly httpHosts: readonly string[];
  /** Undefined for the token in the state folder. */
  readonly httpTokenFile: string | undefined;
  /** The environment, for adb's own variables and for starting the user's adb. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Values of flags as `util.parseArgs` gives them. */
export type FlagValues = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/**
 * The options from flags, environment and configuration file, the first that says something winning.
 * Errors: INVALID_ARGUMENT with the name of the option, also for unknown keys in the file.
 */
export function readConfig(flags: FlagValues, env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const file = readConfigFile(pathOf(flags["config"] ?? textOf(env["FOVEA_CONFIG"]), nameOf("config")));
  const option = <Value>(key: OptionKey, read: (value: unknown, name: string) => Value) =>
    read(lookUp(key, flags, env, file), nameOf(key));
  return {
    adbHost: option("adbHost", stringOf),
    adbPort: option("adbPort", portOf(1)),
    device: option("device", stringOf),
    allowDevices: option("allowDevices", listOf),
    connect: option("connect", listOf) ?? [],
    readOnly: option("readOnly", booleanOf),
    slim: option("slim", booleanOf),
    takeAction: option("takeAction", booleanOf),
    actionTimeoutMs: option("actionTimeoutMs", actionTimeoutOf),
    manageApps: option("manageApps", oneOf(MANAGE_APPS, "off")),
    apkDirs: option("apkDirs", pathsOf) ?? [],
    allowUrlSchemes: ["http", "https", ...(option("allowUrlSchemes", listOf) ?? [])],
    outputDir: option("outputDir", pathOf) ?? "fovea-output",
    stateDir: option("stateDir", pathOf) ?? defaultStateDir(env),
    signingKey: option("signingKey", pathOf),
    companion: option("companion", oneOf(COMPANIONS, "auto")),
    hierarchySource: option("hierarchySource", oneOf(HIERARCHY_WISHES, "auto")),
    hierarchyCache: option("hierarchyCache", oneOf(["off", ...CACHE_POLICIES], "tile")),
    hierarchyCacheLimits: option("hierarchyCacheLimits", listOf) ?? [],
    ocr: option("ocr", ocrProgramOf),
    ocrLanguages: option("ocrLanguages", ocrLanguagesOf),
    ...readVisionOptions(option),
    ...readTraceOptions(option),
    ...readRecordingOptions(option),
    http: option("http", booleanOf),
    httpPort: option("httpPort", portOf(0)),
    httpBind: option("httpBind", stringOf),
    httpHosts: option("httpHosts", listOf) ?? [],
    httpTokenFile: option("httpTokenFile", pathOf),
    env,
  };
}

type OptionKey = (typeof OPTIONS)[number]["key"];

/** `--adb-host (FOVEA_ADB_HOST)`. */
function nameOf(key: OptionKey): string {
  const option = OPTIONS.find((one) => one.key === key);
  return `${option?.flag} (${option?.env})`;
}

function lookUp(
  key: OptionKey,
  flags: FlagValues,
  env: Config["env"],
  file: Readonly<Record<string, unknown>>,
): unknown {
  const option = OPTIONS.find((one) => one.key === key);
  if (!option) return undefined;
  const flag = flags[option.flag.slice(2)];
  if (flag !== undefined) return flag;
  const variable = env[option.env];
  return variable !== undefined && variable !== "" ? variable : file[key];
}

function readConfigFile(path: string | undefined): Readonly<Record<string, unknown>> {
  if (path === undefined) return {};
  const content = parseConfigFile(path);
  const known = new Set<string>(OPTIONS.map((option) => option.key).filter((key) => key !== "config"));
  const unknown = Object.keys(content).filter((key) => !known.has(key));
  if (unknown.length > 0)
    throw new FoveaError("INVALID_ARGUMENT", `${path} has unknown options: ${unknown.join(", ")}`);
  return content;
}

function parseConfigFile(path: string): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof content === "object" && content !== null && !Array.isArray(content)) return { ...content };
  } catch (cause) {
    throw new FoveaError("INVALID_ARGUMENT", `the configuration file ${path} cannot be read: ${String(cause)}`, {
      cause,
    });
  }
  throw new FoveaError("INVALID_ARGUMENT", `the configuration file ${path} is no JSON object`);
}

/** Where what can be made again is kept, for this user alone. */
export function cacheDir(env: Config["env"] = process.env): string {
  return cacheFolder(env);
}
