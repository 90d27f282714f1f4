/** One call of every tool: name, arguments, what the answer has to say. In this order all succeed where there is a half. */
export const EVERY_CALL: readonly (readonly [string, Readonly<Record<string, unknown>>, RegExp])[] = [
  ["list_devices", {}, /\| ready \|/],
  ["open_app", { package: "com.fovea.form" }, /^opened com\.fovea\.form/],
  ["observe", { image: true }, /checkbox "I agree to the terms"/],
  ["screenshot", { save_as: "shot.png" }, /saved as .*shot\.png/],
  ["find", { query: 'radio "Plus"' }, /radio "Plus" .*\[\d+,\d+\]/],
  ["tap", { target: 'radio "Plus"' }, /^(?:~ )?e\d+ radio "Plus" checked$/m],
  ["type_text", { target: "id/name", text: "it's $5 & 100%s" }, /field .*"it's \$5 & 100%s"/],
  ["press_key", { key: "tab" }, /^pressed KEYCODE_TAB/],
  ["wait_for", { condition: 'radio "Plus" checked', timeout_ms: 10_000 }, /^true after \d+ ms/],
  ["swipe", { from: "50%,70%", to: "50%,40%" }, /^swiped /],
  ["drag", { from: "540,1500", to: "540,900" }, /^dragged /],
  ["pinch", { percent: 150 }, /^pinched /],
  ["list_apps", { contains: "fovea", system: true }, /^com\.fovea\.form$/m],
  ["open_url", { url: "https://example.org/" }, /com\.fovea\.browser/],
  ["close_app", { package: "com.fovea.browser" }, /^stopped com\.fovea\.browser/],
];
