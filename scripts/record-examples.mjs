// Records the example traces of the protocol from the virtual device.
// Usage: node scripts/record-examples.mjs (after npm run build)
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startVirtualPhone } from "../dist/packages/virtual-android/src/start-virtual-phone.js";
import { startVirtualAdbServer } from "../dist/packages/virtual-android/src/virtual-adb-server.js";
import { openApp } from "../dist/src/app/open-app.js";
import { readConfig } from "../dist/src/base/config.js";
import { callTool } from "../dist/src/server/call-tool.js";
import { toolContext } from "../dist/src/server/tool-context.js";
import { offeredTools } from "../dist/src/tools/tools.js";

/** The calls of each example: tool, arguments, and, for an expected refusal, its error code. */
const EXAMPLES = {
  "create-account": {
    app: "com.fovea.form",
    redact: [],
    calls: [
      ["observe", {}],
      ["type_text", { text: "Given Family", target: 'field "Given and family name"' }],
      ["type_text", { text: "name@example.org", target: 'field "name@example.com"' }],
      ["type_text", { text: "correct horse", target: "field password" }],
      ["press_key", { key: "back" }],
      ["tap", { target: 'radio "Plus"' }],
      ["tap", { target: 'checkbox "I agree to the terms"', expect: 'checkbox "I agree to the terms" checked' }],
      ["tap", { target: 'button "Sign up"' }, "ELEMENT_NOT_FOUND"],
      ["swipe", { direction: "up" }],
      ["tap", { target: 'button "Create account"' }],
    ],
  },
  "redacted-messages": {
    app: "com.fovea.messages",
    redact: ["[A-Z]\\w+"],
    calls: [
      ["observe", {}],
      ["swipe", { direction: "up" }],
      ["take_action", { action: "scroll down" }],
      ["press_key", { key: "back" }],
      ["open_app", { package: "com.android.settings" }],
    ],
  },
};

const target = new URL("../protocol/v0.1/examples/", import.meta.url).pathname;
for (const [name, example] of Object.entries(EXAMPLES)) await record(name, example);

async function record(name, { app, redact, calls }) {
  const scratch = mkdtempSync(join(tmpdir(), "fovea-examples-"));
  const size = { width: 360, height: 800 };
  const { device } = await startVirtualPhone({ app, size, density: 160, animationScale: 0, serialNumber: "EXAMPLE1" });
  const server = await startVirtualAdbServer({ devices: [{ device }] });
  const flags = { "adb-port": String(server.port), trace: join(scratch, "trace"), redact, "take-action": true };
  const config = readConfig({ ...flags, "state-dir": join(scratch, "state"), "action-timeout": "0" }, {});
  const product = await openApp(config);
  for (const [tool, args, code] of calls) await call(product, { tool, args, code });
  await product[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await device[Symbol.asyncDispose]();
  const [folder] = readdirSync(join(scratch, "trace"));
  rmSync(join(target, name), { recursive: true, force: true });
  cpSync(join(scratch, "trace", folder), join(target, name), { recursive: true });
  rmSync(scratch, { recursive: true });
}

async function call(product, { tool: name, args, code }) {
  const tool = offeredTools(product.config).find((one) => one.name === name);
  const context = toolContext(product, () => {});
  const result = await callTool(tool, args, context, AbortSignal.timeout(60_000));
  await product.recorder.settled();
  const text = result.content[0].text;
  if (code === undefined ? result.isError : !text.startsWith(`${code}:`)) throw new Error(`${name}: ${text}`);
  process.stdout.write(`${name}: ${text.split("\n")[0]}\n`);
}
