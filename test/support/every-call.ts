import type { AnyTool } from "../../src/tools/define/tool.js";
import { TOOLS } from "../../src/tools/tools.js";

/** Name, arguments, what the answer has to say. */
type ToolCall = readonly [string, Readonly<Record<string, unknown>>, RegExp];

const NAMED: readonly ToolCall[] = [
  ["list_devices", {}, /\| ready \|/],
  ["open_app", { package: "com.fovea.form" }, /^opened com\.fovea\.form/],
  ["observe", { image: true, full: true }, /checkbox "I agree to the terms"/],
  ["screenshot", { save_as: "shot.png" }, /saved as .*shot\.png/],
  ["find", { query: 'radio "Plus"' }, /radio "Plus" .*\[\d+,\d+\]/],
  ["tap", { target: 'radio "Plus"' }, /^(?:~ )?e\d+ radio "Plus" checked(?: was e\d+)?$/m],
  ["type_text", { target: "id/name", text: "it's $5 & 100%s" }, /field .*"it's \$5 & 100%s"/],
  ["press_key", { key: "tab" }, /^pressed KEYCODE_TAB/],
  ["wait_for", { condition: 'radio "Plus" checked', timeout_ms: 10_000 }, /^true after \d+ ms/],
  ["verify", { condition: 'radio "Plus" checked' }, /^true: e\d+ radio "Plus" checked/],
  ["batch", { steps: [{ tool: "tap", target: 'radio "Team"' }] }, /^1 tapped e\d+ radio "Team" \| changed: /],
  ["swipe", { from: "50%,70%", to: "50%,40%" }, /^swiped /],
  ["scroll_to", { target: 'checkbox "I agree to the terms"' }, /checkbox "I agree to the terms"/],
  ["drag", { from: "540,1500", to: "540,900" }, /^dragged /],
  ["pinch", { percent: 150 }, /^pinched /],
  ["list_apps", { contains: "fovea", system: true }, /^com\.fovea\.form$/m],
  ["open_url", { url: "https://example.org/" }, /com\.fovea\.browser/],
  ["close_app", { package: "com.fovea.browser" }, /^stopped com\.fovea\.browser/],
  ["history", { count: 1 }, /^\d\d:\d\d:\d\d close_app: stopped com\.fovea\.browser \| /],
];

/** Of tools that only look and need no argument, those that no call is named for, called without one. */
export function bareCalls(
  tools: readonly AnyTool[],
  named: readonly (readonly [string, ...unknown[]])[],
): readonly ToolCall[] {
  const isBare = ({ kind, input }: AnyTool) => kind === "read" && input.safeParse({}).success;
  return tools
    .filter((tool) => isBare(tool) && !named.some(([name]) => name === tool.name))
    .map(({ name }) => [name, {}, /./]);
}

/** One call of every tool. In this order all succeed where there is a companion. */
export const EVERY_CALL: readonly ToolCall[] = [...NAMED, ...bareCalls(TOOLS, NAMED)];
