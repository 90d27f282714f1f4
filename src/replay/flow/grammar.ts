/*
 * The grammar of Maestro 2.10, taken from the classes of its parser (maestro.orchestra.yaml): the commands, their
 * fields, and the kinds of the fields. The meaning of a command is in simple-commands.ts and blocks.ts.
 */

export type FieldKind =
  | "text"
  | "string"
  | "traits"
  | "integer"
  | "number"
  | "yesNo"
  | "selector"
  | "selectors"
  | "texts"
  | "textMap"
  | "anyMap"
  | "platform"
  | "scrollDirection"
  | "condition"
  | "commands";

export type Fields = Readonly<Record<string, FieldKind>>;

export interface CommandShape {
  /** Whether the command's name without arguments is allowed. */
  readonly isWord: boolean;
  /** The field that gets a single value; null if only a map is allowed. */
  readonly short: string | null;
  readonly fields: Fields;
  readonly needed: readonly string[];
  /** Optional fields that must not be empty if they are given. */
  readonly filled: readonly string[];
  /** Whether a single value that is a number, true or false has to be in quotes. */
  readonly isString: boolean;
  /** Whether unknown fields are ignored, as in Maestro's parser. */
  readonly isLenient: boolean;
}

const ABOUT = { label: "text", optional: "yesNo" } as const;

/** The fields of every selector, also of nested selectors. */
export const SELECTOR_FIELDS: Fields = {
  text: "text",
  id: "text",
  width: "integer",
  height: "integer",
  tolerance: "integer",
  optional: "yesNo",
  retryTapIfNoChange: "yesNo",
  waitUntilVisible: "yesNo",
  point: "text",
  start: "text",
  end: "text",
  below: "selector",
  above: "selector",
  leftOf: "selector",
  rightOf: "selector",
  containsChild: "selector",
  containsDescendants: "selectors",
  traits: "traits",
  index: "text",
  enabled: "yesNo",
  selected: "yesNo",
  checked: "yesNo",
  focused: "yesNo",
  repeat: "integer",
  delay: "integer",
  waitToSettleTimeoutMs: "integer",
  childOf: "selector",
  label: "text",
  css: "text",
};

export const CONDITION_FIELDS: Fields = {
  platform: "platform",
  visible: "selector",
  notVisible: "selector",
  true: "text",
  ...ABOUT,
};

/** The fields of the flow's head; other fields are ignored. */
export const HEAD_FIELDS: Fields = {
  name: "text",
  appId: "text",
  url: "text",
  tags: "texts",
  env: "textMap",
  onFlowStart: "commands",
  onFlowComplete: "commands",
  properties: "textMap",
};

interface ShapeOptions {
  readonly isWord?: boolean;
  readonly short?: string;
  readonly needed?: readonly string[];
  readonly filled?: readonly string[];
  readonly isString?: boolean;
  readonly isLenient?: boolean;
}

function shape(
  fields: Fields,
  { isWord, short, needed, filled, isString, isLenient }: ShapeOptions = {},
): CommandShape {
  return {
    isWord: isWord ?? false,
    short: short ?? null,
    fields: { ...ABOUT, ...fields },
    needed: needed ?? [],
    filled: filled ?? [],
    isString: isString ?? false,
    isLenient: isLenient ?? false,
  };
}

const word = (fields: Fields = {}) => shape(fields, { isWord: true });
const ofSelector: CommandShape = { ...shape(SELECTOR_FIELDS), short: "text" };
const ofText = (field: string, others: Fields = {}, filled: readonly string[] = []) =>
  shape({ [field]: "text", ...others }, { short: field, needed: [field], filled, isString: true });
/** A single value may be a number; the value of the field has to be a text. */
const ofString = (field: string) => shape({ [field]: "string" }, { short: field, needed: [field] });
const ofApp = shape({ appId: "text" }, { isWord: true, short: "appId", isString: true });
const inCommands = { file: "text", commands: "commands", env: "textMap" } as const;
const mode = { value: "text" } as const;

/** Commands that Maestro does not have; they are allowed if the head has `fovea`. */
export const OWN_GRAMMAR: Readonly<Record<string, CommandShape>> = {
  assertPerformance: shape({ appId: "text", start_ms: "integer", jank_percent: "number", memory_mb: "integer" }),
};

/** Every command of Maestro's parser, by its name. */
export const GRAMMAR: Readonly<Record<string, CommandShape>> = {
  launchApp: shape(
    {
      appId: "text",
      url: "text",
      clearState: "yesNo",
      clearKeychain: "yesNo",
      stopApp: "yesNo",
      permissions: "textMap",
      arguments: "anyMap",
    },
    { isWord: true, short: "appId", isString: true },
  ),
  stopApp: ofApp,
  killApp: ofApp,
  clearState: ofApp,
  clearKeychain: word(),
  setPermissions: shape({ appId: "text", url: "text", permissions: "textMap" }, { needed: ["permissions"] }),
  tapOn: ofSelector,
  doubleTapOn: ofSelector,
  longPressOn: ofSelector,
  assertVisible: ofSelector,
  assertNotVisible: ofSelector,
  copyTextFrom: ofSelector,
  assertTrue: shape({ condition: "string" }, { short: "condition", filled: ["condition"] }),
  assertNoDefectsWithAI: word(),
  assertWithAI: ofText("assertion"),
  extractTextWithAI: ofText("query", { outputVariable: "text" }, ["outputVariable"]),
  assertScreenshot: ofText("path", { thresholdPercentage: "text", cropOn: "selector" }, ["thresholdPercentage"]),
  takeScreenshot: ofText("path", { cropOn: "selector" }),
  startRecording: ofText("path"),
  stopRecording: word(),
  addMedia: shape({ files: "texts" }, { short: "files" }),
  inputText: ofString("text"),
  inputRandomText: word({ length: "integer" }),
  inputRandomNumber: word({ length: "integer" }),
  inputRandomEmail: word(),
  inputRandomPersonName: word(),
  inputRandomCityName: word(),
  inputRandomCountryName: word(),
  inputRandomColorName: word(),
  eraseText: shape({ charactersToErase: "integer" }, { isWord: true, short: "charactersToErase" }),
  pasteText: word(),
  setClipboard: ofText("text"),
  pressKey: shape({ key: "text" }, { short: "key", needed: ["key"] }),
  back: word(),
  hideKeyboard: word(),
  "hide keyboard": word(),
  scroll: word(),
  scrollUntilVisible: shape(
    {
      element: "selector",
      direction: "scrollDirection",
      timeout: "text",
      speed: "text",
      visibilityPercentage: "integer",
      centerElement: "yesNo",
      waitToSettleTimeoutMs: "integer",
    },
    { needed: ["element"], filled: ["direction", "timeout", "speed"] },
  ),
  swipe: shape(
    {
      direction: "text",
      from: "selector",
      start: "text",
      end: "text",
      duration: "text",
      waitToSettleTimeoutMs: "integer",
    },
    { filled: ["from", "start", "end", "duration"], isLenient: true },
  ),
  waitForAnimationToEnd: word({ timeout: "text" }),
  extendedWaitUntil: shape({ visible: "selector", notVisible: "selector", timeout: "text" }),
  openLink: ofText("link", { browser: "yesNo", autoVerify: "yesNo" }),
  runFlow: shape({ ...inCommands, when: "condition" }, { short: "file", isString: true }),
  runScript: ofText("file", { env: "textMap", when: "condition" }),
  evalScript: ofString("script"),
  repeat: shape({ times: "text", while: "condition", commands: "commands" }, { needed: ["commands"] }),
  retry: shape({ ...inCommands, maxRetries: "text" }),
  setLocation: shape({ latitude: "text", longitude: "text" }, { needed: ["latitude", "longitude"] }),
  travel: shape({ points: "texts", speed: "number" }, { needed: ["points"] }),
  setOrientation: shape({ orientation: "text" }, { short: "orientation", needed: ["orientation"], isLenient: true }),
  setAirplaneMode: shape(mode, { short: "value", needed: ["value"], isLenient: true }),
  toggleAirplaneMode: word(),
  setDarkMode: shape(mode, { short: "value", needed: ["value"], isLenient: true }),
  toggleDarkMode: word(),
  assertDarkMode: word(),
  assertLightMode: word(),
  action: shape({ action: "text" }, { short: "action" }),
};
