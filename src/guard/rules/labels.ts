import { lookUp } from "../../base/word-table.js";
import type { ActionClass, Finding } from "../decision.js";
import type { Rule } from "../rule.js";

/** What a button does whose whole label this is. */
const CLASSES: Readonly<Record<string, ActionClass>> = {
  send: "send",
  post: "send",
  publish: "send",
  call: "call",
  delete: "delete",
  buy: "purchase",
  pay: "purchase",
  install: "install",
  uninstall: "uninstall",
  "force stop": "uninstall",
  discard: "close",
};

/** Whether what a tap touches says what it does. */
export const labels: Rule = ({ action, target }) => {
  if (action.kind !== "tap" || !target) return [];
  return target.words.flatMap((words): readonly Finding[] => {
    const found = lookUp(CLASSES, words);
    const severity = found === "purchase" ? "block" : "confirm";
    return found === undefined ? [] : [{ class: found, severity, signals: [{ kind: "label", value: words }] }];
  });
};
