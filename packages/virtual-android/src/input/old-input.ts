import type { CommandCall } from "../command.js";
import { type JavaError, printUncaught } from "../java-error.js";
import { pressKey, swipe, tap, typeText } from "./gestures.js";
import { keyNameOf } from "./key-codes.js";
import { SOURCES, usage } from "./usage.js";
import { NumberFormatError, parseFloatLikeJava, parseIntLikeJava } from "./words.js";

const NULL_FRAMES = [
  "com.android.commands.input.Input.sendText(Input.java:165)",
  "com.android.commands.input.Input.run(Input.java:89)",
  "com.android.commands.input.Input.main(Input.java:63)",
  "com.android.internal.os.RuntimeInit.nativeFinishInit(Native Method)",
  "com.android.internal.os.RuntimeInit.main(RuntimeInit.java:262)",
] as const;

/**
 * `input` up to Android 9: a separate program. For wrong arguments it prints an error and the usage on standard error,
 * with exit status 0. `isCrash` errors end the process.
 */
export async function runOldInput(call: CommandCall, apiLevel: number): Promise<number> {
  const [first, ...rest] = call.argv.slice(1);
  if (first === undefined) return await complain(call, apiLevel, "");
  const hasSource = SOURCES.includes(first);
  const [command = "", ...args] = hasSource ? rest : [first, ...rest];
  try {
    const isDone = await runCommand(call, { command, args, apiLevel });
    if (isDone) return 0;
  } catch (error) {
    if (isJavaError(error)) return await printUncaught(call, error);
    if (!(error instanceof NumberFormatError)) throw error;
  }
  const isKnown = knownCommands(apiLevel).includes(command);
  const words = isKnown ? `Error: Invalid arguments for command: ${command}\n` : `Error: Unknown command: ${command}\n`;
  return await complain(call, apiLevel, words);
}

async function complain(call: CommandCall, apiLevel: number, words: string): Promise<number> {
  await call.stderr.write(words + usage(apiLevel));
  return 0;
}

function isJavaError(error: unknown): error is JavaError {
  return error instanceof Error && error.name === "JavaError";
}

function knownCommands(apiLevel: number): readonly string[] {
  const always = ["text", "keyevent", "tap", "swipe", "press", "roll"];
  return apiLevel >= 26 ? [...always, "draganddrop"] : always;
}

/** False if the number of arguments is wrong, or the command is unknown. */
async function runCommand(
  call: CommandCall,
  request: { command: string; args: readonly string[]; apiLevel: number },
): Promise<boolean> {
  const { command, args, apiLevel } = request;
  if (!knownCommands(apiLevel).includes(command)) return false;
  if (command === "text" && args.length === 1) await typeText(call, args[0] ?? "", NULL_FRAMES);
  else if (command === "keyevent" && args.length > 0) return await runKeys(call, args);
  else if (command === "tap" && args.length === 2) await tap(call, pointOf(args, 0));
  else if (command === "swipe" || command === "draganddrop")
    return await runSwipe(call, args, command === "draganddrop");
  else if (command === "press" && args.length === 0)
    await pressKey(call, "DPAD_CENTER", { isLong: false, isDouble: false });
  else if (command === "roll" && args.length === 2) pointOf(args, 0);
  else return false;
  return true;
}

async function runKeys(call: CommandCall, args: readonly string[]): Promise<boolean> {
  const isLong = args[0] === "--longpress";
  const keys = isLong ? args.slice(1) : args;
  for (const key of keys) await pressKey(call, keyNameOf(key), { isLong, isDouble: false });
  return keys.length > 0;
}

async function runSwipe(call: CommandCall, args: readonly string[], holdsFirst: boolean): Promise<boolean> {
  if (args.length !== 4 && args.length !== 5) return false;
  const durationMs = args.length === 5 ? parseIntLikeJava(args[4] ?? "") : -1;
  await swipe(call, { from: pointOf(args, 0), to: pointOf(args, 2), durationMs, holdsFirst });
  return true;
}

function pointOf(args: readonly string[], at: number): { x: number; y: number } {
  return { x: parseFloatLikeJava(args[at] ?? ""), y: parseFloatLikeJava(args[at + 1] ?? "") };
}
