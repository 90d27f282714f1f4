import * as z from "zod";
import { lookUp } from "../../base/word-table.js";
import { issueWords } from "../../base/zod-words.js";
import type { Condition, Target } from "../../screen/selector.js";
import { pictureFile } from "./baselines.js";
import { type CommandReader, type Complaint, complaint, reader } from "./command-reader.js";
import { DEVICE_COMMANDS, permissionsOf } from "./device-commands.js";
import type { PlainCommand, RandomKind } from "./flow.js";
import {
  app,
  duration,
  EMPTY_SELECTOR,
  elementOf,
  integer,
  name,
  patternOf,
  selector,
  selectorFields,
  text,
  WRONG_PLACE,
  withinOf,
  writtenPlace,
  yesNo,
} from "./flow-fields.js";
import { MODEL_COMMANDS } from "./model/model-commands.js";
import { pressKeyCommand } from "./press-key-command.js";
import { scrollUntilVisible, swipeCommand } from "./swipe-commands.js";

const LONG_PRESS_MS = 3_000;
/** Maestro's pause between repeated taps, in ms. */
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
  if (!pattern) return writtenPlace(fields.point) ?? WRONG_PLACE;
  const at = withinOf(fields.point);
  return at ? elementOf({ ...pattern, at }) : "point: a place in the element is expected: 50%,50%, or 10,20 in pixels";
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

/** The conditions of the fields `visible` and `notVisible`. */
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
  appId: app,
  url: name.optional(),
  clearState: yesNo.optional(),
  clearKeychain: yesNo.optional(),
  stopApp: yesNo.optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  arguments: z
    .record(
      z.string(),
      z.union([z.string(), z.number(), z.boolean()], "only texts, numbers, true and false can be passed"),
    )
    .optional(),
});

const launchApp = reader(launchFields, (fields) => {
  return {
    kind: "launch",
    appId: fields.url ?? fields.appId,
    stops: fields.stopApp ?? true,
    clears: fields.clearState ?? false,
    extras: fields.arguments ?? {},
    permissions: fields.permissions ? permissionsOf(fields.permissions) : null,
  };
});

function onApp(kind: "stop" | "clear"): CommandReader {
  return reader(z.strictObject({ appId: app }), ({ appId }) => ({ kind, appId }));
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

/** `action: back` and the like, an older form of commands without arguments. */
const action: CommandReader = (given) => {
  const { action: word } = z.strictObject({ action: text }).parse(given);
  const named = lookUp(ACTIONS, word);
  return named ? named({}) : { path: [], why: `"${word}" is not one of ${Object.keys(ACTIONS).join(", ")}` };
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

const linkFields = z.strictObject({
  appId: app,
  link: name,
  browser: yesNo.optional(),
  autoVerify: yesNo.optional(),
});
const openLink = reader(linkFields, ({ appId, link, browser = false, autoVerify = false }) => ({
  kind: "open",
  url: link,
  verifiesFor: autoVerify ? appId : null,
  browser,
}));

const MOST_FOLDERS = 8;
const LONGEST_NAME = 120;

/**
 * A file in the folder for pictures, with this extension; undefined if the path is not valid. Parts that lead out of
 * the folder are removed, and `_` replaces each character that a file system does not allow.
 */
function fileBelow(path: string, ending: string): string | undefined {
  const parts = path.split(/[/\\]/).filter((part) => !/^(?:\.{0,2}|[A-Za-z]:)$/.test(part.trim()));
  const last = parts.pop() ?? "";
  const stem = last.toLowerCase().endsWith(ending) ? last.slice(0, -ending.length) : last;
  const names = [...parts, stem].map((part) => part.trim().replaceAll(/[<>:"|?*\p{Cc}]/gu, "_"));
  const isName =
    stem.trim() !== "" && names.length <= MOST_FOLDERS + 1 && names.every((one) => one.length <= LONGEST_NAME);
  return isName ? `${names.join("/")}${ending}` : undefined;
}

function notBelow(path: string): string {
  return `path: "${path.slice(0, 60)}" is not the name of a file below the folder for pictures`;
}

const pictureFields = z.strictObject({ path: name, cropOn: selector.optional() });
const takeScreenshot = reader(pictureFields, ({ path, cropOn }) => {
  const file = fileBelow(path, ".png");
  if (file === undefined) return notBelow(path);
  return { kind: "screenshot", file, crop: cropOn ? elementOf(cropOn) : null };
});

const startRecording = reader(z.strictObject({ path: name }), ({ path }) => {
  const file = fileBelow(path, ".mp4");
  return file === undefined ? notBelow(path) : { kind: "video", file };
});

const percent = z
  .string()
  .refine((given) => /^\s*\d{1,3}(?:\.\d+)?\s*$/.test(given) && Number(given) <= 100, "0 to 100 is expected")
  .transform(Number);
/** Maestro's default. */
const LEAST_PERCENT = 95;
const looksFields = z.strictObject({
  flow: z.object({ file: z.string(), root: z.string() }),
  path: name,
  thresholdPercentage: percent.optional(),
  cropOn: selector.optional(),
  masks: z.array(selector).optional(),
});
const assertScreenshot = reader(looksFields, ({ flow, path, thresholdPercentage, cropOn, masks = [] }) => ({
  kind: "looks",
  file: pictureFile(path),
  flow,
  leastPercent: thresholdPercentage ?? LEAST_PERCENT,
  crop: cropOn ? elementOf(cropOn) : null,
  masks: masks.map(elementOf),
}));

const waitForAnimationToEnd = reader(z.strictObject({ timeout: duration.optional() }), () => ({ kind: "rest" }));

const assertTrue = reader(z.strictObject({ condition: text.optional() }), ({ condition }) => ({
  kind: "truth",
  text: condition ?? "true",
}));

/** Every command that contains no other commands, by its name. */
export const SIMPLE_COMMANDS: Readonly<Record<string, CommandReader>> = {
  ...DEVICE_COMMANDS,
  launchApp,
  stopApp: onApp("stop"),
  killApp: onApp("stop"),
  clearState: onApp("clear"),
  clearKeychain,
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
  pressKey: pressKeyCommand,
  back,
  hideKeyboard,
  "hide keyboard": hideKeyboard,
  action,
  waitForAnimationToEnd,
  swipe: swipeCommand,
  scroll,
  scrollUntilVisible,
  assertVisible: assertion(true),
  assertNotVisible: assertion(false),
  assertTrue,
  ...MODEL_COMMANDS,
  assertScreenshot,
  extendedWaitUntil: waitUntil,
  openLink,
  takeScreenshot,
  startRecording,
  stopRecording: plain({ kind: "video", file: null }),
};
