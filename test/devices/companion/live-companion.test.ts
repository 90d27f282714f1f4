import assert from "node:assert/strict";
import { test } from "node:test";
import type { OnDeviceSnapshot } from "../../../src/devices/companion/results.js";
import { coded } from "../../support/coded.js";
import { goldenMessage, type ScriptedCompanion, scriptedCompanion } from "../../support/companion.js";
import { never } from "../../support/never.js";

const APP = 41;

/** The next snapshot, answered by a golden one. */
async function next({ companion, stream }: ScriptedCompanion, name: string, id: number): Promise<OnDeviceSnapshot> {
  const asked = companion.snapshot({ basis: "walk" }, never());
  await stream.message(id + 1);
  stream.send({ ...goldenMessage("server", name), id });
  return await asked;
}

function contentOf({ windows }: OnDeviceSnapshot) {
  return windows.find(({ id }) => id === APP)?.content;
}

test("an unchanged hierarchy is the very same object as before", async () => {
  const scripted = await scriptedCompanion();
  const again = await next(scripted, "snapshot-unchanged", 3);
  assert.ok(contentOf(again));
  assert.equal(contentOf(again), contentOf(scripted.first));
  scripted.companion.client.close();
});

test("the unchanged nodes of a patched hierarchy are the very same objects as before", async () => {
  const scripted = await scriptedCompanion();
  const before = contentOf(scripted.first) ?? [];
  const after = contentOf(await next(scripted, "snapshot-patch", 3)) ?? [];
  assert.deepEqual(
    after.map((node, place) => node === before[place]),
    [true, false, true, true],
  );
  assert.deepEqual(after[1], { ...before[1], text: "Meier" });
  assert.equal(before[1]?.text, "Müller 😀", "an object returned earlier stays unchanged");
  scripted.companion.client.close();
});

test("a patched hierarchy is named in the next request, and can be patched again", async () => {
  const scripted = await scriptedCompanion();
  const after = contentOf(await next(scripted, "snapshot-patch", 3));
  const asked = scripted.companion.snapshot({}, never());
  const request = JSON.stringify(await scripted.stream.message(5));
  assert.match(request, /"since":\[\{"window":41,"tree":"00000000000000a3"\}\]/);
  const text = JSON.stringify(goldenMessage("server", "snapshot-patch")["result"]);
  const patchOfPatch = text
    .replace("00000000000000a3", "00000000000000a4")
    .replace("00000000000000a2", "00000000000000a3");
  scripted.stream.send({ id: 4, result: JSON.parse(patchOfPatch.replace("Meier", "Schmidt")) });
  const last = contentOf(await asked);
  assert.deepEqual([last?.[1]?.text, last?.[2] === after?.[2]], ["Schmidt", true]);
  scripted.companion.client.close();
});

test("a patch is refused where version 1 was agreed on", async () => {
  const scripted = await scriptedCompanion("hello-version-1");
  assert.equal((await coded(next(scripted, "snapshot-patch", 3))).code, "ON_DEVICE_PROTOCOL");
  scripted.companion.client.close();
});
