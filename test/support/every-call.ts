import type { AnyTool } from "../../src/tool-contract/tool.js";
import { TOOLS } from "../../src/tools/tools.js";

/** The name of a tool, its arguments, and a pattern of the answer. */
type ToolCall = readonly [string, Readonly<Record<string, unknown>>, RegExp];

/** A tool with a fixed place in the order, and a pattern of its answer. */
type Placed = readonly [string, RegExp];

const ORDER: readonly Placed[] = [
  ["list_devices", /\| ready \|/],
  ["open_app", /^opened com\.fovea\.form/],
  ["observe", /checkbox "I agree to the terms"/],
  ["screenshot", /saved as .*shot\.png/],
  ["find", /radio "Plus" .*\[\d+,\d+\]/],
  ["tap", /^(?:~ )?e\d+ radio "Plus" checked(?: was e\d+)?$/m],
  ["type_text", /field .*"it's \$5 & 100%s"/],
  ["press_key", /^pressed KEYCODE_TAB/],
  ["wait_for", /^true after \d+ ms/],
  ["verify", /^true: e\d+ radio "Plus" checked/],
  ["batch", /^1 tapped e\d+ radio "Team" \| changed: /],
  ["swipe", /^swiped /],
  ["scroll_to", /checkbox "I agree to the terms"/],
  ["drag", /^dragged /],
  ["pinch", /^pinched /],
  ["list_apps", /^com\.fovea\.form "Sign up"$/m],
  ["open_url", /com\.fovea\.browser/],
  ["close_app", /^stopped com\.fovea\.browser/],
  ["history", /^\d\d:\d\d:\d\d close_app: stopped com\.fovea\.browser \| /],
];

/** A call of each tool, with the arguments of its own example: first the tools of `order`, then all others. */
export function exampleCalls(tools: readonly AnyTool[], order: readonly Placed[]): readonly ToolCall[] {
  const names = order.map(([name]) => name);
  const placed = tools.filter(({ name }) => names.includes(name));
  const others = tools.filter(({ name }) => !names.includes(name));
  placed.sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
  const says = new Map(order);
  return [...placed, ...others].map(({ name, example = {} }) => [name, example, says.get(name) ?? /./]);
}

/** One call of every tool. In this order all succeed if there is a companion. */
export const EVERY_CALL: readonly ToolCall[] = exampleCalls(TOOLS, ORDER);
