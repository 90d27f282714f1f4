import { FoveaError } from "../base/errors.js";
import { isKeyWord } from "../base/key-names.js";
import { issueWords } from "../base/zod-words.js";
import type { UiElement } from "../screen/element.js";
import { normaliseLabel } from "../screen/label.js";
import type { AnyTool } from "../tool-contract/tool.js";
import { closeApp } from "../tools/close-app.js";
import { drag } from "../tools/drag.js";
import { openApp } from "../tools/open-app.js";
import { openUrl } from "../tools/open-url.js";
import { pinch } from "../tools/pinch.js";
import { pressKey } from "../tools/press-key.js";
import { scrollTo } from "../tools/scroll-to.js";
import { swipe } from "../tools/swipe.js";
import { tap } from "../tools/tap.js";
import { typeText } from "../tools/type-text.js";
import type { FoundTarget } from "./find-target.js";
import type { SkillStep, SkillTarget } from "./skill.js";
import { fill, slotsIn } from "./template.js";

const TOOLS: readonly AnyTool[] = [tap, swipe, scrollTo, drag, pinch, typeText, pressKey, openApp, closeApp, openUrl];

/** The tool of a step. Errors: REPLAY_NOT_DONE. */
export function toolOf({ tool: name }: SkillStep): AnyTool {
  const tool = TOOLS.find((one) => one.name === name);
  if (!tool) throw new FoveaError("REPLAY_NOT_DONE", `a skill cannot use the tool ${name}`);
  return tool;
}

/** Whether a skill can perform this step. */
export function isDoable({ tool: name }: Pick<SkillStep, "tool">): boolean {
  return TOOLS.some((one) => one.name === name);
}

/** Arguments for places, which are stored as targets. */
const PLACES: readonly unknown[] = ["target", "from", "to"];

/** Why the tool of a step would refuse its call, for any values of the slots; null if it accepts the call. */
export function wrongCall(step: SkillStep): string | null {
  const { error } = toolOf(step).input.safeParse(step.args, { error: issueWords });
  const issue = error?.issues.find(({ path: [name] }) => !PLACES.includes(name));
  if (issue) return `${step.tool} cannot be called like this: ${[...issue.path, ""].join(": ")}${issue.message}`;
  const key = step.tool === pressKey.name ? String(step.args["key"]) : null;
  return key === null || slotsIn(key).length > 0 || isKeyWord(key) ? null : `there is no key ${JSON.stringify(key)}`;
}

/** Whether the step has the same effect on every screen. */
export function isScreenIndependent({ tool, args }: SkillStep): boolean {
  const isKey = tool === pressKey.name && ["home", "recents"].includes(String(args["key"]).toLowerCase());
  return isKey || [openApp, closeApp, openUrl].some(({ name }) => name === tool);
}

/** Whether it is the back key. If a keyboard is shown, it hides the keyboard and does nothing else. */
export function isBack({ tool, args }: Pick<SkillStep, "tool" | "args">): boolean {
  return tool === pressKey.name && /^(?:keycode_)?back$/i.test(String(args["key"]));
}

/** Whether the step only scrolls to the target of the next step. */
export function isScroll({ tool }: SkillStep): boolean {
  return tool === swipe.name || tool === scrollTo.name;
}

/** The arguments of the call, with the values of slots and the present selector of each target. */
export function argsFor(
  step: SkillStep,
  found: readonly FoundTarget[],
  values: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const args: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(step.args))
    args[name] = typeof value === "string" ? fill(value, values) : value;
  for (const [place, target] of step.targets.entries()) {
    const one = found[place];
    if (one?.kind !== "one") continue;
    args[target.place] = JSON.stringify(one.selector);
    // The field was empty in the runs, so its present text is deleted first.
    if (step.tool === typeText.name && target.empty && mayBeFilled(one.element, target)) args["clear"] = true;
  }
  return args;
}

/**
 * Dumps before Android 14 do not distinguish hints from texts: a hint may be taken for a text, but emptying an empty
 * field does no harm.
 */
function mayBeFilled({ value, labels }: UiElement, { hints = [] }: SkillTarget): boolean {
  return (value ?? "") !== "" || labels.some((label) => !hints.includes(normaliseLabel(label)));
}
