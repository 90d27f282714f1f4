import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { TOOL_GROUPS } from "../../../src/base/options/choices.js";
import { pollUntil } from "../../../src/base/signals.js";
import { connect } from "../../../src/library/connect.js";
import { loadFlow } from "../../../src/replay/flow/load-flow.js";
import { runFlow } from "../../../src/replay/flow/run-flow.js";
import { Guard } from "../../../src/server/guard/guard.js";
import { OPTIONAL_TOOLS, TOOLS } from "../../../src/tools/tools.js";
import { writeApk } from "../../support/app-apk.js";
import { useCompanions } from "../../support/companion-ways.js";
import { runFovea } from "../../support/fovea-process.js";
import { CHAT_PAGE, type Guarded, SHOP, startGuarded, startsWith } from "../../support/guarded-phone.js";
import { connectMcp } from "../../support/mcp-link.js";
import { never } from "../../support/never.js";
import { productFlags } from "../../support/serve-process.js";

/** One call of each acting tool whose example would do nothing here. */
const CALLS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  swipe: { direction: "up" },
  scroll_to: { target: '"Nowhere"' },
  drag: { from: 'button "Details"', to: 'button "Send"' },
  pinch: { percent: 200 },
  type_text: { text: "Hello", target: "id/message_input" },
  press_key: { key: "home" },
  open_app: { package: SHOP },
  close_app: { package: SHOP },
  open_url: { url: "https://example.com/" },
  batch: { steps: [{ tool: "tap", target: 'button "Details"' }] },
  take_action: { action: 'tap "Details"' },
  install_app: { path: "app.apk" },
  clear_app_data: { package: SHOP },
  uninstall_app: { package: SHOP },
  files: { scan: "/sdcard/Download/cat.png" },
  emulator: { stop: "emulator-5554" },
};

/** The example of a tool, whose target is on this page. */
function onPage(example: Readonly<Record<string, unknown>> | undefined): typeof example {
  return example && "target" in example ? { ...example, target: 'button "Details"' } : example;
}

/** They do what others hold back, and ways that were gone: `confirm-action.test.ts`, `go-to.test.ts` are about it. */
const NO_ACT_OF_THEIR_OWN: readonly string[] = ["confirm_action", "go_to", "run_skill"];

/** A phone whose guard lets no action pass. */
async function startBlocked(isLive: boolean): Promise<Guarded & { readonly policy: string }> {
  const live = isLive ? { apiLevel: 34, onDevice: "enabled" as const, link: useCompanions() } : {};
  const product = await startGuarded({ manageApps: "allow" }, CHAT_PAGE, live);
  const policy = join(product.folder, "guard.policy");
  writeFileSync(policy, "# nothing passes\nblock all\n");
  writeApk(join(product.folder, "app.apk"));
  const isThere = () => (product.phone.state().focusedWindow !== null ? true : undefined);
  await pollUntil(isThere, 2, AbortSignal.timeout(60_000));
  return Object.assign(product, { policy });
}

function withPolicy(product: Guarded & { readonly policy: string }) {
  const config = {
    ...product.config,
    guardPolicy: product.policy,
    takeAction: true,
    tools: TOOL_GROUPS,
    apkDirs: [product.folder],
  };
  return { ...product, config, guard: new Guard(config, "serve") };
}

for (const isLive of [false, true])
  test(`each tool that acts asks the gate before anything is sent, ${isLive ? "by the companion" : "by input"}`, async () => {
    await using product = await startBlocked(isLive);
    await using mcp = await connectMcp(withPolicy(product));
    const acting = [...TOOLS, ...OPTIONAL_TOOLS].filter(
      ({ kind, name }) => kind === "act" && !NO_ACT_OF_THEIR_OWN.includes(name),
    );
    for (const { name, example } of acting) {
      const args = CALLS[name] ?? onPage(example);
      assert.ok(args, `${name} acts, and has no call here`);
      // Two fingers need the companion.
      if (name === "pinch" && !isLive) continue;
      const before = product.phone.state().focusedWindow;
      startsWith((await mcp.call(name, args)).text, "ACTION_BLOCKED");
      assert.deepEqual(product.app.events, [], name);
      assert.deepEqual(product.phone.state().focusedWindow, before, name);
    }
  });

const FLOW = `appId: ${SHOP}
---
- tapOn: "Details"
`;
const STEPS = [
  '- tapOn: "Details"',
  '- longPressOn: "Details"',
  "- inputText: Hello",
  "- pressKey: Home",
  "- swipe:\n    direction: UP",
  "- scroll",
  "- stopApp",
  "- launchApp",
  "- openLink: https://example.com/",
  "- clearState",
  "- back",
];

test("each command of a flow asks the gate", async () => {
  await using product = await startBlocked(false);
  const session = (await product.session()).as((await product.session()).caller, withPolicy(product).guard.lastingGate);
  await using mcp = await connectMcp(product);
  for (const step of STEPS) {
    // Something has to have the focus.
    if (step.startsWith("- inputText")) await mcp.call("tap", { target: "id/message_input" });
    const events = product.app.events.length;
    const path = join(product.folder, "flow.yaml");
    writeFileSync(path, FLOW.replace('- tapOn: "Details"', step));
    const flow = await loadFlow(path);
    const runner = {
      session,
      allowedSchemes: ["https"],
      lookupMs: 2_000,
      pictures: null,
      mayClear: async () => {},
      onStep: () => {},
    };
    const report = await runFlow(flow, runner, never());
    assert.deepEqual(
      report.steps.map(({ code }) => code),
      ["ACTION_BLOCKED"],
      step,
    );
    assert.equal(product.app.events.length, events, step);
  }
});

test("a shell command and the library ask the gate", async () => {
  await using product = await startBlocked(false);
  const flags = [...productFlags(product), "--guard", "note", "--guard-policy", product.policy];
  const ran = await runFovea(["tap", 'button "Details"', ...flags]);
  assert.match(ran.stderr, /^ACTION_BLOCKED: /m);
  const { adbPort, config, serial } = product;
  const options = {
    adbPort,
    adbHost: "127.0.0.1",
    stateDir: join(config.stateDir, "library"),
    guardPolicy: product.policy,
  };
  const phone = await connect({ device: serial, options });
  await assert.rejects(phone.tap('button "Details"'), { code: "ACTION_BLOCKED" });
  await phone.close();
  assert.deepEqual(product.app.events, []);
});
