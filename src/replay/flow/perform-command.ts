import { clearAppData } from "../../actions/apps/clear-app-data.js";
import { changePermissions } from "../../actions/apps/permissions.js";
import { planChange } from "../../actions/apps/plan-change.js";
import { setDisplay } from "../../actions/device/display.js";
import { setOrientation } from "../../actions/device/orientation.js";
import type { ActResult } from "../../actions/proof/performed.js";
import { closeApp } from "../../actions/verbs/close-app.js";
import { openApp } from "../../actions/verbs/open-app.js";
import { openUrl } from "../../actions/verbs/open-url.js";
import { pressKey } from "../../actions/verbs/press-key.js";
import { swipe } from "../../actions/verbs/swipe.js";
import { tap } from "../../actions/verbs/tap.js";
import { typeText } from "../../actions/verbs/type-text.js";
import { FoveaError, isFoveaError } from "../../base/errors.js";
import { backOff } from "../../base/signals.js";
import { observe } from "../../observe/observe.js";
import { OBSERVE_TREE } from "../../observe/observe-request.js";
import { beginSettling, settle } from "../../observe/settle.js";
import { quoteLabel } from "../../screen/label.js";
import { settledLines } from "../../screen/settled.js";
import { copyText } from "./copy-text.js";
import type { PermissionChange, PlainCommand, TapCommand } from "./flow.js";
import { type FlowRunner, shortLookup } from "./flow-runner.js";
import type { FlowScripts } from "./flow-scripts.js";
import { requireHeld } from "./hold.js";
import { randomText } from "./random-text.js";
import { requireAlive } from "./require-alive.js";
import { scrollUntil } from "./scroll-until.js";
import { takePicture } from "./take-picture.js";
import { isTruthy } from "./truth.js";

/** What was done; null where nothing was, but looking. `notes` are lines besides those of the action. */
export interface Done {
  readonly result: ActResult | null;
  readonly notes: readonly string[];
}

/** What a command without a text of its own types: random words, or what was copied. Errors: FLOW_NOTHING_COPIED. */
export function withText(command: PlainCommand, { copiedText }: FlowScripts): DirectCommand {
  if (command.kind === "random") return typing(randomText(command));
  if (command.kind === "paste") return typing(requireCopied(copiedText));
  if (command.kind === "type") return typing(command.text);
  if (command.kind === "erase" && command.count === 0) return { kind: "nothing", why: "no characters" };
  return command;
}

function typing(text: string): DirectCommand {
  return text === "" ? { kind: "nothing", why: "the text is empty" } : { kind: "type", text };
}

/** What is left of commands then. */
export type DirectCommand = Exclude<PlainCommand, { readonly kind: "random" | "paste" }>;

export interface Performing {
  readonly command: DirectCommand;
  readonly isOptional: boolean;
  readonly scripts: FlowScripts;
}

/** Performs one command by Fovea's actions. Errors: theirs; EXPECTATION_FAILED for an assertion that does not hold. */
export async function performCommand(
  runner: FlowRunner,
  { command, isOptional, scripts }: Performing,
  signal: AbortSignal,
): Promise<Done> {
  const { session, lookupMs } = runner;
  const timeoutMs = isOptional ? shortLookup(runner) : lookupMs;
  switch (command.kind) {
    case "launch":
      return await launch(runner, command, signal);
    case "permissions":
      return { result: null, notes: await decideOn(session, command, signal) };
    case "orientation":
      return acted(await setOrientation(session, command.to, signal));
    case "darkMode":
      return acted(await setDisplay(session, { dark: command.isOn }, signal));
    case "stop":
      return acted(await closeApp(session, command.appId, signal));
    case "clear":
      return { result: null, notes: [await clear(runner, command.appId, signal)] };
    case "tap":
      return acted(await tapAsOften(runner, { command, timeoutMs }, signal));
    case "type":
      return acted(await typeText(session, { text: command.text, target: null, clear: false, submit: false }, signal));
    case "copy":
      scripts.copiedText = await copyText(session, { element: command.element, timeoutMs }, signal);
      return LOOKED;
    case "clip":
      scripts.copiedText = command.text;
      return LOOKED;
    case "nothing":
      return { result: null, notes: [`nothing to do: ${command.why}`] };
    case "erase":
      return acted(await erase(runner, command.count, signal));
    case "press":
      return acted(await pressKey(session, { key: command.key, long: false, count: 1 }, signal));
    case "hideKeyboard":
      return await hideKeyboard(runner, signal);
    case "rest":
      return await rest(runner, signal);
    case "swipe":
      return acted(await swipe(session, { ...command.swipe, timeoutMs }, signal));
    case "scrollUntil":
      return { result: await scrollUntil(session, command, signal), notes: [] };
    case "assert":
      await requireHeld(
        session,
        { condition: command.condition, timeoutMs: waitOf(runner, command, timeoutMs) },
        signal,
      );
      return LOOKED;
    case "open":
      return {
        ...acted(await openUrl(session, { url: command.url, allowedSchemes: runner.allowedSchemes }, signal)),
        notes: command.verifies ? [NOT_VERIFIED] : [],
      };
    case "screenshot":
      return { result: null, notes: [await saved(runner, command, signal)] };
    case "truth":
      if (isTruthy(command.text)) return LOOKED;
      throw new FoveaError("EXPECTATION_FAILED", `${quoteLabel(command.text)} is not true`);
  }
}

const NOT_VERIFIED = "! autoVerify: a chooser, or the first pages of a browser, are left as they are";

/** Errors: FLOW_NOTHING_COPIED. */
function requireCopied(text: string | null): string {
  if (text !== null) return text;
  throw new FoveaError("FLOW_NOTHING_COPIED", "nothing was copied by copyTextFrom or setClipboard before");
}

const LOOKED: Done = { result: null, notes: [] };

function acted(result: ActResult): Done {
  return { result, notes: [] };
}

async function launch(
  runner: FlowRunner,
  { appId, stops, clears, extras, permissions }: Extract<PlainCommand, { readonly kind: "launch" }>,
  signal: AbortSignal,
): Promise<Done> {
  const { session } = runner;
  // What deletes an app's data stops it, too.
  const stopped = stops && !clears ? [(await closeApp(session, appId, signal)).did] : [];
  const cleared = clears ? [await clear(runner, appId, signal)] : stopped;
  const notes = [...cleared, ...(await decideOn(session, { appId, permissions }, signal))];
  return { result: await openApp(session, { package: appId, activity: null, extras }, signal), notes };
}

/** As in Maestro, what an app does not ask for is passed over; here that is noted. */
async function decideOn(
  session: FlowRunner["session"],
  { appId, permissions }: { readonly appId: string; readonly permissions: readonly PermissionChange[] },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const notes: string[] = [];
  for (const { name, isGiven } of permissions) {
    const names = [name.toLowerCase() === "medialibrary" ? "photos" : name];
    const request = { package: appId, grant: isGiven ? names : [], revoke: isGiven ? [] : names, reset: false };
    try {
      notes.push((await changePermissions(session, request, signal)).did);
    } catch (error) {
      if (!isFoveaError(error, "PERMISSION_NOT_REQUESTED")) throw error;
      notes.push(`! ${error.message}: passed over, as in Maestro`);
    }
  }
  return notes;
}

async function clear({ session, mayClear }: FlowRunner, appId: string, signal: AbortSignal): Promise<string> {
  const known = await planChange(
    session,
    { command: "clearData", packageName: appId, ifKept: "keeps its data" },
    signal,
  );
  await mayClear(appId, signal);
  const { did, proof } = await clearAppData(session, known, signal);
  return `${did} (${proof})`;
}

async function tapAsOften(
  { session }: FlowRunner,
  { command, timeoutMs }: { readonly command: TapCommand; readonly timeoutMs: number },
  signal: AbortSignal,
): Promise<ActResult> {
  const { target, count, holdMs, times, delayMs, retries } = command;
  // Further taps would meet whatever is in front of an app that died.
  const once = async () => requireAlive(await tap(session, { target, count, holdMs, timeoutMs }, signal));
  let result = await once();
  for (let time = 1; time < times; time += 1) {
    await backOff(delayMs, signal);
    result = await once();
  }
  return retries && result.verdict.kind === "no_effect" ? await once() : result;
}

/** One call of pressKey takes so many. */
const MOST_PRESSES = 50;

async function erase({ session }: FlowRunner, count: number | null, signal: AbortSignal): Promise<ActResult> {
  if (count === null) return await typeText(session, { text: "", target: null, clear: true, submit: false }, signal);
  let left = count;
  for (; left > MOST_PRESSES; left -= MOST_PRESSES)
    requireAlive(await pressKey(session, { key: "delete", long: false, count: MOST_PRESSES }, signal));
  return await pressKey(session, { key: "delete", long: false, count: left }, signal);
}

/** Errors: FACT_UNKNOWN where the device does not tell whether there is a keyboard. */
async function hideKeyboard({ session }: FlowRunner, signal: AbortSignal): Promise<Done> {
  const { observation } = await observe(session, OBSERVE_TREE, signal);
  const device = session.device.serial;
  if (!observation.ime)
    throw new FoveaError("FACT_UNKNOWN", `${device} does not tell whether a keyboard is shown`, { device });
  if (!observation.ime.visible) return { result: null, notes: ["no keyboard was shown"] };
  return acted(await pressKey(session, { key: "back", long: false, count: 1 }, signal));
}

/** What every action waits for behind it. */
async function rest({ session }: FlowRunner, signal: AbortSignal): Promise<Done> {
  return await session.acts.run(async () => {
    using start = beginSettling(session, session.lastReported, signal);
    const { settled } = await settle(session, start, undefined, signal);
    return { result: null, notes: settledLines(settled) };
  }, signal);
}

function waitOf(
  runner: FlowRunner,
  { condition, timeoutMs }: Extract<PlainCommand, { readonly kind: "assert" }>,
  usualMs: number,
): number {
  return timeoutMs ?? (condition.kind === "not" ? shortLookup(runner) : usualMs);
}

async function saved(
  { session, pictures }: FlowRunner,
  { file, crop }: Extract<PlainCommand, { readonly kind: "screenshot" }>,
  signal: AbortSignal,
): Promise<string> {
  if (pictures === null) return "no picture was saved: --screenshots DIR says where they go";
  return `saved ${await takePicture(session, { folder: pictures, file, crop }, signal)}`;
}
