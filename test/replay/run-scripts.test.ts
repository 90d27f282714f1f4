import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listPermissions } from "../../src/actions/apps/permissions.js";
import { readDisplay } from "../../src/actions/device/display.js";
import { observe } from "../../src/observe/observe.js";
import { OBSERVE_TREE } from "../../src/observe/observe-request.js";
import { SMALL } from "../support/drive.js";
import { never } from "../support/never.js";
import { startProduct } from "../support/product.js";
import { requirePassed as passed, runFlowText as run } from "../support/run-flow-text.js";

test("scripts compute texts, selectors and repetitions, and keep their results in output", async () => {
  const text = `appId: \${APP || "com.fovea.form"}
env:
  FIRST: \${GIVEN}
  FULL: \${FIRST + ' Family'}
  MISSING_ONE: \${NOT_THERE ?? "none"}
---
- launchApp
- tapOn: {id: name}
- evalScript: \${output.wanted = FULL.toUpperCase(); console.log('now', output.wanted)}
- inputText: \${output.wanted}
- assertVisible: \${output.wanted}
- runScript: {file: parts/count.js, env: {START: "\${FIRST.length}"}}
- assertTrue: \${output.count === 6 && typeof START === 'undefined'}
- assertTrue: {condition: "\${output.list.length}", label: 'has \${output.list.length} of \\\${them}'}
- repeat: {times: "\${output.count - 4}", commands: [{eraseText: 1}]}
- assertVisible: GIVEN FAMI
- runFlow: {when: {true: "\${output.count > 5}"}, commands: [{eraseText: 1}]}
- runFlow: {when: {true: "\${output.count > 6}"}, commands: [{eraseText: 5}]}
- runFlow: {when: {visible: GIVEN FAM, true: "\${MISSING_ONE}"}, env: {FIRST: Other}, commands: [{assertTrue: "\${FIRST == 'Other'}"}]}
- assertTrue: \${FIRST == 'Given'}
- assertVisible: GIVEN FAM
`;
  const files = { "parts/count.js": "output.count = Number(START) + 1; output.list = json('[1, 2]')" };
  const variables = new Map([["GIVEN", "Given"]]);
  await run(text, { files, runner: { variables } }, (ran) => {
    passed(ran);
    assert.ok(ran.notes.includes("log: now GIVEN FAMILY"));
    assert.ok(ran.story.includes(`passed has 2 of \${them}`), String(ran.story));
    assert.deepEqual(
      ran.story.filter((line) => line.startsWith("skipped")),
      ["skipped runFlow"],
    );
  });
});

test("copyTextFrom copies the text of an element, even of a part of a row, and pasteText pastes it", async () => {
  const text = `
- copyTextFrom: {text: 'Milk.*'}
- evalScript: \${output.first = maestro.copiedText}
- setClipboard: \${output.first.split(',')[0]}
- tapOn: New note
- tapOn: Title
- pasteText
- assertVisible: Milk
- action: hideKeyboard
- clearKeychain
`;
  await run(text, { app: "com.fovea.notes" }, (ran) => {
    passed(ran);
    assert.ok(ran.steps.some(({ message }) => message === "nothing to do: Android has no keychain"));
  });
  await run("- pasteText", { app: "com.fovea.notes" }, ({ steps }) => {
    assert.equal(steps[0]?.code, "FLOW_NOTHING_COPIED");
  });
});

test("retry repeats its commands until they pass, at most three times", async () => {
  const text = `
- retry:
    maxRetries: 2
    commands:
      - back
      - assertVisible: Nowhere
- assertVisible: Shopping
`;
  await run(text, { app: "com.fovea.notes" }, ({ outcome, story }) => {
    assert.equal(outcome, "failed");
    assert.equal(story.filter((line) => line === "passed back").length, 3);
    assert.equal(story.filter((line) => line === 'retried assertVisible "Nowhere"').length, 2);
    assert.equal(story.filter((line) => line === 'failed assertVisible "Nowhere"').length, 1);
    assert.equal(story.at(-1), 'skipped assertVisible "Shopping"');
  });
  const second = `
- retry: {commands: [{tapOn: Shopping}, {assertVisible: Nowhere}]}
`;
  const hooked = { app: "com.fovea.notes" };
  await run(second, hooked, ({ story, notes }) => {
    assert.equal(story[2], "passed retry");
    assert.ok(notes.includes("! attempt 1 of 2 failed, and it is tried again"));
  });
});

test("values of variables with secret names are written nowhere", async () => {
  const text = `
env: {API_KEY: "\${'k-' + PASSWORD}", PLAIN: Shopping}
---
- evalScript: \${console.log('with', PASSWORD, API_KEY)}
- assertVisible: {text: "\${PLAIN}"}
- runScript: {file: x.js, env: {MY_TOKEN: tok-123}}
- evalScript: {script: "\${throw new Error(PASSWORD)}"}
`;
  const files = { "x.js": "console.log(MY_TOKEN)" };
  const variables = new Map([["PASSWORD", "hunter2"]]);
  await run(`appId: com.x${text}`, { app: "com.fovea.notes", files, runner: { variables } }, (ran) => {
    assert.equal(ran.outcome, "failed");
    assert.doesNotMatch(JSON.stringify(ran.steps), /hunter2|tok-123/);
    assert.ok(ran.notes.includes("log: with [PASSWORD] [API_KEY]"), ran.notes.join("\n"));
    assert.ok(ran.notes.includes("log: [MY_TOKEN]"));
    assert.match(ran.steps.at(-1)?.message ?? "", /Error: \[PASSWORD\]/);
    assert.ok(ran.story.includes('passed assertVisible "Shopping"'));
  });
});

test("an optional question to a model is skipped, with the reason", async () => {
  await run("- assertNoDefectsWithAI\n- assertVisible: Shopping", { app: "com.fovea.notes" }, (ran) => {
    passed(ran);
    assert.deepEqual(ran.story, ["skipped assertNoDefectsWithAI", 'passed assertVisible "Shopping"']);
    assert.equal(ran.steps[0]?.code, "FLOW_UNSUPPORTED");
  });
});

test("the onFlowComplete commands of a flow run even where the flow fails", async () => {
  const files = {
    "b.yaml": "appId: com.x\nonFlowComplete: [{tapOn: Shopping}]\n---\n- assertVisible: Nowhere\n- back",
  };
  await run("- runFlow: b.yaml\n- back", { app: "com.fovea.notes", files }, ({ outcome, story }) => {
    assert.equal(outcome, "failed");
    assert.deepEqual(story.slice(0, 2), ['failed assertVisible "Nowhere"', 'passed tapOn "Shopping"']);
  });
});

test("steps for iOS are skipped, whatever they select", async () => {
  const text = `
- runFlow: {when: {platform: iOS, visible: {css: .none}}, commands: [{assertVisible: Nowhere}]}
- runFlow: {when: {platform: android}, commands: [{assertVisible: Shopping}]}
`;
  await run(text, { app: "com.fovea.notes" }, ({ outcome, story }) => {
    assert.equal(outcome, "passed");
    assert.deepEqual(story, ["skipped runFlow", 'passed assertVisible "Shopping"']);
  });
});

test("a script that throws fails its step with the exception's message, and an undefined variable is noted", async () => {
  const text = `
- assertTrue: {condition: "\${NOT_THERE}", optional: true}
- evalScript: \${nothing.at.all}
`;
  await run(text, { app: "com.fovea.notes" }, ({ outcome, steps }) => {
    assert.equal(outcome, "failed");
    assert.equal(steps[0]?.outcome, "skipped");
    assert.match(steps[0]?.message ?? "", /"undefined" is not true/);
    assert.equal(steps[1]?.code, "FLOW_SCRIPT_FAILED");
    assert.match(steps[1]?.message ?? "", /^inline-script: TypeError: cannot read property/);
  });
});

test("arguments of launchApp are extras of its intent", async () => {
  const text = `appId: com.fovea.notes
---
- launchApp: {arguments: {name: "a b", count: 3, share: 0.5, isOn: true, code: "42"}}
`;
  await run(text, {}, (ran) => {
    passed(ran);
    const argv = ran.product.device.log.processes
      .flatMap(({ programs }) => programs)
      .find((one) => one.includes("--ei"));
    const words = argv?.join(" ") ?? "";
    for (const extra of ["--es name a b", "--ei count 3", "--ef share 0.5", "--ez isOn true", "--es code 42"])
      assert.ok(words.includes(extra), `${extra}: ${words}`);
  });
});

test("a point in an element is tapped, and size, traits and text select elements", async () => {
  const text = `
- tapOn: {text: Drawing area, point: '10%,90%'}
- tapOn: {id: tap_pad, point: '5%,5%'}
- assertVisible: {text: "Taps: 1", traits: text}
- assertNotVisible: {text: "Taps: 1", traits: long-text}
- assertNotVisible: {text: "Taps: 1", width: 5, height: 5}
`;
  await run(text, { app: "com.fovea.gestures" }, (ran) => {
    const [, tapped] = ran.steps;
    assert.equal(tapped?.outcome, "passed", JSON.stringify(ran.steps));
    passed(ran);
  });
});

test("scrollUntilVisible with centerElement brings the element to the middle of the screen", async () => {
  const text = `appId: com.android.settings
---
- launchApp
- tapOn: Region
- scrollUntilVisible: {element: Japan, centerElement: true}
- takeScreenshot: {path: all}
- takeScreenshot: {path: part, cropOn: Japan}
`;
  await using scratch = await startProduct(SMALL);
  await run(text, { runner: { pictures: scratch.folder } }, async (ran) => {
    passed(ran);
    const height = (name: string) => readFileSync(join(scratch.folder, name)).readUInt32BE(20);
    assert.ok(height("part.png") < height("all.png") / 4);
    const { observation } = await observe(await ran.product.session(), OBSERVE_TREE, never());
    const row = observation.elements.find(({ labels }) => labels.includes("Japan"));
    const { top = 0, bottom = 0 } = row?.bounds ?? {};
    const share = (top + bottom) / 2 / (observation.screenSize?.height ?? 1);
    assert.ok(share > 0.3 && share < 0.7, String(share));
  });
});

test("random text is typed into the focused field", async () => {
  const text = `
- tapOn: {id: name}
- inputRandomText: {length: 5}
- assertVisible: '[a-z]{5}'
- inputRandomPersonName
- assertVisible: '[a-z]{5}[A-Z][a-z]+ [A-Z][a-z]+'
`;
  await run(text, { app: "com.fovea.form" }, passed);
});

test("a flow sets permissions, rotates the screen and turns the dark theme on", async () => {
  const text = `appId: com.fovea.dialogs
---
- setPermissions: {permissions: {camera: allow, contacts: allow}}
- launchApp: {permissions: {all: deny, camera: allow}}
- setOrientation: LANDSCAPE_LEFT
- setOrientation: {orientation: portrait}
- setOrientation: landscape_right
- setDarkMode: enabled
`;
  await run(text, {}, async (ran) => {
    passed(ran);
    const session = await ran.product.session();
    const states = await listPermissions(session, "com.fovea.dialogs", never());
    const granted = states.filter(({ isGranted }) => isGranted).map(({ name }) => name);
    assert.deepEqual(granted, ["android.permission.CAMERA"]);
    assert.ok(
      ran.notes.some((note) => /^! .*: skipped, as in Maestro$/.test(note)),
      ran.notes.join("\n"),
    );
    const { observation } = await observe(session, OBSERVE_TREE, never());
    const { width = 0, height = 0 } = observation.screenSize ?? {};
    assert.ok(width > height, `${width}x${height}`);
    const facts = await readDisplay(session, undefined, never());
    assert.ok(
      facts.some(({ name, value }) => /dark|night/i.test(name) && /yes|on|true|2/i.test(value ?? "")),
      JSON.stringify(facts),
    );
  });
});
