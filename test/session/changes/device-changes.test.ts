import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { thisProcess } from "../../../src/base/holder.js";
import { setting } from "../../../src/devices/states/setting.js";
import { type ChangeEntry, ChangeFiles } from "../../../src/session/changes/change-file.js";
import { DeviceChanges, unlinked } from "../../../src/session/changes/device-changes.js";
import { SMALL } from "../../support/drive.js";
import { never } from "../../support/never.js";
import { type Product, startProduct } from "../../support/product.js";

const FONT = setting("system", "font_scale");

const fontOf = ({ phone }: Product) => phone.state().settings.system.get("font_scale");

function entry(state: string, before: string | null, holder: ChangeEntry["holder"] = null): ChangeEntry {
  return { state, before, holder };
}

test("changes of a process are restored at its end, and their file is removed", async () => {
  await using product = await startProduct(SMALL);
  const session = await product.session();
  const changes = new DeviceChanges(product.config.stateDir, "first");
  const change = await changes.set(session, FONT, "1.3", never());
  assert.deepEqual([change.before, change.after, fontOf(product)], ["1.0", "1.3", "1.3"]);
  await changes.set(session, FONT, "1.15", never());
  await changes[Symbol.asyncDispose]();
  assert.equal(fontOf(product), "1.0");
  assert.deepEqual(readdirSync(join(product.config.stateDir, "changes")), []);
});

test("changes of a killed process are restored by the next process that uses the phone", async () => {
  await using product = await startProduct(SMALL);
  const session = await product.session();
  const files = new ChangeFiles(product.config.stateDir);
  const { hardwareSerial } = await session.device.facts(never());
  const dead = { ...thisProcess("fovea serve"), pid: 4_194_304, startedAt: "1" };
  files.save(hardwareSerial ?? "", [entry(FONT.name, "0.85", dead), entry("setting of another version", "1", dead)]);
  await product.sessions.changes.takeOver(session, never());
  assert.equal(fontOf(product), "0.85");
  assert.ok(files.isEmpty);
});

test("changes of a command stay until restored on request, and those of living processes are left alone", async () => {
  await using product = await startProduct(SMALL);
  const session = await product.session();
  const { stateDir } = product.config;
  const lasting = new DeviceChanges(stateDir, "fovea display", true);
  await lasting.set(session, FONT, "1.3", never());
  await lasting[Symbol.asyncDispose]();
  assert.equal(fontOf(product), "1.3");
  const server = new DeviceChanges(stateDir, "fovea serve");
  await server.takeOver(session, never());
  await server.set(session, FONT, "1.15", never());
  await server[Symbol.asyncDispose]();
  assert.equal(fontOf(product), "1.3", "the server found the phone in this state");
  const done = await new DeviceChanges(stateDir, "fovea display", true).restore(session, never());
  assert.deepEqual(done, [{ state: FONT.name, before: "1.3", after: "1.0" }]);
  assert.equal(fontOf(product), "1.0");
});

test("a later change of the same setting takes over the value from before both changes", () => {
  const [one, two] = [thisProcess("one"), { ...thisProcess("two"), pid: 1 }];
  const both = [entry("a", "1", one), entry("b", null, one), entry("a", "2", two)];
  const isOne = ({ holder }: ChangeEntry) => holder?.program === "one";
  assert.deepEqual(unlinked(both, isOne), {
    toWrite: [{ state: "b", before: null }],
    left: [entry("a", "1", two)],
  });
  assert.deepEqual(
    unlinked(both, (change) => !isOne(change)),
    {
      toWrite: [{ state: "a", before: "2" }],
      left: both.slice(0, 2),
    },
  );
  assert.deepEqual(unlinked(both, () => true).toWrite, [
    { state: "a", before: "1" },
    { state: "b", before: null },
  ]);
});

test("a change that the phone silently ignores is refused, and the phone's own refusal is quoted", async () => {
  const deaf = { command: "^settings put", fault: { kind: "prefix", stdout: "" } } as const;
  await using product = await startProduct({ ...SMALL, faults: [deaf] });
  const session = await product.session();
  product.phone.putSetting = () => {};
  const changes = new DeviceChanges(product.config.stateDir, "first");
  await assert.rejects(changes.set(session, FONT, "1.3", never()), { code: "STATE_REFUSED" });
});
