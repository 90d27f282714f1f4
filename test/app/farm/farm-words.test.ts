import assert from "node:assert/strict";
import { test } from "node:test";
import { inFarmWords } from "../../../src/app/farm/farm-words.js";
import { packageVersion } from "../../../src/base/assets.js";
import { ANY, startFarmOfPhones } from "../../support/farm-of-phones.js";
import { needsPrograms } from "../../support/needs.js";
import { never } from "../../support/never.js";

test("a serial is replaced where it stands as a whole name, and not within another name", () => {
  const words = (text: string) => inFarmWords(text, { serial: "emulator-5554", device: "h1/emulator-5554" });
  assert.equal(words('"emulator-5554" is offline'), '"h1/emulator-5554" is offline');
  assert.equal(words("emulator-5554: gone"), "h1/emulator-5554: gone");
  for (const same of ["emulator-55541 is there", "h1/emulator-5554 is there", "my-emulator-5554", "nothing"])
    assert.equal(words(same), same);
});

needsPrograms("nats-server").test(
  "errors name a phone of a farm by its farm id, to agents and to programs",
  async () => {
    await using farm = await startFarmOfPhones();
    const { device, fabric, product } = farm;
    const [lease = null] = await fabric.acquire(ANY, { ttlMs: 60_000, waitMs: 0, tenant: "ada" }, never());
    const call = { schema: 1 as const, caller: "c", device, tool: "observe", args: {}, proof: lease };
    product.device.unplug();
    // The host may have withdrawn the lost phone already, or does so during the call: then the farm answers.
    const answerTo = async (sent: Parameters<typeof fabric.sendCall>[1]) =>
      JSON.stringify(await fabric.sendCall("ada", sent, never()).catch((error: Error) => error.message));
    const agent = await answerTo(call);
    const program = { version: packageVersion(), deadlineMs: null, toolMs: 5_000 };
    const toProgram = await answerTo({ ...call, program });
    product.device.plug();
    for (const answer of [agent, toProgram]) {
      assert.match(
        answer,
        new RegExp(
          `no device has the serial \\W+${device}\\W|${device} is not on this host|takes calls for ${device}|on ${device} was lost on the way`,
        ),
      );
      assert.doesNotMatch(answer, new RegExp(`[^/]${product.serial}`));
    }
  },
);
