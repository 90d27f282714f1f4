import assert from "node:assert/strict";
import { test } from "node:test";
import { ERROR_CODES } from "../../src/base/errors.js";
import { COMMANDS } from "../../src/cli/commands.js";
import { forShell } from "../../src/cli/shell-words.js";
import * as toolCommands from "../../src/cli/tool-commands.js";
import { OPTIONAL_TOOLS, TOOLS } from "../../src/tools/tools.js";
import { runFovea } from "../support/fovea-process.js";

const TOOL_NAMES = [...TOOLS, ...OPTIONAL_TOOLS].map(({ name }) => name);

test("no recovery names an MCP tool or argument on the command line", () => {
  for (const [code, recoveries] of Object.entries(ERROR_CODES)) {
    for (const recovery of [recoveries].flat()) {
      const said = forShell(recovery);
      const words = said.match(/[a-z]+(?:_[a-z]+)+/g) ?? [];
      assert.deepEqual(words, [], `${code}: ${said}`);
      assert.doesNotMatch(
        said,
        /\b[Cc]all (?:observe|find|verify|tap|[a-z]+_)|tools\/list|[Rr]epeat the call/,
        `${code}: ${said}`,
      );
      assert.doesNotMatch(said, /fovea fovea/, said);
    }
  }
});

test("every command that runs a tool names the tool, and names only existing tools", () => {
  const silent = Object.keys(toolCommands).filter((name) => COMMANDS[name]?.tools === undefined);
  assert.deepEqual(silent, [], "their entries in src/cli/commands.ts or a file beside it need `tools`");
  const named = Object.values(COMMANDS).flatMap(({ tools = [] }) => tools);
  assert.deepEqual(
    named.filter((name) => !TOOL_NAMES.includes(name)),
    [],
  );
});

test("forShell keeps the name of a value as it is written", () => {
  assert.equal(forShell("Use volume_up, quick_settings."), "Use volume_up, quick_settings.");
});

test("no recovery over MCP names a command that has its own tool", () => {
  const commands = [
    "tap",
    "swipe",
    "type",
    "press",
    "open",
    "find",
    "verify",
    "wait",
    "batch",
    "act",
    "observe",
    "devices",
    "help",
  ];
  const own = new RegExp(`\`fovea (?:${commands.join("|")})\\b|--help`);
  for (const [code, recoveries] of Object.entries(ERROR_CODES))
    for (const recovery of [recoveries].flat()) assert.doesNotMatch(recovery, own, code);
});

test("forShell turns calls into commands and arguments into options, and keeps text of an app", () => {
  assert.equal(forShell("Call list_devices and use a serial from it."), "Run fovea devices and use a serial from it.");
  assert.equal(forShell('press_key with key "wakeup" turns the screen on.'), "fovea press wakeup turns the screen on.");
  assert.equal(
    forShell('Look at "call open_app with timeout_ms" below.'),
    'Look at "call open_app with timeout_ms" below.',
  );
  assert.equal(forShell("For example system/screen_brightness."), "For example system/screen_brightness.");
  assert.equal(forShell("Call list_apps for the package ids."), "Run fovea apps for the package ids.");
  assert.equal(forShell("Call files with `list`."), "Run fovea files with `list`.");
  assert.equal(forShell("wait longer with timeout_ms of wait_for."), "wait longer with --timeout-ms.");
  assert.ok(TOOL_NAMES.includes("open_app"));
});

test("a refused argument on the command line is answered with commands and options", async () => {
  const { code, stderr } = await runFovea(["tap", "Save", "--count", "9"]);
  assert.equal(code, 2);
  assert.match(
    stderr,
    /^INVALID_ARGUMENT: tap: --count: it has to be at most 3\nNext: `fovea help tap` lists the options of a command\.\n$/,
  );
});

/* mutations
- file: src/cli/shell-words.ts
  from: "BY_TOOL.get(name) ??"
  to: ""
  name: "forShell turns calls into commands and arguments into options, and keeps text of an app"
*/
