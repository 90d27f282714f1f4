import { FoveaError } from "../../base/errors.js";
import type { Rect } from "../../base/geometry.js";
import { observe } from "../../observe/observe.js";
import { OBSERVE_ALL, OBSERVE_TREE } from "../../observe/observe-request.js";
import type { UiElement } from "../../screen/element.js";
import type { Observation } from "../../screen/observation.js";
import { hasTree } from "../../screen/readable.js";
import type { Pixels } from "../../vision/image.js";
import { painted } from "../../vision/painted.js";
import type { FlowRunner } from "./flow-runner.js";
import type { FlowScripts } from "./flow-scripts.js";
import { croppedScreen } from "./take-picture.js";

interface SafeScreen {
  readonly runner: Pick<FlowRunner, "session" | "covers">;
  /** Elements that show the value of a secret variable are covered, too. */
  readonly scripts: Pick<FlowScripts, "redacted">;
}

/**
 * The screen for a file, with passwords and other secrets covered. Errors: SCREENSHOT_FAILED, also if it is unknown
 * what to cover.
 */
export async function screenForFile({ runner, scripts }: SafeScreen, signal: AbortSignal): Promise<Pixels> {
  const { session, covers } = runner;
  const { observation, picture } = await croppedScreen(session, null, signal, OBSERVE_ALL);
  if (covers?.needsTree === true && !hasTree(observation))
    throw new FoveaError("SCREENSHOT_FAILED", "it was left out, because no hierarchy shows what is on it");
  return painted(picture, coveredIn({ runner, scripts }, observation));
}

/**
 * The screen for a service outside Fovea, with secrets covered. The screen is read before and after the picture,
 * because a field may move meanwhile. Errors: SCREENSHOT_FAILED, also if it is unknown where passwords are.
 */
export async function screenToSend({ runner, scripts }: SafeScreen, signal: AbortSignal): Promise<Pixels> {
  const { session } = runner;
  const { observation, picture } = await croppedScreen(session, null, signal, OBSERVE_ALL);
  const { observation: after } = await observe(session, OBSERVE_TREE, signal);
  if (![observation, after].every(hasTree)) {
    const device = session.device.serial;
    throw new FoveaError("SCREENSHOT_FAILED", "no hierarchy says where passwords are, so no picture was sent", {
      device,
    });
  }
  return painted(
    picture,
    [observation, after].flatMap((seen) => coveredIn({ runner, scripts }, seen)),
  );
}

function coveredIn({ runner, scripts }: SafeScreen, observation: Observation): readonly Rect[] {
  const meant = runner.covers?.covers(observation).map(({ part }) => part) ?? [];
  const secret = observation.elements.filter((element) => isSecret(element, scripts)).map(({ bounds }) => bounds);
  return [...meant, ...secret];
}

/** A field may be a password field if the source does not report `password`. */
function isSecret({ password, actions, labels, value, error }: UiElement, { redacted }: Pick<FlowScripts, "redacted">) {
  if (password === true || (password === null && actions.includes("edit"))) return true;
  return [...labels, value ?? "", error ?? ""].some((words) => redacted(words) !== words);
}
