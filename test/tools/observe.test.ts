import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { drive, hintsOf, refIn } from "../support/drive.js";
import { untilStable } from "../support/until-stable.js";

test("observe returns a header and one line per element, and an image only on request", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const plain = await driven.mcp.call("observe");
  assert.equal(plain.image, null);
  const [header, ...lines] = plain.text.split("\n");
  assert.match(header ?? "", /^com\.fovea\.form\/\.FormActivity \| 540x1200 \| .*uiautomator, \d+ ms old \| o1$/);
  assert.equal(lines.length, 23);
  assert.match(lines.at(-1) ?? "", /^\(The text of a field may be its hint: /);
  assert.doesNotMatch(plain.text, /id\/|android\.widget|\[\d/);
  const pictured = await driven.mcp.call("observe", { image: true });
  const { width, height } = await sharp(pictured.image?.bytes).metadata();
  assert.deepEqual([width, height], [540, 1200]);
  assert.match(pictured.text, /\n\(picture: 540x1200, in device pixels\)$/);
});

test("observe shows details, a part and a limit on request", async () => {
  await using driven = await drive({ app: "com.fovea.world" });
  const all = await driven.did("observe");
  const list = refIn(all, /list/);
  const part = (await driven.did("observe", { within: list })).split("\n");
  assert.ok(part[1]?.startsWith(`${list} list`));
  assert.ok(part.length < all.split("\n").length);
  const detailed = await driven.did("observe", { details: ["bounds", "ids", "classes"] });
  assert.match(detailed, /button "Big letters" \[\d+,\d+\]\[\d+,\d+\] id\/big /);
  assert.match(detailed, /Button\b/);
  const short = await driven.did("observe", { max_chars: 300 });
  assert.match(short, /more|left out/);
});

test("observe changes nothing on the phone except frame counters, which are reset on request", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await untilStable(driven.product);
  const frames = () => driven.phone.state().processes.find((one) => one.packageName === "com.fovea.form")?.frames;
  const before = frames()?.totalFrames ?? 0;
  const { windows, settings, ime } = driven.phone.state();
  await driven.did("observe");
  await driven.did("observe");
  assert.ok(before > 0 && frames()?.totalFrames === before);
  await driven.did("observe", { frame_stats: "reset" });
  assert.equal(frames()?.totalFrames, 0);
  const after = driven.phone.state();
  assert.deepEqual([after.windows, after.settings, after.ime], [windows, settings, ime]);
  assert.deepEqual(await hintsOf(driven, "observe"), [true, false, true, true]);
  await driven.refused("INVALID_ARGUMENT", "observe", { max_chars: 10 });
  await driven.refused("ELEMENT_NOT_FOUND", "observe", { within: 'list "None"' });
  await driven.refused("DEVICE_NOT_FOUND", "observe", { device: "nobody" });
});

test("observe says why a screen cannot be read, instead of showing an empty list", async () => {
  // In a hurry of forty times a machine that stands still for 25 ms would be a second of rest.
  await using driven = await drive({ app: "com.fovea.endless", speed: 10 });
  const text = await driven.did("observe");
  assert.match(text, /^! HIERARCHY_NOT_IDLE /m);
  assert.match(text, /\n\(the elements could not be read\)$/);
});

test("observe on a canvas suggests points and images, and does not elsewhere", async () => {
  await using driven = await drive({ app: "com.fovea.game" });
  const lines = (await driven.did("observe")).split("\n");
  assert.match(lines.at(-1) ?? "", /^\(e\d+ draws its own contents.* image, or marks .* points: tap \d+,\d+/);
  const [point] = /\d+,\d+/.exec(lines.at(-1) ?? "") ?? [];
  await driven.did("tap", { target: point ?? "" });
  await using plain = await drive({ app: "com.fovea.form" });
  assert.doesNotMatch(await plain.did("observe"), /draws its own contents/);
});

test("observe says where requested system bars cannot be shown", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const asked = await driven.did("observe", { system_bars: true });
  assert.match(asked, /\n\(no system bars: uiautomator reads the window in front only; .*`fovea doctor`.*\)$/);
  assert.doesNotMatch(await driven.did("observe"), /system bars/);
  await using game = await drive({ app: "com.fovea.game" });
  assert.match(await game.did("observe", { system_bars: true }), /\(no system bars: the app hides them\)$/);
});
