import { FoveaError, isFoveaError } from "../../base/errors.js";
import { describedFailure, invalid } from "../failures.js";
import { inWordsOfPrograms } from "../program-words.js";
import type * as Public from "../types.js";

/** Every option of a type, so that the compiler reports an option that is missing here. */
type Known<Options> = Readonly<Record<keyof Options, true>>;

/** Which argument of a call holds the options, and the options that it may have. */
export interface CallShape {
  readonly at: number;
  readonly known: Readonly<Record<string, true>>;
  /** For arguments whose name differs from the tool's: the name in the tool → the name in the call. */
  readonly names?: Readonly<Record<string, string>>;
}

type Calls<Owner, Others extends string> = Readonly<Record<Exclude<keyof Owner & string, Others>, CallShape>>;

/** The options that every call takes. */
export const CALL: Known<Public.CallOptions> = { signal: true, deadlineMs: true };
const ACT: Known<Public.ActOptions> = { ...CALL, timeoutMs: true, expect: true };
const OPEN: Known<Public.OpenOptions> = { ...CALL, expect: true };
const OBSERVE: Known<Public.ObserveOptions> = { ...CALL, fresh: true };
const TAP: Known<Public.TapOptions> = { ...ACT, count: true, holdMs: true };
const TYPE: Known<Public.TypeOptions> = { ...ACT, target: true, clear: true, submit: true };
const SWIPE: Known<Public.SwipeOptions> = { ...ACT, target: true, speed: true };
const DRAG: Known<Public.DragOptions> = { ...ACT, durationMs: true };
const PINCH: Known<Public.PinchOptions> = { ...ACT, target: true };
const SCROLL: Known<Public.ScrollToOptions> = { ...CALL, way: true, within: true, mostSwipes: true };
const PRESS: Known<Public.PressOptions> = { ...OPEN, count: true, long: true };
const WAIT: Known<Public.WaitOptions> = { ...CALL, timeoutMs: true };
/** The options of assertions on a locator. */
export const ASSERT: Known<Public.AssertOptions> = WAIT;
const PICTURE: Known<Public.PictureOptions> = { ...CALL, longestSide: true };
const MARKS: Known<Public.MarkOptions> = { ...CALL, only: true, zoom: true, previous: true };
const RECORD: Known<Public.RecordOptions> = { folder: true, byHand: true };
const WORKFLOW: Known<Public.WorkflowOptions> = {
  ...CALL,
  env: true,
  maxAttempts: true,
  verification: true,
  lookupMs: true,
  screenshots: true,
  onStep: true,
};
const SKILL: Known<Public.SkillOptions> = {
  ...CALL,
  slots: true,
  from: true,
  patienceMs: true,
  launches: true,
  onStep: true,
};
const DISPLAY: Known<Public.DisplayOptions> = {
  ...CALL,
  size: true,
  density: true,
  fontPercent: true,
  dark: true,
  animations: true,
  stayAwake: true,
  timeZone: true,
  locale: true,
  package: true,
};
const NETWORK: Known<Public.NetworkOptions> = { ...CALL, airplane: true, wifi: true, data: true, speed: true };
const LOGS: Known<Public.LogOptions> = {
  ...CALL,
  package: true,
  level: true,
  pattern: true,
  seconds: true,
  lines: true,
};

/** Members of a phone that take no options, so they are not in the table below. */
type OfPhone = "serial" | "locator" | "close" | "actions" | "apps" | "device" | "files" | "memory" | "adb";

export const PHONE_CALLS: Calls<Public.Phone, OfPhone> = {
  observe: { at: 0, known: OBSERVE },
  update: { at: 1, known: OBSERVE },
  find: { at: 1, known: { ...CALL, minConfidence: true } },
  tap: { at: 1, known: TAP },
  type: { at: 1, known: TYPE },
  swipe: { at: 1, known: SWIPE, names: { direction: "way" } },
  drag: { at: 2, known: DRAG },
  pinch: { at: 1, known: PINCH },
  scrollTo: { at: 1, known: SCROLL, names: { direction: "way", target: "query" } },
  focus: {
    at: 1,
    known: { ...CALL, mostKeys: true } satisfies Known<Public.FocusOptions>,
    names: { target: "query" },
  },
  press: { at: 1, known: PRESS },
  open: { at: 1, known: OPEN, names: { package: "packageOrUrl", url: "packageOrUrl" } },
  act: { at: 1, known: CALL, names: { action: "sentence" } },
  batch: { at: 1, known: CALL },
  wait: { at: 1, known: { ...WAIT, minConfidence: true } },
  verify: { at: 1, known: CALL },
  expect: { at: 1, known: WAIT },
  screenshot: { at: 0, known: PICTURE },
  marks: { at: 0, known: MARKS },
  history: { at: 0, known: { ...CALL, count: true } },
  debug: { at: 0, known: CALL },
  record: { at: 0, known: RECORD },
  executeWorkflow: { at: 1, known: WORKFLOW },
  runSkill: { at: 1, known: SKILL },
};

const OF_PACKAGE = { package: "packageId" };
const OF_APP: CallShape = { at: 1, known: CALL, names: OF_PACKAGE };

export const APP_CALLS: Calls<Public.Apps, never> = {
  list: {
    at: 0,
    known: { ...CALL, contains: true, recent: true, system: true } satisfies Known<Public.ListAppsOptions>,
  },
  open: { at: 1, known: { ...OPEN, activity: true }, names: OF_PACKAGE },
  close: OF_APP,
  install: { at: 1, known: CALL },
  clear: OF_APP,
  uninstall: OF_APP,
  info: OF_APP,
  use: OF_APP,
  startMeasuring: OF_APP,
  stopMeasuring: OF_APP,
  coldStart: OF_APP,
  permissions: OF_APP,
  changePermissions: {
    at: 1,
    known: { ...CALL, grant: true, revoke: true, reset: true } satisfies Known<Public.PermissionOptions>,
    names: OF_PACKAGE,
  },
};

export const DEVICE_CALLS: Calls<Public.Device, never> = {
  turn: { at: 1, known: CALL },
  display: { at: 0, known: DISPLAY },
  setBack: { at: 0, known: CALL },
  setting: { at: 1, known: CALL },
  putSetting: { at: 2, known: CALL },
  clipboard: { at: 0, known: CALL },
  putClipboard: { at: 1, known: CALL },
  putLocation: {
    at: 1,
    known: { ...CALL, pauseSeconds: true } satisfies Known<Public.TravelOptions>,
    names: { at: "places", route: "places", seconds: "pauseSeconds" },
  },
  touchSensor: { at: 1, known: CALL },
  network: { at: 0, known: NETWORK },
  notifications: { at: 0, known: CALL },
  openNotifications: { at: 0, known: CALL },
  tapNotification: { at: 1, known: CALL, names: { tap: "title" } },
  dismissNotification: { at: 1, known: CALL, names: { dismiss: "title" } },
  postNotification: { at: 2, known: CALL, names: { post: "title" } },
  startVideo: { at: 0, known: { ...CALL, size: true } satisfies Known<Public.VideoOptions> },
  stopVideo: { at: 0, known: { ...CALL, saveAs: true } satisfies Known<Public.StopVideoOptions> },
  logs: { at: 0, known: LOGS },
  crashes: { at: 0, known: { ...CALL, package: true, count: true } satisfies Known<Public.CrashOptions> },
};

export const ADB_CALLS: Calls<Public.Adb, never> = { shell: { at: 1, known: CALL } };

export const FILE_CALLS: Calls<Public.Files, never> = {
  list: { at: 1, known: CALL, names: { list: "folder" } },
  push: {
    at: 1,
    known: { ...CALL, to: true, replace: true } satisfies Known<Public.PushOptions>,
    names: { push: "file" },
  },
  pull: { at: 1, known: { ...CALL, saveAs: true } satisfies Known<Public.PullOptions>, names: { pull: "path" } },
  scan: { at: 1, known: CALL, names: { scan: "path" } },
};

export const MEMORY_CALLS: Calls<Public.Memory, never> = {
  recall: { at: 1, known: { ...CALL, count: true } satisfies Known<Public.RecallOptions> },
  screen: { at: 1, known: CALL, names: { screen: "id" } },
  note: { at: 1, known: { ...CALL, screen: true } satisfies Known<Public.NoteOptions>, names: { note: "words" } },
  predict: { at: 0, known: { ...CALL, goal: true, count: true } satisfies Known<Public.PredictOptions> },
  goTo: { at: 1, known: CALL },
};

/** Members of a locator that do not wait. A chained locator is checked where it is used. */
type OfLocator = "description" | "within" | "nth" | "near";

export const LOCATOR_CALLS: Calls<Public.Locator, OfLocator> = {
  all: { at: 0, known: CALL },
  count: { at: 0, known: CALL },
  element: { at: 0, known: WAIT },
  text: { at: 0, known: WAIT },
  isVisible: { at: 0, known: CALL },
  tap: { at: 0, known: TAP },
  type: { at: 1, known: { ...ACT, clear: true, submit: true } satisfies Known<Omit<Public.TypeOptions, "target">> },
  dragTo: { at: 1, known: ACT },
  scrollTo: { at: 0, known: SCROLL, names: { direction: "way" } },
  waitFor: { at: 0, known: { ...WAIT, state: true } },
};

/**
 * Makes each call refuse unknown options and arguments of a wrong type: a misspelt `expect` would be an action that is
 * not verified. Errors of the calls then: INVALID_ARGUMENT, before anything is done.
 */
export function holdToShapes(owner: object, shapes: Readonly<Record<string, CallShape>>, prefix = ""): void {
  for (const [key, { at, known, names }] of Object.entries(shapes)) {
    const call: unknown = Reflect.get(owner, key);
    const name = prefix + key;
    if (typeof call !== "function") throw new TypeError(`${name} is not a call`);
    // The steps of a batch have the arguments of tools, so their names are not replaced.
    const words = key === "batch" ? null : { name, options: Object.keys(known), names };
    const value = async (...args: readonly unknown[]): Promise<unknown> => {
      requireOptions(name, args[at], known);
      try {
        return await Reflect.apply(call, owner, args);
      } catch (error) {
        if (isFoveaError(error)) throw inWordsOfPrograms(error, words);
        if (error instanceof TypeError) throw invalid(`${name}: ${error.message}`, name);
        throw describedFailure(error, name);
      }
    };
    Object.defineProperty(owner, key, { value });
  }
}

/** Errors: INVALID_ARGUMENT with the name of the wrong option and the options that exist. */
export function requireOptions(name: string, options: unknown, known: Readonly<Record<string, unknown>>): void {
  if (options === undefined) return;
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw invalid(`${name}: its options have to be an object`, name);
  for (const [key, value] of Object.entries(options)) {
    if (!Object.hasOwn(known, key)) throw unknownOption(name, key, Object.keys(known));
    if (value === undefined) continue;
    if (key === "signal" && !(value instanceof AbortSignal))
      throw invalid(`${name}: signal has to be an AbortSignal`, name);
    if (key === "deadlineMs" && !(typeof value === "number" && value > 0))
      throw invalid(`${name}: deadlineMs has to be a number above 0`, name);
  }
}

function unknownOption(name: string, key: string, known: readonly string[]): FoveaError {
  const hint = `Its options are: ${known.join(", ")}.`;
  const error = new FoveaError("INVALID_ARGUMENT", `${name}: there is no option "${key}"; nothing was done`, { hint });
  return describedFailure(error, name);
}
