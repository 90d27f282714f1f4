import assert from "node:assert/strict";
import { test } from "node:test";
import { parseServiceDump } from "../../../src/devices/companion/service-dump.js";

function block(component: string, user: number, epoch: string): string {
  const words = [`version: 0.1.0`, `epoch: ${epoch}`, `socket: dev.fovea.service.u${user}`, "state: running"];
  const lines = words.map((line) => `    fovea-${line}\n`).join("");
  return `SERVICE ${component} 1f2e3d pid=812 user=${user}\n  Client:\n${lines}\n`;
}

const SHORT = "dev.fovea.service/.FoveaAccessibilityService";
const LONG = "dev.fovea.service/dev.fovea.service.FoveaAccessibilityService";

test("of the services of several users the one with this user's socket is read", () => {
  const text = block(SHORT, 0, "00000000000000aa") + block(LONG, 10, "00000000000000bb");
  assert.deepEqual(parseServiceDump(text, 0), { version: "0.1.0", epoch: "00000000000000aa", state: "running" });
  assert.equal(parseServiceDump(text, 10)?.epoch, "00000000000000bb");
  assert.equal(parseServiceDump(text, 11), null);
});

test("text that is not below the header of Fovea's own service is ignored", () => {
  const ours = block(SHORT, 0, "00000000000000aa");
  assert.equal(parseServiceDump(block("com.evil/.FoveaAccessibilityService", 0, "ffffffffffffffff"), 0), null);
  assert.equal(parseServiceDump(ours.slice(ours.indexOf("  Client")), 0), null);
  assert.equal(parseServiceDump(ours.replace(/epoch: \S+/, "epoch:"), 0), null);
});

test("a service whose socket name another program uses is still reported as running", () => {
  const text = block(SHORT, 10, "00000000000000bb").replace("dev.fovea.service.u10", "none");
  assert.equal(parseServiceDump(text, 10)?.epoch, "00000000000000bb");
  assert.equal(parseServiceDump(text, 0), null);
  assert.equal(parseServiceDump(text.replace(" user=10", ""), 0)?.epoch, "00000000000000bb");
});

test("a service that does not run or does not answer has no facts", () => {
  assert.equal(parseServiceDump(`No services match: ${SHORT}\nUse -h for help.\n`, 0), null);
  const header = `SERVICE ${SHORT} 1f2e3d pid=812\n  Client:\n`;
  assert.equal(parseServiceDump(`${header}Failure while dumping the service: java.io.IOException: Timeout\n`, 0), null);
});
