import assert from "node:assert/strict";
import { test } from "node:test";
import { isLive } from "../../../src/devices/companion/companion-link.js";
import { PROTOCOL_VERSIONS } from "../../../src/devices/companion/limits.js";
import { useCompanions } from "../../support/companion-ways.js";
import { drive, SMALL } from "../../support/drive.js";
import { never } from "../../support/never.js";

/** What an agent reads and does with a companion that speaks no newer version than this. */
async function answersWith(version: number) {
  const options = { ...SMALL, app: "com.fovea.form", onDevice: "enabled", link: useCompanions() } as const;
  await using driven = await drive(options);
  const { phone, product, did } = driven;
  phone.onDevice.newestVersion = version;
  const screen = await did("observe");
  const tapped = await did("tap", { target: "id/terms", expect: "id/terms checked" });
  const companion = await (await product.session()).onDevice.live(never());
  assert.ok(isLive(companion));
  assert.equal(companion.client.hello.version, version);
  const timeless = (text: string) => text.replaceAll(/\b\d+(?:\.\d+)? (?:ms|s)\b/g, "N ms");
  return { screen: timeless(screen), verdict: /changed|no effect/.exec(tapped)?.[0] };
}

test("a companion older than the server reads and acts as the newest one does", async () => {
  const [oldest, ...newer] = PROTOCOL_VERSIONS;
  const answers = await answersWith(oldest);
  assert.match(answers.screen, /checkbox "I agree to the terms"/);
  assert.equal(answers.verdict, "changed");
  for (const version of newer) assert.deepEqual(await answersWith(version), answers, `version ${version}`);
});
