import { clearAppData } from "../../actions/apps/clear-app-data.js";
import { findBrowser, linkTakers } from "../../actions/apps/link-takers.js";
import { planChange } from "../../actions/apps/plan-change.js";
import type { ActResult } from "../../actions/proof/performed.js";
import { closeApp } from "../../actions/verbs/close-app.js";
import { openApp } from "../../actions/verbs/open-app.js";
import { openUrl, requireAllowedUrl } from "../../actions/verbs/open-url.js";
import { pressKey } from "../../actions/verbs/press-key.js";
import { swipe } from "../../actions/verbs/swipe.js";
import { tap } from "../../actions/verbs/tap.js";
import { typeText } from "../../actions/verbs/type-text.js";
import { FoveaError } from "../../base/errors.js";
import { backOff } from "../../base/signals.js";
import { observe } from "../../observe/observe.js";
import { OBSERVE_TREE } from "../../observe/observe-request.js";
import { beginSettling, settle } from "../../observe/settle.js";
import { quoteLabel } from "../../screen/label.js";
import { settledLines } from "../../screen/settled.js";
import { assertLooks } from "./assert-looks.js";
import { assertPerformance, type OnMeasure } from "./assert-performance.js";
import { copyText } from "./copy-text.js";
import { type Done, doneBy, idle, LOOKED } from "./done.js";
import type { PlainCommand, TapCommand } from "./flow.js";
import { type FlowRunner, shortLookup } from "./flow-runner.js";
import type { FlowScripts } from "./flow-scripts.js";
import type { FlowVideo } from "./flow-video.js";
import { requireHeld } from "./hold.js";
import { judgeScreen } from "./model/judge-screen.js";
import { NO_MODEL } from "./model/model-commands.js";
import { decideOn, giveAll, performDeviceCommand } from "./perform-device.js";
import { randomText } from "./random-text.js";
import { requireAlive } from "./require-alive.js";
import { scrollUntil } from "./scroll-until.js";
import { saveScreenPicture } from "./take-picture.js";
import { isTruthy } from "./truth.js";

/** Replaces commands whose text is not in the flow: random words, or the copied text. Errors: FLOW_NOTHING_COPIED. */
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

/** The commands that are left after that. */
export type DirectCommand = Exclude<PlainCommand, { readonly kind: "random" | "paste" }>;

export interface Performing {
  readonly command: DirectCommand;
  readonly isOptional: boolean;
  readonly scripts: FlowScripts;
  readonly video: FlowVideo;
  readonly onMeasure: OnMeasure;
}

/**
 * Performs one command with Fovea's actions. Errors: those of the actions; EXPECTATION_FAILED for a false assertion.
 */
export async function performCommand(
  runner: FlowRunner,
  { command, isOptional, scripts, video, onMeasure }: Performing,
  signal: AbortSignal,
): Promise<Done> {
  const { session, lookupMs } = runner;
  const timeoutMs = isOptional ? shortLookup(runner) : lookupMs;
  switch (command.kind) {
    case "launch":
      return await launch(runner, command, signal);
    case "permissions":
    case "orientation":
    case "darkMode":
    case "isDark":
    case "airplane":
    case "location":
    case "travel":
    case "media":
      return await performDeviceCommand(session, command, signal);
    case "stop":
      return doneBy(await closeApp(session, command.appId, signal));
    case "clear":
      return { result: null, notes: [await clear(runner, command.appId, signal)] };
    case "tap":
      return doneBy(await tapAsOften(runner, { command, timeoutMs }, signal));
    case "type":
      return doneBy(await typeText(session, { text: command.text, target: null, clear: false, submit: false }, signal));
    case "copy":
      scripts.copiedText = await copyText(session, { element: command.element, timeoutMs }, signal);
      return LOOKED;
    case "clip":
      scripts.copiedText = command.text;
      return LOOKED;
    case "performance":
      return await assertPerformance(session, { command, onMeasure }, signal);
    case "judge":
    case "defects":
    case "extract": {
      const { model } = runner;
      if (!model) throw new FoveaError("FLOW_UNSUPPORTED", NO_MODEL);
      return await judgeScreen(runner, { command, model, scripts }, signal);
    }
    case "unable":
      throw new FoveaError("FLOW_UNSUPPORTED", command.why);
    case "nothing":
      return idle(`nothing to do: ${command.why}`);
    case "erase":
      return doneBy(await erase(runner, command.count, signal));
    case "press":
      return doneBy(await pressKey(session, { key: command.key, long: false, count: 1 }, signal));
    case "hideKeyboard":
      return await hideKeyboard(runner, signal);
    case "rest":
      return await rest(runner, signal);
    case "swipe":
      return doneBy(await swipe(session, { ...command.swipe, timeoutMs }, signal));
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
      return await open(runner, command, signal);
    case "screenshot":
      return await saved(runner, command, signal);
    case "video":
      return command.file === null ? await video.stop(signal) : await video.start(command.file, signal);
    case "looks":
      return await assertLooks(runner, command, signal);
    case "truth":
      if (isTruthy(command.text)) return LOOKED;
      throw new FoveaError("EXPECTATION_FAILED", `${quoteLabel(command.text)} is not true`);
  }
}

/** Opens an address in the requested app if the app accepts it: then no chooser appears. */
async function open(
  { session, allowedSchemes }: FlowRunner,
  { url, verifiesFor, browser }: Extract<PlainCommand, { readonly kind: "open" }>,
  signal: AbortSignal,
): Promise<Done> {
  requireAllowedUrl(url, allowedSchemes);
  const wanted = browser ? await findBrowser(session, signal) : verifiesFor;
  const takers = wanted === null || browser ? [] : await linkTakers(session, url, signal);
  const app = wanted !== null && (browser || takers.includes(wanted)) ? { app: wanted } : {};
  const why = browser ? "! no browser is installed" : `! autoVerify: ${wanted} does not take this address`;
  const result = await openUrl(session, { url, allowedSchemes, ...app }, signal);
  return { result, notes: (browser || wanted !== null) && !("app" in app) ? [why] : [] };
}

/** Errors: FLOW_NOTHING_COPIED. */
function requireCopied(text: string | null): string {
  if (text !== null) return text;
  throw new FoveaError("FLOW_NOTHING_COPIED", "nothing was copied by copyTextFrom or setClipboard before");
}

async function launch(
  runner: FlowRunner,
  { appId, stops, clears, extras, permissions }: Extract<PlainCommand, { readonly kind: "launch" }>,
  signal: AbortSignal,
): Promise<Done> {
  const { session } = runner;
  // Deleting an app's data stops the app, too.
  const stopped = stops && !clears ? [(await closeApp(session, appId, signal)).did] : [];
  const cleared = clears ? [await clear(runner, appId, signal)] : stopped;
  const decided = permissions
    ? await decideOn(session, { appId, permissions }, signal)
    : await giveAll(session, appId, signal);
  const notes = [...cleared, ...decided];
  return { result: await openApp(session, { package: appId, activity: null, extras }, signal), notes };
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
  // If the app died, further taps would hit the window behind it.
  const once = async () => requireAlive(await tap(session, { target, count, holdMs, timeoutMs }, signal));
  let result = await once();
  for (let time = 1; time < times; time += 1) {
    await backOff(delayMs, signal);
    result = await once();
  }
  return retries && result.verdict.kind === "no_effect" ? await once() : result;
}

/** The most presses in one call of pressKey. */
const MOST_PRESSES = 50;

async function erase({ session }: FlowRunner, count: number | null, signal: AbortSignal): Promise<ActResult> {
  if (count === null) return await typeText(session, { text: "", target: null, clear: true, submit: false }, signal);
  let left = count;
  for (; left > MOST_PRESSES; left -= MOST_PRESSES)
    requireAlive(await pressKey(session, { key: "delete", long: false, count: MOST_PRESSES }, signal));
  return await pressKey(session, { key: "delete", long: false, count: left }, signal);
}

/**
 * Hides the keyboard if one is shown. Errors: FACT_UNKNOWN if the device does not report whether a keyboard is shown.
 */
async function hideKeyboard({ session }: FlowRunner, signal: AbortSignal): Promise<Done> {
  const { observation } = await observe(session, OBSERVE_TREE, signal);
  const device = session.device.serial;
  if (!observation.ime)
    throw new FoveaError("FACT_UNKNOWN", `${device} does not report whether a keyboard is shown`, { device });
  if (!observation.ime.visible) return idle("no keyboard was shown");
  return doneBy(await pressKey(session, { key: "back", long: false, count: 1 }, signal));
}

/** Waits until the screen is stable, as after every action. */
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
): Promise<Done> {
  if (pictures === null) return idle("no picture was saved: --screenshots DIR says where they go");
  const notes = [`saved ${await saveScreenPicture(session, { folder: pictures, file, crop }, signal)}`];
  return { result: null, notes };
}
