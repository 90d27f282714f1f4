import * as z from "zod";
import { lookUp } from "../../base/word-table.js";
import { issueWords } from "../../base/zod-words.js";
import type { Condition, Target } from "../../screen/selector.js";
import { type CommandReader, type Complaint, complaint, reader } from "./command-reader.js";
import type { PermissionChange, PlainCommand, RandomKind } from "./flow.js";
import {
  duration,
  EMPTY_SELECTOR,
  elementOf,
  integer,
  name,
  patternOf,
  placeOf,
  selector,
  selectorFields,
  shareOf,
  text,
  WRONG_PLACE,
  yesNo,
} from "./flow-fields.js";
import { pressKey } from "./press-key-command.js";
import { scrollUntilVisible, swipe } from "./swipe-commands.js";

const LONG_PRESS_MS = 3_000;
/** Maestro's pause between repeated taps. */
const TAP_DELAY_MS = 100;

function tap(count: number, holdMs: number): CommandReader {
  return reader(z.strictObject(selectorFields), (fields) => {
    const target = targetOf(fields);
    if (typeof target === "string") return target;
    const { repeat = 1, delay = TAP_DELAY_MS, retryTapIfNoChange } = fields;
    const times = { times: Math.max(1, repeat), delayMs: Math.max(0, delay) };
    return { kind: "tap", target, count, holdMs, ...times, retries: retryTapIfNoChange ?? false };
  });
}

type SelectorFields = z.output<z.ZodObject<typeof selectorFields>>;

function targetOf(fields: SelectorFields): Target | string {
  const pattern = patternOf(fields);
  if (fields.point === undefined) return pattern ? elementOf(pattern) : EMPTY_SELECTOR;
  if (!pattern) return placeOf(fields.point) ?? WRONG_PLACE;
  const at = shareOf(fields.point);
  return at ? elementOf({ ...pattern, at }) : `point: a place in the element is expected, like 50%,50%`;
}

const elementFields = z.strictObject(selectorFields);

function assertion(isThere: boolean): CommandReader {
  return reader(elementFields, (fields) => {
    const pattern = patternOf(fields);
    if (!pattern) return EMPTY_SELECTOR;
    return { kind: "assert", condition: existing(elementOf(pattern), isThere), timeoutMs: null };
  });
}

function existing(element: ReturnType<typeof elementOf>, isThere: boolean): Condition {
  const exists: Condition = { kind: "exists", element };
  return isThere ? exists : { kind: "not", condition: exists };
}

const conditionFields = z.strictObject({ visible: selector.optional(), notVisible: selector.optional() });

/** What `visible` and `notVisible` of a condition ask for. */
export function readConditions(given: unknown): readonly Condition[] | Complaint {
  const parsed = conditionFields.safeParse(given, { error: issueWords });
  return parsed.success ? bothOf(parsed.data.visible, parsed.data.notVisible) : complaint(parsed.error);
}

const waitFields = conditionFields.extend({ timeout: duration.optional() });

const waitUntil = reader(waitFields, ({ visible, notVisible, timeout }) => {
  const conditions = bothOf(visible, notVisible);
  const [first] = conditions;
  if (!first) return "visible or notVisible is missing";
  const condition: Condition = conditions.length === 1 ? first : { kind: "and", conditions };
  return { kind: "assert", condition, timeoutMs: timeout ?? null };
});

function bothOf(
  visible: z.output<typeof selector> | undefined,
  notVisible: z.output<typeof selector> | undefined,
): readonly Condition[] {
  return [
    ...(visible ? [existing(elementOf(visible), true)] : []),
    ...(notVisible ? [existing(elementOf(notVisible), false)] : []),
  ];
}

const launchFields = z.strictObject({
  appId: name,
  url: name.optional(),
  clearState: yesNo.optional(),
  clearKeychain: yesNo.optional(),
  stopApp: yesNo.optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  arguments: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()], "texts, numbers, true and false are passed on"))
    .optional(),
});

const launchApp = reader(launchFields, (fields) => {
  const permissions = permissionsOf(fields.permissions ?? {});
  if (typeof permissions === "string") return permissions;
  return {
    kind: "launch",
    appId: fields.url ?? fields.appId,
    stops: fields.stopApp ?? true,
    clears: fields.clearState ?? false,
    extras: fields.arguments ?? {},
    permissions,
  };
});

/** Those for `all` first, so that others may differ from them. */
function permissionsOf(given: Readonly<Record<string, string>>): readonly PermissionChange[] | string {
  const entries = Object.entries(given);
  const [wrong] = entries.filter(([, value]) => !/^(?:allow|deny)$/i.test(value.trim()));
  if (wrong) return `permissions.${wrong[0]}: allow or deny is expected`;
  const changes = entries.map(([word, value]) => ({ name: word, isGiven: value.trim().toLowerCase() === "allow" }));
  return [...changes.filter(({ name: one }) => one === "all"), ...changes.filter(({ name: one }) => one !== "all")];
}

const permissionFields = z.strictObject({
  appId: name,
  url: name.optional(),
  permissions: z.record(z.string(), z.string()),
});
const setPermissions = reader(permissionFields, ({ appId, permissions }) => {
  const changes = permissionsOf(permissions);
  return typeof changes === "string" ? changes : { kind: "permissions", appId, permissions: changes };
});

const setOrientation = reader(z.strictObject({ orientation: text }), ({ orientation }) => {
  const word = orientation.toLowerCase().replaceAll("_", "");
  if (word === "portrait") return { kind: "orientation", to: "portrait" };
  if (word === "landscapeleft" || word === "landscaperight") return { kind: "orientation", to: "landscape" };
  return `"${orientation}" is not supported here: PORTRAIT, LANDSCAPE_LEFT and LANDSCAPE_RIGHT are`;
});

const modeWord = z.enum(["enabled", "disabled"], "enabled or disabled is expected");
const setDarkMode = reader(z.strictObject({ value: modeWord }), ({ value }) => ({
  kind: "darkMode",
  isOn: value === "enabled",
}));

function onApp(kind: "stop" | "clear"): CommandReader {
  return reader(z.strictObject({ appId: name }), ({ appId }) => ({ kind, appId }));
}

function plain(command: PlainCommand): CommandReader {
  return reader(z.strictObject({}), () => command);
}

const hideKeyboard = plain({ kind: "hideKeyboard" });
const back = plain({ kind: "press", key: "back" });
const scroll = plain({ kind: "swipe", swipe: { speed: "normal", direction: "up", target: null } });
const pasteText = plain({ kind: "paste" });
const clearKeychain = plain({ kind: "nothing", why: "Android has no keychain" });

const ACTIONS: Readonly<Record<string, CommandReader>> = { back, hideKeyboard, scroll, clearKeychain, pasteText };

/** An older form of commands that need nothing else. */
const action: CommandReader = (given) => {
  const { action: word } = z.strictObject({ action: text }).parse(given);
  const named = lookUp(ACTIONS, word);
  return named ? named({}) : { path: [], why: `"${word}" is none of ${Object.keys(ACTIONS).join(", ")}` };
};

const inputText = reader(z.strictObject({ text }), (fields) => ({ kind: "type", text: fields.text }));

const RANDOM_LENGTH = 8;

function random(what: RandomKind): CommandReader {
  return reader(z.strictObject({ length: integer(-1_000_000, 10_000).optional() }), ({ length = RANDOM_LENGTH }) => ({
    kind: "random",
    what,
    length: length > 0 ? length : RANDOM_LENGTH,
  }));
}

const eraseFields = z.strictObject({ charactersToErase: integer(0, 10_000).optional() });
const eraseText = reader(eraseFields, ({ charactersToErase }) => ({ kind: "erase", count: charactersToErase ?? null }));

const copyTextFrom = reader(elementFields, (fields) => {
  const pattern = patternOf(fields);
  return pattern ? { kind: "copy", element: elementOf(pattern) } : EMPTY_SELECTOR;
});

const setClipboard = reader(z.strictObject({ text }), (fields) => ({ kind: "clip", text: fields.text }));

const linkFields = z.strictObject({ link: name, browser: yesNo.optional(), autoVerify: yesNo.optional() });
const openLink = reader(linkFields, ({ link, browser, autoVerify }) => {
  if (browser) return "browser is not supported here: a link goes to the app that takes it; leave browser out";
  return { kind: "open", url: link, verifies: autoVerify ?? false };
});

/** Folders below the one for pictures, and names that mean a file on every system. */
const PICTURE = /^(?:[\w -][\w .-]*\/){0,8}[\w -][\w .-]{0,120}$/;

const pictureFields = z.strictObject({ path: name, cropOn: selector.optional() });
const takeScreenshot = reader(pictureFields, ({ path, cropOn }) => {
  const file = path.replace(/^\.\//, "").replace(/\.png$/i, "");
  if (!PICTURE.test(file)) return `path: "${path}" is not the name of a file below the folder for pictures`;
  return { kind: "screenshot", file: `${file}.png`, crop: cropOn ? elementOf(cropOn) : null };
});

const waitForAnimationToEnd = reader(z.strictObject({ timeout: duration.optional() }), () => ({ kind: "rest" }));

const assertTrue = reader(z.strictObject({ condition: text.optional() }), ({ condition }) => ({
  kind: "truth",
  text: condition ?? "true",
}));

function refused(why: string): CommandReader {
  return () => ({ path: [], why });
}

const MODEL = refused("no model is configured that could judge a screenshot: leave the step out, or assert an element");
const NOT_YET = (way: string) => refused(`it is not supported here: ${way}`);

/** Every command that holds no others, by its word. */
export const SIMPLE_COMMANDS: Readonly<Record<string, CommandReader>> = {
  launchApp,
  stopApp: onApp("stop"),
  killApp: onApp("stop"),
  clearState: onApp("clear"),
  clearKeychain,
  setPermissions,
  tapOn: tap(1, 0),
  doubleTapOn: tap(2, 0),
  longPressOn: tap(1, LONG_PRESS_MS),
  inputText,
  inputRandomText: random("text"),
  inputRandomNumber: random("number"),
  inputRandomEmail: random("email"),
  inputRandomPersonName: random("person"),
  inputRandomCityName: random("city"),
  inputRandomCountryName: random("country"),
  inputRandomColorName: random("color"),
  eraseText,
  copyTextFrom,
  pasteText,
  setClipboard,
  pressKey,
  back,
  hideKeyboard,
  "hide keyboard": hideKeyboard,
  action,
  waitForAnimationToEnd,
  swipe,
  scroll,
  scrollUntilVisible,
  assertVisible: assertion(true),
  assertNotVisible: assertion(false),
  assertTrue,
  assertNoDefectsWithAI: MODEL,
  assertWithAI: MODEL,
  extractTextWithAI: MODEL,
  assertScreenshot: NOT_YET("take it with takeScreenshot, and compare it in CI"),
  extendedWaitUntil: waitUntil,
  openLink,
  takeScreenshot,
  startRecording: NOT_YET("record the run with --trace"),
  stopRecording: NOT_YET("record the run with --trace"),
  addMedia: NOT_YET("push the file before, by `adb push`"),
  setLocation: NOT_YET("set the location of the emulator before"),
  travel: NOT_YET("set the location of the emulator before"),
  setOrientation,
  setAirplaneMode: NOT_YET("set it before, by `adb shell cmd connectivity airplane-mode`"),
  toggleAirplaneMode: NOT_YET("set it before, by `adb shell cmd connectivity airplane-mode`"),
  setDarkMode,
  toggleDarkMode: NOT_YET("set it before, by `adb shell cmd uimode night`"),
  assertDarkMode: NOT_YET("leave it out"),
  assertLightMode: NOT_YET("leave it out"),
};
