import * as z from "zod";
import type { Direction } from "../../actions/verbs/swipe.js";
import { findKey, KEYS } from "../../base/key-names.js";
import { lookUp } from "../../base/word-table.js";
import { IS_MISSING, issueWords } from "../../base/zod-words.js";
import type { Condition, Target } from "../../screen/selector.js";
import type { FlowCommand } from "./flow.js";
import {
  aboutFields,
  EMPTY_SELECTOR,
  elementOf,
  integer,
  name,
  patternOf,
  place,
  selector,
  selectorFields,
  text,
  yesNo,
} from "./flow-fields.js";

/** What commands read besides their fields. */
export interface CommandScope {
  /** Of the flow's head; null where it has none. */
  readonly appId: string | null;
}

export interface About {
  readonly label?: string | undefined;
  readonly optional?: boolean | undefined;
}

/** What a command came to, or what is wrong with it, and where in it. */
export type ReadCommand =
  | { readonly about: About; readonly command: FlowCommand }
  | { readonly path: readonly PropertyKey[]; readonly why: string };

/** Reads a command that holds no others, from the data of its YAML. */
export type CommandReader = (given: unknown, scope: CommandScope) => ReadCommand;

/** `field` is what a text by itself stands for; `make` gives words where the fields do not go together. */
function reader<Schema extends z.ZodType<About>>(
  field: string | null,
  schema: Schema,
  make: (fields: z.output<Schema>, scope: CommandScope) => FlowCommand | string,
): CommandReader {
  return (given, scope) => {
    const parsed = schema.safeParse(asMap(given, field), { error: issueWords });
    if (!parsed.success) return complaint(parsed.error);
    const command = make(parsed.data, scope);
    return typeof command === "string" ? { path: [], why: command } : { about: parsed.data, command };
  };
}

function asMap(given: unknown, field: string | null): unknown {
  if (given === "") return {};
  return typeof given === "string" && field !== null ? { [field]: given } : given;
}

/** The first thing that is wrong, in words. */
export function complaint(error: z.ZodError): { readonly path: readonly PropertyKey[]; readonly why: string } {
  const [issue] = error.issues;
  if (!issue) return { path: [], why: "it has another form" };
  const unknown = issue.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const path = unknown === undefined ? issue.path : [...issue.path, unknown];
  const field = path.map(String).join(".");
  if (unknown !== undefined) return { path, why: `${field} is not supported here` };
  const why = issue.code === "invalid_type" ? typeWords(issue) : issue.message;
  return { path, why: field === "" ? why : `${field}: ${why}` };
}

function typeWords({ expected, message }: { readonly expected: string; readonly message: string }): string {
  if (message === IS_MISSING) return IS_MISSING;
  return `${lookUp(KINDS, expected) ?? "something else"} is expected`;
}

const KINDS: Readonly<Record<string, string>> = { object: "a map of fields", array: "a list", string: "a text" };

const about = z.strictObject(aboutFields);

/** Read, and of no effect: a touch waits for its target to rest in any case, and every action for the screen. */
const restFields = { waitUntilVisible: yesNo.optional(), waitToSettleTimeoutMs: integer(0, 600_000).optional() };

const tapFields = about.extend({
  ...selectorFields,
  ...restFields,
  point: place.optional(),
  retryTapIfNoChange: yesNo.optional(),
  repeat: integer(1, 100).optional(),
  delay: integer(0, 60_000).optional(),
});

const LONG_PRESS_MS = 3_000;

function tap(count: number, holdMs: number): CommandReader {
  return reader("text", tapFields, (fields) => {
    const target = targetOf(fields);
    if (typeof target === "string") return target;
    if (fields.delay !== undefined && fields.repeat === undefined) return "delay is for repeat, which is missing";
    const times = { times: fields.repeat ?? 1, delayMs: fields.delay ?? 0 };
    return { kind: "tap", target, count, holdMs, ...times, retries: fields.retryTapIfNoChange ?? false };
  });
}

function targetOf(fields: z.output<typeof tapFields>): Target | string {
  const pattern = patternOf(fields);
  if (pattern && fields.point) return "a point of an element is not supported: give either a selector or a point";
  return fields.point ?? (pattern ? elementOf(pattern) : EMPTY_SELECTOR);
}

const elementFields = about.extend(selectorFields);

function assertion(isThere: boolean): CommandReader {
  return reader("text", elementFields, (fields) => {
    const pattern = patternOf(fields);
    if (!pattern) return EMPTY_SELECTOR;
    return { kind: "assert", condition: existing(elementOf(pattern), isThere), timeoutMs: null };
  });
}

export function existing(element: ReturnType<typeof elementOf>, isThere: boolean): Condition {
  const exists: Condition = { kind: "exists", element };
  return isThere ? exists : { kind: "not", condition: exists };
}

const waitFields = about.extend({
  visible: selector.optional(),
  notVisible: selector.optional(),
  timeout: integer(0, 600_000).optional(),
});

const waitUntil = reader(null, waitFields, ({ visible, notVisible, timeout }) => {
  const conditions = bothOf(visible, notVisible);
  const [first] = conditions;
  if (!first) return "visible or notVisible is missing";
  const condition: Condition = conditions.length === 1 ? first : { kind: "and", conditions };
  return { kind: "assert", condition, timeoutMs: timeout ?? null };
});

/** What `visible` and `notVisible` ask for. */
export function bothOf(
  visible: z.output<typeof selector> | undefined,
  notVisible: z.output<typeof selector> | undefined,
): readonly Condition[] {
  return [
    ...(visible ? [existing(elementOf(visible), true)] : []),
    ...(notVisible ? [existing(elementOf(notVisible), false)] : []),
  ];
}

const direction = z
  .string()
  .transform((word) => word.toLowerCase())
  .pipe(z.enum(["up", "down", "left", "right"], "UP, DOWN, LEFT or RIGHT is expected"));

const swipeFields = about.extend({
  direction: direction.optional(),
  from: selector.optional(),
  start: place.optional(),
  end: place.optional(),
  duration: integer(1, 60_000).optional(),
  waitToSettleTimeoutMs: restFields.waitToSettleTimeoutMs,
});

const swipe = reader(null, swipeFields, ({ direction: way, from, start, end, duration }) => {
  const speed = speedOf(duration);
  if (way && !start && !end) {
    return { kind: "swipe", swipe: { speed, direction: way, target: from ? elementOf(from) : null } };
  }
  if (!way && !from && start && end) return { kind: "swipe", swipe: { speed, from: start, to: end } };
  return "give either direction (with from or without), or start and end";
});

/** Of Fovea's three speeds, which take 120, 500 and 1000 ms, the nearest; 400 ms are Maestro's own. */
function speedOf(durationMs = 400): "slow" | "normal" | "fast" {
  if (durationMs >= 750) return "slow";
  return durationMs < 250 ? "fast" : "normal";
}

const scrollFields = about.extend({
  element: selector,
  direction: direction.optional(),
  timeout: integer(0, 600_000).optional(),
  waitToSettleTimeoutMs: restFields.waitToSettleTimeoutMs,
});
const SCROLL_MS = 20_000;
/** To see what is further down, the finger moves up. */
const FINGER: Readonly<Record<Direction, Direction>> = { down: "up", up: "down", left: "right", right: "left" };

const scrollUntilVisible = reader("element", scrollFields, ({ element, direction: way, timeout }) => ({
  kind: "scrollUntil",
  element: elementOf(element),
  direction: FINGER[way ?? "down"],
  timeoutMs: timeout ?? SCROLL_MS,
}));

const launchFields = about.extend({ appId: name.optional(), clearState: yesNo.optional(), stopApp: yesNo.optional() });
const NO_APP = "appId is missing, here and in the head of the flow";

const launchApp = reader("appId", launchFields, ({ appId, clearState, stopApp }, scope) => {
  const app = appId ?? scope.appId;
  if (app === null) return NO_APP;
  return { kind: "launch", appId: app, stops: stopApp ?? true, clears: clearState ?? false };
});

function onApp(kind: "stop" | "clear"): CommandReader {
  return reader("appId", about.extend({ appId: name.optional() }), ({ appId }, scope) => {
    const app = appId ?? scope.appId;
    return app === null ? NO_APP : { kind, appId: app };
  });
}

/** Maestro's names for keys, where Fovea has others. */
const OTHER_KEYS: Readonly<Record<string, string>> = {
  backspace: "delete",
  lock: "power",
  "volume up": "volume_up",
  "volume down": "volume_down",
  "remote dpad up": "up",
  "remote dpad down": "down",
  "remote dpad left": "left",
  "remote dpad right": "right",
  "remote dpad center": "center",
  "remote media play pause": "KEYCODE_MEDIA_PLAY_PAUSE",
  "remote media stop": "KEYCODE_MEDIA_STOP",
  "remote media next": "KEYCODE_MEDIA_NEXT",
  "remote media previous": "KEYCODE_MEDIA_PREVIOUS",
};

const pressKey = reader("key", about.extend({ key: name }), ({ key }) => {
  const word = key.toLowerCase();
  const ours = lookUp(OTHER_KEYS, word) ?? word;
  const isKnown = Object.hasOwn(KEYS, ours) || (/^keycode_/i.test(ours) && findKey(ours) !== undefined);
  return isKnown
    ? { kind: "press", key: ours }
    : `there is no key "${key}": enter, backspace, home, …, or a KEYCODE_ name`;
});

function plain(command: FlowCommand): CommandReader {
  return reader(null, about, () => command);
}

const inputText = reader("text", about.extend({ text: name }), (fields) => ({ kind: "type", text: fields.text }));

const eraseFields = about.extend({ charactersToErase: integer(1, 10_000).optional() });
const eraseText = reader("charactersToErase", eraseFields, ({ charactersToErase }) => ({
  kind: "erase",
  count: charactersToErase ?? null,
}));

const openLink = reader("link", about.extend({ link: name }), ({ link }) => ({ kind: "open", url: link }));

/** Folders below the one for pictures, and names that mean a file on every system. */
const PICTURE = /^(?:[\w -][\w .-]*\/){0,8}[\w -][\w .-]{0,120}$/;

const takeScreenshot = reader("path", about.extend({ path: name }), ({ path }) => {
  const file = path.replace(/\.png$/i, "");
  if (!PICTURE.test(file)) return `path: "${path}" is not the name of a file below the folder for pictures`;
  return { kind: "screenshot", file: `${file}.png` };
});

const restTime = about.extend({ timeout: integer(0, 600_000).optional() });

const assertTrue = reader("condition", about.extend({ condition: text }), ({ condition }) => {
  const word = condition.trim();
  if (word === "true" || word === "false") return { kind: "truth", holds: word === "true" };
  return "only true and false are known: what has to be worked out is JavaScript, which is not supported";
});

/** Every command that holds no others, by its word. */
export const SIMPLE_COMMANDS: Readonly<Record<string, CommandReader>> = {
  launchApp,
  stopApp: onApp("stop"),
  killApp: onApp("stop"),
  clearState: onApp("clear"),
  tapOn: tap(1, 0),
  doubleTapOn: tap(2, 0),
  longPressOn: tap(1, LONG_PRESS_MS),
  inputText,
  eraseText,
  pressKey,
  back: plain({ kind: "press", key: "back" }),
  hideKeyboard: plain({ kind: "hideKeyboard" }),
  waitForAnimationToEnd: reader("timeout", restTime, () => ({ kind: "rest" })),
  swipe,
  scroll: plain({ kind: "swipe", swipe: { speed: "normal", direction: "up", target: null } }),
  scrollUntilVisible,
  assertVisible: assertion(true),
  assertNotVisible: assertion(false),
  assertTrue,
  extendedWaitUntil: waitUntil,
  openLink,
  takeScreenshot,
};
