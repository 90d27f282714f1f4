import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { App } from "../../packages/virtual-android/src/apps/app.js";
import { listPermissions } from "../../src/actions/apps/permissions.js";
import { observe } from "../../src/observe/observe.js";
import { OBSERVE_TREE } from "../../src/observe/observe-request.js";
import { legsOf, metresBetween, secondsOf } from "../../src/replay/flow/travel.js";
import { SMALL } from "../support/drive.js";
import { never } from "../support/never.js";
import { startProduct } from "../support/product.js";
import { type RanFlow, requirePassed, runFlowText } from "../support/run-flow-text.js";

async function shownIn({ product }: RanFlow) {
  return (await observe(await product.session(), OBSERVE_TREE, never())).observation;
}

test("setLocation sets the phone's location, and travel moves it from place to place at a speed", async () => {
  const text = `
- setLocation: {latitude: "\${1 + 51}.52", longitude: 13.405}
- travel: {points: ["52.5,13.4", "52.5001,13.4"], speed: 40}
`;
  await runFlowText(text, { apiLevel: 34, app: "com.fovea.notes" }, (ran) => {
    requirePassed(ran);
    const { latitude, longitude } = ran.product.phone.managers.location.providers.get("gps") ?? {};
    assert.deepEqual([latitude, longitude], [52.5001, 13.4]);
    assert.ok(ran.notes.includes("set the location to 52.520000,13.405000"), ran.notes.join("\n"));
    assert.ok(ran.notes.includes("travelled to 52.500000,13.400000, 52.500100,13.400000"), ran.notes.join("\n"));
  });
});

test("travel takes the time of its distance at its speed, with a location about each second", () => {
  const degree = metresBetween({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 });
  assert.ok(Math.abs(degree - 111_195) < 5, String(degree));
  const legs = legsOf(
    [
      { latitude: 0, longitude: 0 },
      { latitude: 0, longitude: 0.001 },
      { latitude: 1, longitude: 0 },
    ],
    20,
  );
  assert.deepEqual([legs.length, legs[0]?.points.length, legs[1]?.points.length], [2, 7, 21]);
  assert.ok(Math.abs(secondsOf(legs) - (111.195 + degree) / 20) < 0.1, String(secondsOf(legs)));
  assert.deepEqual(legsOf([], 4), []);
});

test("the dark theme is toggled and asserted, and the wrong theme fails the flow", async () => {
  const text = `
- assertLightMode
- toggleDarkMode
- assertDarkMode
- assertLightMode: {optional: true}
- setDarkMode: disabled
- assertDarkMode
`;
  await runFlowText(text, { app: "com.fovea.notes" }, ({ outcome, story, steps }) => {
    assert.equal(outcome, "failed");
    assert.deepEqual(
      story.map((line) => line.split(" ")[0]),
      ["passed", "passed", "passed", "skipped", "passed", "failed"],
    );
    assert.deepEqual([steps[5]?.code, steps[5]?.message], ["EXPECTATION_FAILED", "the dark theme is off"]);
  });
});

test("setOrientation rotates the screen to each of four orientations", async () => {
  for (const [way, rotation] of [
    ["UPSIDE_DOWN", 2],
    ["LANDSCAPE_RIGHT", 3],
  ] as const) {
    await runFlowText(`- setOrientation: ${way}`, { app: "com.fovea.notes" }, async (ran) => {
      requirePassed(ran);
      assert.equal((await shownIn(ran)).rotation, rotation);
    });
  }
});

test("launchApp without `permissions` grants all of them, and its step reports it", async () => {
  await runFlowText("appId: com.fovea.dialogs\n---\n- launchApp\n- launchApp", {}, async (ran) => {
    requirePassed(ran);
    const states = await listPermissions(await ran.product.session(), "com.fovea.dialogs", never());
    const runtime = states.filter(({ name }) => !name.endsWith("SYSTEM_ALERT_WINDOW"));
    assert.deepEqual([...new Set(runtime.map(({ isGranted }) => isGranted))], [true], JSON.stringify(states));
    const said = ran.notes.filter((note) => note.endsWith("as Maestro does if a flow names none"));
    assert.equal(said.length, 1, ran.notes.join("\n"));
    assert.match(said[0] ?? "", /^gave com\.fovea\.dialogs .*CAMERA/);
  });
});

test("a permission that is neither allowed nor denied is revoked, as in Maestro", async () => {
  const text = `appId: com.fovea.dialogs
---
- setPermissions: {permissions: {all: allow}}
- setPermissions: {permissions: {camera: unset, microphone: inuse}}
`;
  await runFlowText(text, {}, async (ran) => {
    requirePassed(ran);
    const states = await listPermissions(await ran.product.session(), "com.fovea.dialogs", never());
    const granted = (name: string) => states.find((one) => one.name.endsWith(name))?.isGranted;
    assert.deepEqual(["CAMERA", "RECORD_AUDIO"].map(granted), [false, false]);
    assert.ok(ran.notes.includes('! microphone: "inuse" takes the permission away, as in Maestro'));
  });
});

/** A second app for links, so that a chooser comes up. */
function takesLinks(app: App): App {
  if (app.packageName !== "com.fovea.notes") return app;
  const filters = [{ action: "android.intent.action.VIEW", schemes: ["https"] }];
  return { ...app, activities: app.activities.map((one) => (one.isLauncher ? { ...one, filters } : one)) };
}

test("openLink opens a link in the flow's app, or in a browser, without a chooser", async () => {
  const plain = "appId: com.fovea.notes\n---\n- openLink: https://example.org";
  await runFlowText(plain, { rework: takesLinks }, async (ran) => {
    assert.ok((await shownIn(ran)).intentChooserDetected);
  });
  const verified = "appId: com.fovea.notes\n---\n- openLink: {link: 'https://example.org', autoVerify: true}";
  await runFlowText(verified, { rework: takesLinks }, async (ran) => {
    requirePassed(ran);
    assert.equal((await shownIn(ran)).activeWindow?.package, "com.fovea.notes");
  });
  const browser = "appId: com.fovea.notes\n---\n- openLink: {link: 'https://example.org', browser: true}";
  await runFlowText(browser, { rework: takesLinks }, async (ran) => {
    requirePassed(ran);
    assert.equal((await shownIn(ran)).activeWindow?.package, "com.fovea.browser");
    assert.match(ran.notes[0] ?? "", /^opened https:\/\/example\.org\/ in com\.fovea\.browser$/);
  });
});

test("a point in an element can be given in pixels, and has to be inside it", async () => {
  const text = `
- tapOn: {id: tap_pad, point: '10, 10'}
- assertVisible: "Taps: 1"
- tapOn: {id: tap_pad, point: '10,3000'}
`;
  await runFlowText(text, { app: "com.fovea.gestures" }, ({ story, steps }) => {
    assert.deepEqual(
      story.map((line) => line.split(" ")[0]),
      ["passed", "passed", "failed"],
      JSON.stringify(steps),
    );
    assert.match(steps[2]?.message ?? "", /^10,3000 px is not in .*; nothing was touched/);
  });
});

test("no Android element matches a selector for web pages, and an empty text requires nothing", async () => {
  const text = `
- assertNotVisible: {css: .button}
- assertVisible: {text: ""}
- assertVisible: {css: .button}
`;
  await runFlowText(text, { app: "com.fovea.notes" }, ({ story }) => {
    assert.deepEqual(story, [
      'passed assertNotVisible css ".button"',
      "passed assertVisible",
      'failed assertVisible css ".button"',
    ]);
  });
});

test("airplane mode is turned on, turned off and toggled", async () => {
  const text = "- setAirplaneMode: enabled\n- toggleAirplaneMode\n- toggleAirplaneMode";
  await runFlowText(text, { app: "com.fovea.notes" }, async (ran) => {
    requirePassed(ran);
    assert.equal(ran.product.phone.state().settings.global.get("airplane_mode_on"), "1");
    const switches = ran.notes.filter((note) => note.startsWith("switched "));
    assert.deepEqual(
      switches,
      ["on", "off", "on"].map((way) => `switched airplane mode ${way}`),
    );
  });
});

test("addMedia puts images and videos of the workspace into the gallery, and no other files", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  const folder = join(product.folder, "flows");
  mkdirSync(folder);
  writeFileSync(join(folder, "a.png"), "a picture");
  writeFileSync(join(product.folder, "outside.png"), "another");
  const on = { on: product, file: join(folder, "f.yaml") };
  await runFlowText("- addMedia: [a.png, ./a.png]\n- addMedia: {files: [a.png]}", on, (ran) => {
    requirePassed(ran);
    assert.equal(ran.notes.length, 3);
    for (const note of ran.notes)
      assert.match(
        note,
        /^wrote 9 bytes to \/storage\/emulated\/0\/Pictures\/fovea\/a\.png; .*; the media index lists it/,
      );
  });
  await runFlowText("- addMedia: ['../outside.png']", on, ({ steps }) => {
    assert.equal(steps[0]?.code, "PATH_NOT_ALLOWED");
  });
  writeFileSync(join(folder, "b.exe"), "no picture");
  await runFlowText("- addMedia: [a.png, b.exe]", on, ({ steps }) => {
    assert.equal(steps[0]?.code, "INVALID_ARGUMENT");
    assert.match(steps[0]?.message ?? "", /^b\.exe is neither a picture nor a film/);
  });
  await assert.rejects(
    runFlowText("- back\n- addMedia: [none.png]", on, () => {}),
    /f\.yaml:4: none\.png cannot be read/,
  );
});

test("startRecording saves a video below the output folder, and ends with the flow", async () => {
  await using scratch = await startProduct(SMALL);
  const { folder } = scratch;
  const text = "- startRecording: videos/shop\n- tapOn: Shopping\n- stopRecording\n- stopRecording";
  for (let time = 0; time < 2; time += 1) {
    await runFlowText(text, { app: "com.fovea.notes", runner: { pictures: folder } }, (ran) => {
      requirePassed(ran);
      assert.ok(ran.notes.includes(`saved ${join(folder, "videos", "shop.mp4")}`), ran.notes.join("\n"));
      assert.equal(ran.steps[3]?.message, "nothing to do: no video is being recorded");
      assert.equal(
        readFileSync(join(folder, "videos", "shop.mp4"))
          .subarray(4, 8)
          .toString("latin1"),
        "ftyp",
      );
    });
  }
  await runFlowText("- startRecording: rest.mp4", { app: "com.fovea.notes", runner: { pictures: folder } }, (ran) => {
    assert.deepEqual(ran.story, ["passed startRecording rest.mp4", "passed stopRecording"]);
    assert.ok(existsSync(join(folder, "rest.mp4")));
  });
});
