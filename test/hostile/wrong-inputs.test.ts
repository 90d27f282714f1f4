import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ERROR_CODES } from "../../src/base/errors.js";
import { TOOL_GROUPS } from "../../src/base/options/choices.js";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { loadFlow } from "../../src/replay/flow/load-flow.js";
import { capture } from "../support/capture-terminal.js";
import { connectMcp } from "../support/mcp-link.js";
import { never } from "../support/never.js";
import { type Product, startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";
import { tempFolder } from "../support/temp-folder.js";

/** Words of libraries and of the runtime, which reach nobody. */
const THEIRS =
  /Invalid (?:input|option|string|type|key|element)|expected \w+, received|Unrecognized key|ENOENT|EACCES|EISDIR|ERR_[A-Z]|Unexpected (?:token|argument|end)|Unknown option|\bat .*\.[jt]s:\d|9007199254740991|INTERNAL/;

type Row<Input> = readonly [input: Input, expected: RegExp];

/** What was plainly meant is done. */
const DONE_BY_COMMAND: readonly Row<readonly string[]>[] = [
  [["tap", "Plus"], /^tapped e\d+ radio "Plus"/],
  [["tap", "text=Team"], /^tapped e\d+ radio "Team"/],
  [["tap", "radio 'Plus'"], /^tapped e\d+ radio "Plus"/],
  [["tap", "#terms"], /^tapped e\d+ checkbox "I agree/],
  [["tap", "[540,200]"], /^tapped the point 540,200/],
  [["tap", "540, 200"], /^tapped the point 540,200/],
  [["tap", "--target", "Plus"], /^tapped e\d+ radio "Plus"/],
  [["wait", "Birthday"], /^true after/],
  [["verify", "Birthday"], /^true: e\d+ "Birthday"/],
  [["open", "form"], /^opened com\.fovea\.form/],
];

/** What cannot be done is one sentence, with the spelling that was probably meant. */
const REFUSED_BY_COMMAND: readonly Row<readonly string[]>[] = [
  [["tap", "//class"], /^SELECTOR_SYNTAX: .*\nNext: XPath is not understood/],
  [["find", "//class"], /^SELECTOR_SYNTAX: .*\nNext: XPath is not understood/],
  [["verify", "//class"], /^SELECTOR_SYNTAX: .*\nNext: XPath is not understood/],
  [["tap", "100 200"], /Did you mean `100,200` or `"100 200"`\?/],
  [["tap", "100", "200"], /did you mean '100,200', quoted\?/],
  [["tap", '{"x":540,"y":1200}'], /Did you mean `540,1200`\?/],
  [["tap", "540.5,1200.2"], /Did you mean `541,1200`\?/],
  [["tap", "0.5,0.25"], /Did you mean `50%,25%`\?/],
  [["tap", "-5,10"], /^fovea: "-5" is read as an option; places on the screen begin at 0,0\n$/],
  [["tap", "99999,10"], /99999,10 is not on the screen of 1080x2400 pixels; nothing was touched/],
  [["tap", ""], /^INVALID_ARGUMENT: tap: target: it is empty\nNext: `fovea help tap`/],
  [["tap"], /^INVALID_ARGUMENT: tap: target: it is missing\nNext: `fovea help tap`/],
  [["tap", "Plus", "--count", "99999999999999999999"], /^INVALID_ARGUMENT: tap: --count: it has to be at most 3\n/],
  [["tap", "Plus", "--timeout-ms", "0"], /^INVALID_ARGUMENT: tap: --timeout-ms: it has to be at least 1\n/],
  [["tap", "Plus", "--count", "two"], /^fovea: --count has to be a whole number\n$/],
  [["tap", "--id", "terms"], /^fovea: there is no option "--id"; did you mean --target\?\n$/],
  [["tap", "--text", "Plus"], /^fovea: there is no option "--text"; did you mean --target\?\n$/],
  [["type", "a", "--into", "field"], /^fovea: there is no option "--into"; did you mean --target\?\n$/],
  [["type"], /^INVALID_ARGUMENT: type: text: it is missing\n/],
  [["press", "volume up"], /\nNext: Did you mean volume_up\?/],
  [["press", "menuu"], /\nNext: Did you mean menu\?/],
  [["swipe", "dwon"], /did you mean down\?/],
  [["wait", "5000"], /not a time: timeout_ms is how long to wait\nNext: Write `"5000"`/],
  [["wait", "5s"], /not a time: timeout_ms is how long to wait\nNext: Write `"5s"`/],
  [["wait", ""], /^INVALID_ARGUMENT: condition: it is empty; leave it out to wait for any change\n/],
  [["verify", "Not now"], /Did you mean `"Not now"` or `Not "now"`\?/],
  [["open", "example.com"], /fovea open with https:\/\/example\.com for an address/],
  [["open", "com.fovea.form/.Main"], /Did you mean package: "com\.fovea\.form"\?/],
  [["close", "Form"], /^INVALID_ARGUMENT: package: "Form" is not a package id .*\nNext: Run fovea apps/],
  [["batch", '[{"tool":"launch"}]'], /Did you mean open_app\? A step is one of tap, swipe, scroll_to,/],
  [["batch", '[{"action":"tap","target":"Plus"}]'], /Did you mean \{"tool":"tap", …\} with its arguments beside it\?/],
  [["batch", "tap Plus"], /^fovea: STEPS has to be a JSON list, for example \[\{"tool":"tap","target":"e5"\}\]\n$/],
  [["act", "dance"], /Or: Run the command for the action itself: tap, fovea type,/],
  [
    ["screenshot", "/nonexistent/x.png"],
    /^fovea: \/nonexistent\/x\.png cannot be written: there is no such file or folder\n$/,
  ],
  [["screenshot"], /^fovea: the file to write is missing, as in: fovea screenshot /],
  [["observe", "--device", ""], /^fovea: --device is empty; leave the option out if you do not need it\n$/],
  [["observe", "--trace", ""], /^fovea: --trace is empty; leave the option out if you do not need it\n$/],
  [["observe", "--farm", "nats://192.0.2.9"], /^fovea: --farm: fovea observe uses the phones of this host; /],
  [["detect", "nofile.png"], /^fovea: nofile\.png cannot be read: there is no such file or folder\n$/],
  [["trace", "shwo", "x"], /^fovea: "shwo" is not one of validate, show, stats, export; did you mean show\?\n$/],
  [["memory", "improt"], /; did you mean import\?\n$/],
  [["graph", "biuld"], /; did you mean build\?\n$/],
  [["skill", "lst"], /; did you mean list\?\n$/],
  [["farm", "acquier"], /; did you mean acquire\?\n$/],
  [["models", "lsit"], /; did you mean list\?\n$/],
  [["parse", "sise", "x"], /; did you mean size\?\n$/],
  [["completion", "zhs"], /^fovea: "zhs" is not one of bash, zsh, fish; did you mean zsh\?\n$/],
  [["agent"], /^fovea: the task is missing, as in: fovea agent /],
  [["record", "x", "--by-hand", "--seconds", "99999999999"], /^fovea: --seconds has to be 1 to 86400\n$/],
  [["record-screen", "x.mp4", "--seconds", "99999999999"], /^fovea: --seconds has to be 1 to 86400\n$/],
  [["run", "x.yaml", "--lookup-timeout", "99999999999"], /^fovea: --lookup-timeout has to be 0 to 86400000\n$/],
  [["launch"], /did you mean fovea open\?\n$/],
  [["obsreve"], /did you mean fovea observe\?\n$/],
  [["lunch"], /did you mean fovea open\?\n$/],
  [["open", "Mesages"], /^APP_NOT_FOUND: .*; similar: "Messages" \(com\.[\w.]+\)\nNext: Run fovea apps/],
  [
    ["scroll", "up"],
    /^INVALID_ARGUMENT: target: up is a direction, not an element\nNext: Run fovea swipe down, or write /,
  ],
];

const DONE_BY_TOOL: readonly Row<readonly [tool: string, args: unknown]>[] = [
  [["tap", { target: "Plus" }], /^tapped e\d+ radio "Plus"/],
  [["tap", { target: "text=Team" }], /^tapped e\d+ radio "Team"/],
  [["tap", { target: "radio 'Plus'" }], /^tapped e\d+ radio "Plus"/],
  [["wait_for", { condition: "Birthday" }], /^true after/],
  [["open_app", { package: "Form" }], /^opened com\.fovea\.form/],
];

const REFUSED_BY_TOOL: readonly Row<readonly [tool: string, args: unknown]>[] = [
  [["tap", { x: 540, y: 1200 }], /Did you mean target: "540,1200"\?/],
  [["tap", { target: { x: 540, y: 1200 } }], /it has to be a text\nNext: Did you mean target: "540,1200"\?/],
  [["tap", { target: [540, 1200] }], /it has to be a text\nNext: Did you mean target: "540,1200"\?/],
  [["tap", { coordinates: [540, 1200] }], /Did you mean target: "540,1200"\?/],
  [["tap", { position: { x: 1, y: 2 } }], /Did you mean target: "1,2"\?/],
  [["tap", { target: "540.5,1200.2" }], /Did you mean `541,1200`\?/],
  [["tap", { target: null }], /^INVALID_ARGUMENT: tap: target: it has to be a text\n/],
  [["tap", { target: "Plus", count: "2" }], /count: it has to be a number\nNext: Did you mean count: 2\?/],
  [["tap", { target: "Plus", hold_ms: 1e308 }], /^INVALID_ARGUMENT: tap: hold_ms: it has to be at most 10000\n/],
  [["tap", { target: "Plus", long: true }], /Did you mean hold_ms for "long"\?/],
  [["tap", { target: "Plus", device: "" }], /^DEVICE_NOT_FOUND: /],
  [["swipe", { from: { x: 1, y: 2 }, to: { x: 1, y: 3 } }], /Did you mean from: "1,2", to: "1,3"\?/],
  [["swipe", { direction: "UP" }], /did you mean up\?/],
  [["press_key", { key: 4 }], /Did you mean key: "KEYCODE_BACK"\?/],
  [["press_key", { keycode: 66 }], /Did you mean key: "KEYCODE_ENTER"\?/],
  [["type_text", { text: 5 }], /text: it has to be a text\nNext: Its arguments are: /],
  [["type_text", { text: "a", submit: "yes" }], /Did you mean submit: true\?/],
  [["observe", { details: "bounds" }], /details: it has to be a list\nNext: Did you mean details: \["bounds"\]\?/],
  [["observe", { fresh: "true" }], /Did you mean fresh: true\?/],
  [["observe", { include_screenshot: true }], /Did you mean image/],
  [["find", { query: "//class" }], /XPath is not understood/],
  [
    ["wait_for", { condition: "5000" }],
    /^INVALID_ARGUMENT: condition: "5000" is a condition in quotes, and not a time/,
  ],
  [["wait_for", { condition: "" }], /^INVALID_ARGUMENT: condition: it is empty/],
  [["wait_for", { seconds: 2 }], /Did you mean timeout_ms/],
  [["open_app", { package: "https://example.com" }], /\nNext: Call open_url for an address\./],
  [["pinch", { percent: "200%" }], /Did you mean percent: 200\?/],
  [["location", { lat: 52.5, lon: 13 }], /Did you mean at: "52\.5,13"\?/],
  [["permissions", { package: "com.fovea.form", grant: "camera" }], /Did you mean grant: \["camera"\]\?/],
  [["display", { dark: "yes" }], /Did you mean dark: "on"\?/],
  [["history", { limit: 5 }], /Did you mean count: 5\?/],
  [["files", { path: "/sdcard" }], /Did you mean list for "path"\?/],
  [["batch", { steps: [{ tap: "Plus" }] }], /Did you mean \{"tool":"tap", …\}/],
  [["batch", { steps: [{ name: "tap", arguments: {} }] }], /Did you mean \{"tool":"tap", …\}/],
  [["go_to", {}], /there is no tool "go_to"; --memory DIR would offer go_to/],
  [["start_trace", {}], /--trace-tools would offer start_trace/],
  [["confirm_action", {}], /--guard confirm would offer confirm_action/],
];

async function startForm(): Promise<Product> {
  const config = { takeAction: true, tools: TOOL_GROUPS, manageApps: "allow" } as const;
  return await startProduct({ app: "com.fovea.form", isFullSize: true, speed: 50, config });
}

function checkRefusal(said: string, what: string): void {
  assert.doesNotMatch(said, THEIRS, what);
  const code = /^([A-Z_]+): /.exec(said)?.[1];
  if (code !== undefined) assert.ok(Object.hasOwn(ERROR_CODES, code), what);
}

test("misspelled command-line input is done where its meaning is plain, and otherwise refused with the right spelling", async () => {
  assert.ok(DONE_BY_COMMAND.length + REFUSED_BY_COMMAND.length + DONE_BY_TOOL.length + REFUSED_BY_TOOL.length >= 100);
  await using product = await startForm();
  const run = async (words: readonly string[]) => {
    const { terminal, stdout, stderr } = capture();
    const code = await runCommandLine({ words: [...words, ...flagsFor(words, product)], terminal }, never());
    return { code, said: stdout(), complained: stderr(), what: `${words.join(" ")}: ${stdout()}${stderr()}` };
  };
  for (const [words, expected] of DONE_BY_COMMAND) {
    const { code, said, what } = await run(words);
    assert.equal(code, 0, what);
    assert.match(said, expected, what);
  }
  for (const [words, expected] of REFUSED_BY_COMMAND) {
    const { code, said, complained, what } = await run(words);
    assert.ok(code === 1 || code === 2, what);
    assert.equal(said, "", what);
    assert.match(complained, expected, what);
    checkRefusal(complained, what);
  }
});

/** Flags that say which phone; the others of a row stay the last ones of their name. */
function flagsFor(words: readonly string[], product: Product): readonly string[] {
  if (/^(?:detect|launch|obsreve|completion|parse)$/.test(words[0] ?? "")) return [];
  return productFlags(product);
}

test("misspelled MCP calls are done where their meaning is plain, and otherwise refused with the right name", async () => {
  await using product = await startForm();
  await using mcp = await connectMcp(product);
  const call = async ([tool, args]: readonly [string, unknown]) => {
    const reply = await mcp.call(tool, args as Record<string, unknown>).catch((error: unknown) => ({
      isError: true,
      text: error instanceof Error ? error.message : String(error),
    }));
    return { ...reply, what: `${tool} ${JSON.stringify(args)}: ${reply.text}` };
  };
  for (const [input, expected] of DONE_BY_TOOL) {
    const { isError, text, what } = await call(input);
    assert.ok(!isError, what);
    assert.match(text, expected, what);
  }
  for (const [input, expected] of REFUSED_BY_TOOL) {
    const { isError, text, what } = await call(input);
    assert.ok(isError, what);
    assert.match(text, expected, what);
    checkRefusal(text, what);
  }
});

/** Commands of flows that there are not. */
const FLOW_WORDS: readonly (readonly [step: string, meant: string])[] = [
  ["tap: Save", "tapOn"],
  ["click: Save", "tapOn"],
  ["launch: com.a", "launchApp"],
  ["type: a", "inputText"],
  ["assertVisibel: Save", "assertVisible"],
  ["longPress: Save", "longPressOn"],
  ["screenshot: a", "takeScreenshot"],
];

test("an unknown flow command is refused with the nearest name", async () => {
  using folder = tempFolder();
  for (const [step, meant] of FLOW_WORDS) {
    const file = join(folder.path, "flow.yaml");
    writeFileSync(file, `appId: com.a\n---\n- ${step}\n`);
    await assert.rejects(loadFlow(file), (error) => {
      const said = error instanceof Error ? error.message : "";
      assert.match(said, new RegExp(`did you mean ${meant}\\?`), step);
      return true;
    });
  }
});
