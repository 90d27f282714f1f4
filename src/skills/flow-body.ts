import type { StoredSelector } from "../screen/stored-selector.js";
import { isLoop, type Skill, type SkillLoop, type SkillStep, type SkillTarget } from "./skill.js";
import { isBack } from "./step-call.js";

/** A command of a Maestro flow as YAML data. */
export type FlowCommand = string | Readonly<Record<string, unknown>>;

/**
 * The same task as a plain flow, for any program that reads Maestro's format: found by words and ids, without healing.
 */
export function flowBody({ app, steps }: Skill): readonly FlowCommand[] {
  const [first] = steps;
  const opens = first !== undefined && !isLoop(first) && first.tool === "open_app";
  const start: FlowCommand[] = opens ? [] : [{ launchApp: { appId: app, stopApp: false } }];
  return [...start, ...steps.flatMap((item) => (isLoop(item) ? loopCommands(item) : stepCommands(item)))];
}

function loopCommands({ each, item, steps }: SkillLoop): readonly FlowCommand[] {
  const list = `output.${each.toLowerCase()}`;
  const commands = steps.flatMap(stepCommands).map((command) => withItem(command, item, `${list}[0]`));
  return [
    { evalScript: `\${${list} = ${each}.split(" | ")}` },
    {
      repeat: {
        while: { true: `\${${list}.length > 0}` },
        commands: [...commands, { evalScript: `\${${list}.shift()}` }],
      },
    },
  ];
}

function withItem(command: FlowCommand, item: string, now: string): FlowCommand {
  return JSON.parse(JSON.stringify(command).replaceAll(`\${${item}}`, `\${${now}}`));
}

function stepCommands(step: SkillStep): readonly FlowCommand[] {
  const commands = [...actionCommands(step), ...proofCommands(step)];
  const [fact] = step.when ?? [];
  if (!fact || commands.length === 0) return commands;
  const visible = fact.id === undefined ? { text: exactly(fact.text ?? "") } : { id: exactly(fact.id) };
  return [{ runFlow: { when: { visible }, commands } }];
}

/** Asserts the first fact that proves the step. */
function proofCommands({ proof }: SkillStep): readonly FlowCommand[] {
  const fact = proof.find(({ gone }) => gone !== true);
  if (!fact) return [];
  return [{ assertVisible: fact.id === undefined ? { text: exactly(fact.text ?? "") } : { id: exactly(fact.id) } }];
}

function actionCommands(step: SkillStep): readonly FlowCommand[] {
  const { tool, args, targets } = step;
  const target = targets.find(({ place }) => place === "target");
  const on = target ? selectorOf(target) : undefined;
  const text = (name: string) => (typeof args[name] === "string" ? args[name] : "");
  switch (tool) {
    case "tap":
      return on ? [{ [tapWord(args)]: on }] : [];
    case "type_text":
      return [
        ...(on ? [{ tapOn: on }] : []),
        ...(args["clear"] === true ? ["eraseText"] : []),
        ...(text("text") === "" ? [] : [{ inputText: text("text") }]),
        ...(args["submit"] === true ? [{ pressKey: "enter" }] : []),
      ];
    case "press_key":
      return isBack(step) ? backCommands(step) : [{ pressKey: text("key") }];
    case "swipe":
      return text("direction") === "" ? [] : [{ swipe: { direction: text("direction").toUpperCase() } }];
    case "scroll_to":
      return on ? [{ scrollUntilVisible: { element: on } }] : [];
    case "open_app":
      return [{ launchApp: { appId: text("package"), stopApp: false } }];
    case "close_app":
      return [{ stopApp: text("package") }];
    case "open_url":
      return [{ openLink: text("url") }];
    default:
      return [];
  }
}

/** Back hides a keyboard first if there is one: a phone may show a keyboard that the runs did not show. */
function backCommands({ keyboard }: SkillStep): readonly FlowCommand[] {
  if (keyboard === undefined) return ["back"];
  return keyboard ? ["hideKeyboard"] : ["hideKeyboard", "back"];
}

/** Whether a plain flow can have this step. */
export function isInFlow(step: SkillStep): boolean {
  return actionCommands(step).length > 0;
}

function tapWord(args: SkillStep["args"]): string {
  if (typeof args["hold_ms"] === "number" && args["hold_ms"] > 0) return "longPressOn";
  return Number(args["count"] ?? 1) > 1 ? "doubleTapOn" : "tapOn";
}

function selectorOf({ slot, by, selectors }: SkillTarget): Readonly<Record<string, unknown>> | undefined {
  const [best] = selectors;
  if (!best) return undefined;
  if (slot !== undefined && by === "labels") return { text: `\${${slot}}` };
  if (slot !== undefined) return { ...ownWords(best), childOf: { text: `\${${slot}}` } };
  if (best.unique.id && best.id !== null) return { id: exactly(best.id) };
  return ownWords(best);
}

function ownWords({ id, labels, role }: StoredSelector): Readonly<Record<string, string>> | undefined {
  const [label] = labels;
  const words = role === "field" || label === undefined ? {} : { text: exactly(label) };
  const found = { ...(id === null ? {} : { id: exactly(id) }), ...words };
  return Object.keys(found).length > 0 ? found : label === undefined ? undefined : { text: exactly(label) };
}

/** A pattern that matches only this text; slots in it are kept. */
function exactly(text: string): string {
  return text
    .split(/(\$\{[A-Z][A-Z0-9_]*\})/)
    .map((part, place) => (place % 2 === 1 ? part : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")))
    .join("");
}
