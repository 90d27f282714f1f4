import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startVirtualAdbServer } from "../../../packages/virtual-android/src/virtual-adb-server.js";
import { runCommandLine } from "../../../src/cli/run-command-line.js";
import { NO_COMPANION } from "../../../src/devices/companion/companion-link.js";
import { capture } from "../../support/capture-terminal.js";
import { SMALL } from "../../support/drive.js";
import { CHAT_PAGE, linesOf, SHOP, startGuarded } from "../../support/guarded-phone.js";
import { connectMcp } from "../../support/mcp-link.js";
import { type Product, startProduct } from "../../support/product.js";
import { type FlowStep, recordFlow } from "../../support/replay-flows.js";
import { productFlags } from "../../support/serve-process.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-attacks-"));
after(() => rmSync(folder, { recursive: true, force: true }));

async function fovea(words: readonly string[], product: Product | null, ...more: readonly string[]) {
  const { terminal, stdout, stderr } = capture();
  const code = await runCommandLine(
    { words: [...words, ...(product ? flagsFor(product) : []), ...more], terminal },
    new AbortController().signal,
  );
  return { code, text: stdout() + stderr() };
}

/** The flags of a command for the phone, without a guard. */
function flagsFor(product: Product): readonly string[] {
  const flags = productFlags(product);
  const at = flags.indexOf("--guard");
  return at < 0 ? flags : [...flags.slice(0, at), ...flags.slice(at + 2)];
}

test("a skill types no password where the guard blocks it, and does it with a note otherwise", async () => {
  const product = { onDevice: "absent", link: NO_COMPANION, apiLevel: 33 } as const;
  const sign = (password: string): readonly FlowStep[] => [["type_text", { target: "id/password", text: password }]];
  const traces: string[] = [];
  for (const password of ["correct horse", "battery staple"]) {
    const flow = { name: `sign ${password}`, app: "com.fovea.form", steps: sign(password) };
    traces.push((await recordFlow(flow, folder, { product })).folder);
  }
  const file = join(folder, "sign.yaml");
  const learnt = await fovea(["skill", "learn", ...traces, "--name", "sign", "-o", file], null);
  assert.equal(learnt.code, 0, learnt.text);
  await using phone = await startProduct({ ...SMALL, ...product, app: "com.fovea.form" });
  writeFileSync(join(folder, "secret"), "hunter two");
  const words = ["skill", "run", file, "--slot", `PASSWORD=file:${join(folder, "secret")}`];
  const blocked = await fovea(words, phone, "--guard", "block");
  assert.match(blocked.text, /ACTION_BLOCKED/);
  assert.deepEqual([blocked.code, linesOf(phone).map(({ outcome }) => outcome)], [1, ["blocked"]], blocked.text);
  const noted = await fovea(words, phone);
  assert.equal(noted.code, 0, noted.text);
  assert.deepEqual(
    linesOf(phone).map(({ outcome }) => outcome),
    ["blocked", "noted"],
  );
});

test("the guard blocks Send on either phone in a flow of two phones", async () => {
  await using first = await startGuarded({}, CHAT_PAGE, { serialNumber: "FIRST" });
  await using second = await startGuarded({}, CHAT_PAGE, { serialNumber: "SECOND" });
  await using server = await startVirtualAdbServer({ devices: [{ device: first.device }, { device: second.device }] });
  const pressed = () => [first.app.events, second.app.events];
  for (const device of ["a", "b"]) {
    const file = join(folder, `both-${device}.yaml`);
    const head = `appId: ${SHOP}\nfovea: {devices: [a, b]}\n---\n`;
    writeFileSync(file, `${head}- tapOn:\n    text: Send\n  device: ${device}\n`);
    const ran = await fovea(["run", file], first, "--adb-port", String(server.port), "--guard", "block");
    assert.match(ran.text, /ACTION_BLOCKED/);
    assert.deepEqual(pressed(), [[], []], ran.text);
  }
});

test("an emergency number is blocked in every spelling of the address, and a code that acts when dialled is held back", async () => {
  await using product = await startGuarded({ guard: "confirm", allowUrlSchemes: ["https", "tel", "intent"] });
  await using mcp = await connectMcp(product);
  const emergency = ["tel:112", "tel:%39%31%31", "tel:1-1-2", "tel://112", "tel:+112", "tel:110;ext=1", "tel:112,,1"];
  for (const url of [...emergency, "intent:112#Intent;scheme=tel;action=android.intent.action.DIAL;end"])
    assert.match((await mcp.call("open_url", { url })).text, /^ACTION_BLOCKED: /, url);
  for (const url of ["tel:*2767*3855%23", "intent:#Intent;component=a.b/.C;end"])
    assert.match((await mcp.call("open_url", { url })).text, /^CONFIRMATION_REQUIRED: /, url);
  assert.doesNotMatch((await mcp.call("open_url", { url: "tel:1122" })).text, /^(?:ACTION_BLOCKED|CONFIRMATION)/);
});
