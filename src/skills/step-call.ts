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

/** The tool that does a step. Errors: REPLAY_NOT_DONE. */
export function toolOf({ tool: name }: SkillStep): AnyTool {
  const tool = TOOLS.find((one) => one.name === name);
  if (!tool) throw new FoveaError("REPLAY_NOT_DONE", `a skill cannot use the tool ${name}`);
  return tool;
}

/** Whether it can be done by a skill at all. */
export function isDoable({ tool: name }: Pick<SkillStep, "tool">): boolean {
  return TOOLS.some((one) => one.name === name);
}

/** Arguments that say where a step acts: targets stand for them. */
const PLACES: readonly unknown[] = ["target", "from", "to"];

/** Why the tool of a step would not take its call, whatever the slots stand for; null if it takes it. */
export function wrongCall(step: SkillStep): string | null {
  const { error } = toolOf(step).input.safeParse(step.args, { error: issueWords });
  const issue = error?.issues.find(({ path: [name] }) => !PLACES.includes(name));
  if (issue) return `${step.tool} cannot be called like this: ${[...issue.path, ""].join(": ")}${issue.message}`;
  const key = step.tool === pressKey.name ? String(step.args["key"]) : null;
  return key === null || slotsIn(key).length > 0 || isKeyWord(key) ? null : `there is no key ${JSON.stringify(key)}`;
}

/** It comes to the same on whichever screen it is done. */
export function isAnywhere({ tool, args }: SkillStep): boolean {
  const isKey = tool === pressKey.name && ["home", "recents"].includes(String(args["key"]).toLowerCase());
  return isKey || [openApp, closeApp, openUrl].some(({ name }) => name === tool);
}

/** Where a keyboard is on the screen, it hides that and nothing else. */
export function isBack({ tool, args }: Pick<SkillStep, "tool" | "args">): boolean {
  return tool === pressKey.name && /^(?:keycode_)?back$/i.test(String(args["key"]));
}

/** It only brings into view what the next step is for. */
export function isScroll({ tool }: SkillStep): boolean {
  return tool === swipe.name || tool === scrollTo.name;
}

/** What the tool is called with: slots filled in, and each target as it is on this screen. */
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
    // It was empty in the runs: what is in it today is not part of what is to be typed.
    if (step.tool === typeText.name && target.empty && mayBeFilled(one.element, target)) args["clear"] = true;
  }
  return args;
}

/** Dumps before Android 14 do not say what is a hint and what a text: to empty an empty field does no harm. */
function mayBeFilled({ value, labels }: UiElement, { hints = [] }: SkillTarget): boolean {
  return (value ?? "") !== "" || labels.some((label) => !hints.includes(normaliseLabel(label)));
}
