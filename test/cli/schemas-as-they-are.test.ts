import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { scratchFolder } from "../support/device-recording.js";

/** Counts how often a program compiles text that it made, and reports the number when it ends. */
const COUNTING = `data:text/javascript,
  let count = 0;
  globalThis.Function = new Proxy(Function, {
    construct(target, words) {
      count += 1;
      return Reflect.construct(target, words);
    },
  });
  process.on("exit", () => process.stderr.write("compiled: " + count));
`.replaceAll("\n", "");

const HELLO = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };

test("a server compiles no schema for its first answers", () => {
  using folder = scratchFolder();
  const main = join(packageRoot(), "dist", "src", "cli", "main.js");
  const input = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: HELLO })}\n`;
  const env = { ...process.env, HOME: folder.path, XDG_CACHE_HOME: "", XDG_STATE_HOME: "" };
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", COUNTING, main, "serve"], {
    input,
    env,
    encoding: "utf8",
  });
  assert.match(stdout, /"serverInfo"/);
  assert.match(stderr, /compiled: 0$/);
});
