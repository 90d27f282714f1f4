import { quoteLabel } from "../../screen/label.js";
import { printCondition, printTarget } from "../../screen/selector-print.js";
import type { FlowCommand } from "./flow.js";

/**
 * The arguments of a command as words after its name; empty if it has none. A typed text is not shown, as it may be a
 * secret.
 */
export function commandWords(command: FlowCommand): string {
  switch (command.kind) {
    case "launch":
      return `${command.appId}${command.clears ? ", without its data" : ""}`;
    case "stop":
    case "clear":
      return command.appId;
    case "tap":
      return `${printTarget(command.target)}${command.times > 1 ? `, ${command.times} times` : ""}`;
    case "type":
      return `(${[...command.text].length} characters)`;
    case "erase":
      return command.count === null ? "" : `(${command.count} characters)`;
    case "press":
      return command.key;
    case "swipe":
      return swipeWords(command.swipe);
    case "scrollUntil":
      return printTarget(command.element);
    case "assert":
      return assertWords(command);
    case "open":
      return command.url;
    case "looks":
    case "screenshot":
      return command.file;
    case "performance":
      return command.appId;
    case "judge":
      return quoteLabel(command.assertion);
    case "extract":
      return quoteLabel(command.query);
    case "truth":
      return command.text;
    case "repeat":
      return command.times === null ? "" : `${command.times} times`;
    case "copy":
      return printTarget(command.element);
    case "script":
      return command.file;
    case "video":
      return command.file ?? "";
    default:
      return "";
  }
}

function swipeWords(swipe: Extract<FlowCommand, { readonly kind: "swipe" }>["swipe"]): string {
  if (!("direction" in swipe)) return `from ${printTarget(swipe.from)} to ${printTarget(swipe.to)}`;
  return swipe.target ? `${swipe.direction} over ${printTarget(swipe.target)}` : swipe.direction;
}

/** The command's name already says whether the element has to be there or absent, so `not` is left out. */
function assertWords({ condition, timeoutMs }: Extract<FlowCommand, { readonly kind: "assert" }>): string {
  if (timeoutMs !== null) return printCondition(condition);
  return printCondition(condition.kind === "not" ? condition.condition : condition);
}
