import type { PhoneIntent } from "../intent.js";
import { illegalArgument } from "../java-error.js";

const FRAMES = [
  "android.content.Intent.parseCommandArgs(Intent.java:7938)",
  "com.android.server.am.ActivityManagerShellCommand.makeIntent(ActivityManagerShellCommand.java:447)",
  "com.android.server.am.ActivityManagerShellCommand.runStartActivity(ActivityManagerShellCommand.java:528)",
  "com.android.server.am.ActivityManagerShellCommand.onCommand(ActivityManagerShellCommand.java:240)",
  "com.android.modules.utils.BasicShellCommandHandler.exec(BasicShellCommandHandler.java:97)",
] as const;

/** An intent as written on a command line, and the options of `am` itself. */
export interface IntentWords {
  readonly intent: PhoneIntent;
  readonly flags: number;
  readonly waits: boolean;
  readonly stopsFirst: boolean;
  /** The value of `--display`; null without the option. */
  readonly displayId: string | null;
}

interface Draft {
  action: string | null;
  data: string | null;
  type: string | null;
  component: string | null;
  packageName: string | null;
  readonly categories: string[];
  readonly extras: Map<string, string>;
  flags: number;
  waits: boolean;
  stopsFirst: boolean;
  displayId: string | null;
  isEmpty: boolean;
}

/** Options that have a key and a value after them. */
const EXTRAS = [
  "-e",
  "--es",
  "--ez",
  "--ei",
  "--el",
  "--ef",
  "--ed",
  "--eu",
  "--ecn",
  "--eia",
  "--ela",
  "--efa",
  "--esa",
  "--esal",
];
/** Options of `am` with one value that have no effect on this phone. */
const IGNORED_WITH_VALUE = [
  "--user",
  "-D",
  "--windowingMode",
  "--activityType",
  "--task",
  "-P",
  "--start-profiler",
  "--sampling",
  "-R",
];

/** Intent.parseCommandArgs of AOSP with the options of `am start` around it. Errors: IllegalArgumentException. */
export function parseIntent(args: readonly string[]): IntentWords {
  const draft: Draft = {
    action: null,
    data: null,
    type: null,
    component: null,
    packageName: null,
    categories: [],
    extras: new Map(),
    flags: 0,
    waits: false,
    stopsFirst: false,
    displayId: null,
    isEmpty: true,
  };
  const words = [...args];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word.startsWith("-")) readOption(draft, word, words);
    else readTarget(draft, word);
  }
  if (draft.isEmpty) throw illegalArgument("No intent supplied", FRAMES);
  const { flags, waits, stopsFirst, displayId, isEmpty: _isEmpty, ...intent } = draft;
  return { intent, flags, waits, stopsFirst, displayId };
}

function readOption(draft: Draft, option: string, words: string[]): void {
  if (option === "-W") draft.waits = true;
  else if (option === "-S") draft.stopsFirst = true;
  else if (option === "--display") draft.displayId = takeValue(option, words);
  else if (IGNORED_WITH_VALUE.includes(option)) takeValue(option, words);
  else if (EXTRAS.includes(option)) draft.extras.set(takeValue(option, words), takeValue(option, words));
  else if (option === "--esn") draft.extras.set(takeValue(option, words), "");
  else if (/^--(activity|receiver|grant|exclude|include|debug|selector)-/.test(option)) return;
  else readPart(draft, option, words);
}

function readPart(draft: Draft, option: string, words: string[]): void {
  const value = () => takeValue(option, words);
  if (option === "-a") draft.action = value();
  else if (option === "-d") draft.data = value();
  else if (option === "-t") draft.type = value();
  else if (option === "-c") draft.categories.push(value());
  else if (option === "-n") draft.component = componentOf(value());
  else if (option === "-p") draft.packageName = value();
  else if (option === "-f") draft.flags = flagsOf(value());
  else throw illegalArgument(`Unknown option: ${option}`, FRAMES);
  if (["-a", "-d", "-t", "-n"].includes(option)) draft.isEmpty = false;
}

/** Reads a word without an option: an address, a component, or a package. */
function readTarget(draft: Draft, word: string): void {
  draft.isEmpty = false;
  if (word.includes(":")) {
    draft.data = word;
    draft.action ??= "android.intent.action.VIEW";
    return;
  }
  draft.action ??= "android.intent.action.MAIN";
  if (draft.categories.length === 0) draft.categories.push("android.intent.category.LAUNCHER");
  if (word.includes("/")) draft.component = componentOf(word);
  else draft.packageName = word;
}

function takeValue(option: string, words: string[]): string {
  const value = words.shift();
  if (value === undefined) throw illegalArgument(`Argument expected after "${option}"`, FRAMES);
  return value;
}

function componentOf(name: string): string {
  if (!/^[^/]+\/[^/]+$/.test(name)) throw illegalArgument(`Bad component name: ${name}`, FRAMES);
  return name;
}

/** Integer.decode: decimal, 0x… or 0…. */
function flagsOf(word: string): number {
  const value = /^0[0-7]+$/.test(word) ? Number.parseInt(word, 8) : Number(word);
  if (!Number.isInteger(value)) throw illegalArgument(`For input string: "${word}"`, FRAMES);
  return value >>> 0;
}
