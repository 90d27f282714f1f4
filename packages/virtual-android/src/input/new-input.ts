import type { CommandCall } from "../command.js";
import { illegalArgument, JavaError, printShellException } from "../java-error.js";
import { pressKey, swipe, tap, typeText } from "./gestures.js";
import { keyNameOf } from "./key-codes.js";
import { runScroll } from "./scroll.js";
import { SOURCES, usage } from "./usage.js";
import { NumberFormatError, parseIntLikeJava, Words } from "./words.js";

const FRAMES = [
  "com.android.server.input.InputShellCommand.onCommand(InputShellCommand.java:257)",
  "com.android.modules.utils.BasicShellCommandHandler.exec(BasicShellCommandHandler.java:97)",
  "android.os.ShellCommand.exec(ShellCommand.java:38)",
  "com.android.server.input.InputManagerService.onShellCommand(InputManagerService.java:2330)",
  "android.os.Binder.shellCommand(Binder.java:1054)",
] as const;

const NULL_FRAMES = [
  "com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:360)",
  "com.android.server.input.InputShellCommand.runText(InputShellCommand.java:334)",
  ...FRAMES,
] as const;

/**
 * `input` from Android 10 on: a shell command of the input service, which prints help on standard output, and an
 * exception on standard error with status 255.
 */
export async function runNewInput(call: CommandCall, apiLevel: number): Promise<number> {
  const words = new Words(call.argv.slice(1));
  const first = words.peek() ?? "";
  try {
    return await runCommand(call, words, apiLevel);
  } catch (error) {
    if (error instanceof JavaError) return await printShellException(call, first, error);
    if (!(error instanceof NumberFormatError)) throw error;
    const command = call.argv.slice(1).find((word) => COMMANDS.includes(word)) ?? first;
    const complaint = illegalArgument(`Error: Invalid arguments for command: ${command}`, FRAMES);
    return await printShellException(call, first, complaint);
  }
}

const COMMANDS: readonly string[] = [
  "text",
  "keyevent",
  "tap",
  "swipe",
  "draganddrop",
  "press",
  "roll",
  "scroll",
  "motionevent",
  "keycombination",
];

async function runCommand(call: CommandCall, words: Words, apiLevel: number): Promise<number> {
  let command = words.next();
  let source: string | undefined;
  if (command !== undefined && (SOURCES.includes(command) || command === "rotaryencoder")) {
    source = command;
    command = words.required();
  }
  let display = "";
  if (command === "-d") {
    display = readDisplay(words.required());
    command = words.required();
  }
  if (command === "text") await typeText(call, words.required(), NULL_FRAMES);
  else if (command === "keyevent") await runKeyEvent(call, words, apiLevel);
  else if (command === "tap" && display === "1") call.phone.touchSecondDisplay?.(readPoint(words));
  else if (command === "tap") await tap(call, readPoint(words));
  else if (command === "swipe" || command === "draganddrop") await runSwipe(call, words, command === "draganddrop");
  else if (command === "press") await pressKey(call, "DPAD_CENTER", { isLong: false, isDouble: false });
  else if (command === "roll") readPoint(words);
  else if (command === "motionevent") await runMotionEvent(call, words);
  else if (command === "keycombination" && apiLevel >= 31) await runKeyCombination(call, words);
  else if (command === "scroll" && apiLevel >= 34) await runScroll(call, words, source);
  else return await runDefault(call, command, apiLevel);
  return 0;
}

async function runDefault(call: CommandCall, command: string | undefined, apiLevel: number): Promise<number> {
  const isHelp = command === undefined || command === "help" || command === "-h";
  await call.stdout.write(isHelp ? usage(apiLevel) : `Unknown command: ${command}\n`);
  return 0;
}

function readDisplay(word: string): string {
  const isName = /^(INVALID|DEFAULT)_DISPLAY$/i.test(word);
  if (!isName && !/^[+-]?\d+$/.test(word)) throw illegalArgument("Error: Invalid arguments for display ID.", FRAMES);
  return word;
}

function readPoint(words: Words): { x: number; y: number } {
  return { x: words.float(), y: words.float() };
}

async function runSwipe(call: CommandCall, words: Words, holdsFirst: boolean): Promise<void> {
  const from = readPoint(words);
  const to = readPoint(words);
  const duration = words.next();
  await swipe(call, { from, to, durationMs: duration === undefined ? -1 : parseIntLikeJava(duration), holdsFirst });
}

/** Reads flags until the first key, and skips unknown flags, as the real command does. */
async function runKeyEvent(call: CommandCall, words: Words, apiLevel: number): Promise<void> {
  const flags = new Set<string>();
  let delayMs = 0;
  let key: string | undefined = words.required();
  const isOneFlag = apiLevel < 34;
  while (key?.startsWith("--") && !(isOneFlag && flags.size > 0)) {
    flags.add(key);
    if (key === "--delay") delayMs = parseIntLikeJava(words.required());
    key = isOneFlag ? words.required() : words.next();
  }
  const stroke = { isLong: flags.has("--longpress"), isDouble: flags.has("--doubletap") && apiLevel >= 34 };
  let isFirst = true;
  while (key !== undefined) {
    if (!isFirst && delayMs > 0) await call.sleep(delayMs);
    isFirst = false;
    await pressKey(call, keyNameOf(key), stroke);
    key = words.next();
  }
}

async function runMotionEvent(call: CommandCall, words: Words): Promise<void> {
  const action = words.required();
  const kind = action.toUpperCase();
  if (kind === "CANCEL") {
    call.phone.touchCancel();
    return;
  }
  if (kind !== "DOWN" && kind !== "MOVE" && kind !== "UP") throw illegalArgument(`Unknown action: ${action}`, FRAMES);
  const point = readPoint(words);
  if (kind === "DOWN") call.phone.touchDown(point);
  else if (kind === "MOVE") call.phone.touchMove(point);
  else call.phone.touchUp(point);
  await call.sleep(call.phone.inputLagMs());
}

async function runKeyCombination(call: CommandCall, words: Words): Promise<void> {
  const hasDuration = words.peek() === "-t";
  if (hasDuration) words.next();
  const durationMs = hasDuration ? parseIntLikeJava(words.required()) : 0;
  const keys = [words.required(), ...words.rest()];
  const names = keys.map((key) => {
    const name = keyNameOf(key);
    if (name === "UNKNOWN") throw illegalArgument(`Unknown keycode: ${key}`, FRAMES);
    return name;
  });
  if (names.length < 2) throw illegalArgument("keycombination requires at least 2 keycodes", FRAMES);
  await call.sleep(durationMs);
  call.phone.key(names.join("+"), "down-up");
}
