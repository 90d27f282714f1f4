import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { FlowRunner } from "../../src/replay/flow/flow-runner.js";
import { parseFlow } from "../../src/replay/flow/parse-flow.js";
import { runFlow } from "../../src/replay/flow/run-flow.js";
import type { RunReport } from "../../src/replay/report.js";
import { SMALL } from "../support/drive.js";
import { headed, unheaded } from "../support/headed-flow.js";
import { never } from "../support/never.js";
import { type Product, type ProductOptions, startProduct } from "../support/product.js";

interface Ran extends RunReport {
  /** `ok 3 tapOn "Save"`, one for each step. */
  readonly story: readonly string[];
  readonly product: Product;
}

async function run(
  text: string,
  options: ProductOptions & { readonly runner?: Partial<FlowRunner>; readonly prepare?: (product: Product) => unknown },
  use: (ran: Ran) => unknown,
): Promise<void> {
  const { runner = {}, prepare, ...rest } = options;
  await using product = await startProduct({ ...SMALL, ...rest });
  prepare?.(product);
  const flow = await parseFlow({ file: "f.yaml", text: headed(text) }, { load: async () => assert.fail() });
  const reported: string[] = [];
  const parts: FlowRunner = {
    session: await product.session(),
    allowedSchemes: ["https"],
    lookupMs: 300,
    pictures: null,
    mayClear: async () => {},
    onStep: (step) => reported.push(step.name),
    ...runner,
  };
  const report = await runFlow(flow, parts, never());
  assert.deepEqual(
    reported,
    report.steps.map(({ name }) => name),
    "each step is reported as it ends",
  );
  const lineOf = (place: string) => unheaded(text, Number(place.slice("f.yaml:".length)));
  const story = report.steps.map(({ outcome, place, name }) => `${outcome} ${lineOf(place)} ${name}`);
  await use({ ...report, story, product });
}

/** All steps pass. */
async function passes(text: string, options: ProductOptions, use: (ran: Ran) => unknown = () => {}): Promise<void> {
  await run(text, options, async (ran) => {
    assert.equal(ran.outcome, "passed", JSON.stringify(ran.steps, null, 1));
    assert.deepEqual([...new Set(ran.steps.map(({ outcome }) => outcome))], ["passed"]);
    await use(ran);
  });
}

test("a flow fills in a form with taps, texts, keys and hideKeyboard", async () => {
  const text = `{appId: com.fovea.form, fovea: {}}
---
- launchApp
- tapOn: {id: name}
- inputText: Given Familyy
- eraseText: 1
- assertVisible: Given Family
- eraseText
- assertNotVisible: Given Family
- inputText: Bo
- pressKey: Enter
- hideKeyboard
- hideKeyboard
- tapOn: Plus
  expect: radio "Plus" checked
- assertVisible: {text: Plus, checked: true}
- assertVisible: {text: Free, checked: false}
- waitForAnimationToEnd
- assertTrue: true
`;
  await run(text, {}, ({ outcome, steps }) => {
    assert.equal(outcome, "passed", JSON.stringify(steps, null, 1));
    assert.ok([9, 10].some((at) => steps[at]?.message === "no keyboard was shown"));
    assert.doesNotMatch(JSON.stringify(steps[2]), /Familyy/, "the typed text may be a secret");
  });
});

test("scrollUntilVisible scrolls a list until its element is visible", async () => {
  const text = `appId: com.android.settings
---
- launchApp
- tapOn: Region
- scrollUntilVisible: {element: Japan}
- assertVisible: Japan
- scrollUntilVisible: {element: Argentina, direction: UP, timeout: 60000}
- scroll
- assertNotVisible: Argentina
- swipe: {direction: DOWN}
- swipe: {start: '50%,40%', end: '50%,80%'}
- assertVisible: Argentina
- back
- assertVisible: About phone
`;
  await passes(text, {});
});

test("scrollUntilVisible fails at the end of a list without its element", async () => {
  await run("- scrollUntilVisible: {element: Atlantis}", { app: "com.fovea.notes" }, ({ outcome, steps }) => {
    assert.equal(outcome, "failed");
    assert.equal(steps[0]?.code, "ELEMENT_NOT_FOUND");
    assert.match(
      steps[0]?.message ?? "",
      /"Atlantis" is not on the screen, and nothing scrolls any further\nthe screen then:\n/,
    );
  });
});

test("a flow launches, stops and clears apps, and opens links", async () => {
  const text = `{appId: com.fovea.notes, fovea: {}}
---
- launchApp: {clearState: true}
- assertVisible: Shopping
- launchApp: {appId: com.fovea.form, stopApp: false}
  expect: app com.fovea.form
- stopApp: com.fovea.form
- clearState
- openLink: https://example.org/
  expect: app com.fovea.browser
`;
  const cleared: string[] = [];
  const mayClear = async (appId: string) => void cleared.push(appId);
  await run(text, { runner: { mayClear } }, ({ outcome, steps }) => {
    assert.equal(outcome, "passed", JSON.stringify(steps));
    assert.deepEqual(cleared, ["com.fovea.notes", "com.fovea.notes"]);
  });
});

test("longPressOn, doubleTapOn, repeated taps and points do what they say", async () => {
  const text = `appId: com.fovea.gestures
---
- longPressOn: {point: '50%,50%'}
- tapOn: {point: '50%,50%', repeat: 2, delay: 1}
- doubleTapOn: {point: '50%,50%'}
`;
  await passes(text, { app: "com.fovea.gestures", speed: 1, isSteady: true }, ({ steps }) => {
    assert.match(steps[0]?.notes[0] ?? "", /^held for 3000 ms the point/);
    assert.match(steps[1]?.notes[0] ?? "", /^tapped the point/);
    assert.match(steps[2]?.notes[0] ?? "", /^tapped 2 times the point/);
  });
});

test("the first of several matches is used and the step reports it; an index chooses another one", async () => {
  await passes(
    "- tapOn: .*\\.\n- back\n- tapOn: {text: '.*\\.', index: 2}",
    { app: "com.fovea.notes" },
    ({ steps }) => {
      const note = steps[0]?.notes.find((one) => one.startsWith("! "));
      assert.match(note ?? "", /^! \d+ elements fit "\.\*\\\\\."\s*: e\d+ row "Ideas .* was taken, not e\d+ row/);
      assert.match(steps[2]?.notes[0] ?? "", /^tapped e\d+ row "Books to read"/);
    },
  );
});

test("a failed assertion says what is on the screen, and later steps are skipped", async () => {
  const text = "appId: com.x\nonFlowComplete: [back]\n---\n- assertVisible: Nowhere\n- tapOn: Shopping";
  await run(text, { app: "com.fovea.notes" }, ({ outcome, story, steps }) => {
    assert.equal(outcome, "failed");
    assert.deepEqual(story, ['failed 4 assertVisible "Nowhere"', 'skipped 5 tapOn "Shopping"', "passed 2 back"]);
    assert.equal(steps[0]?.code, "EXPECTATION_FAILED");
    assert.match(
      steps[0]?.message ?? "",
      /^"Nowhere" is not true of .*\nthe screen then:\n(?:.*\n)*e\d+ row "Shopping"/,
    );
  });
  await run("- assertNotVisible: Shopping", { app: "com.fovea.notes" }, ({ steps }) => {
    assert.match(steps[0]?.message ?? "", /^not "Shopping" is not true of .*: e\d+ row "Shopping"/);
  });
  await run("- tapOn: Shopping\n  expect: app com.fovea.form", { app: "com.fovea.notes" }, ({ steps }) => {
    assert.equal(steps[0]?.code, "EXPECTATION_FAILED");
  });
});

test("delay_ms beside a command waits before the command", async () => {
  await run("- pressKey: Back\n  delay_ms: 250", { app: "com.fovea.notes" }, ({ steps }) => {
    assert.equal(steps[0]?.outcome, "passed");
    assert.ok((steps[0]?.durationMs ?? 0) >= 250);
  });
});

test("no assertion and no condition passes while the screen is unknown", async () => {
  const stderr = "ERROR: null root node returned by UiTestAutomationBridge.\n";
  const fault = { kind: "fail", status: 1, stderr } as const;
  const faults = [{ command: "^uiautomator", fault }];
  for (const command of [
    "assertVisible: Shopping",
    "assertNotVisible: Nowhere",
    "tapOn: Shopping",
    "scrollUntilVisible: {element: Shopping}",
    "runFlow: {when: {notVisible: Nowhere}, commands: [back]}",
    "repeat: {while: {visible: Nowhere}, commands: [back]}",
  ]) {
    await run(`- ${command}`, { app: "com.fovea.notes", faults }, ({ outcome, steps }) => {
      assert.equal(outcome, "failed", command);
      assert.match(steps[0]?.code ?? "", /^HIERARCHY_/, command);
    });
  }
});

test("a failed optional step does not fail its flow", async () => {
  const text = `- tapOn: {text: Nowhere, optional: true}
- runFlow: {optional: true, commands: [{assertVisible: Nowhere}, back]}
- assertVisible: Shopping
`;
  await run(text, { app: "com.fovea.notes" }, ({ outcome, story, steps }) => {
    assert.equal(outcome, "passed");
    assert.deepEqual(story, [
      'skipped 1 tapOn "Nowhere"',
      'skipped 2 assertVisible "Nowhere"',
      'passed 3 assertVisible "Shopping"',
    ]);
    assert.equal(steps[0]?.code, "ELEMENT_NOT_FOUND");
  });
});

test("runFlow and repeat run while their conditions hold, and as often as given", async () => {
  const text = `- runFlow: {when: {visible: Shopping}, commands: [{tapOn: Shopping}]}
- runFlow: {when: {visible: New note}, commands: [back]}
- runFlow: {when: {platform: iOS}, commands: [back]}
- runFlow: {when: {true: false}, commands: [back]}
- repeat: {times: 5, while: {notVisible: New note}, commands: [back]}
- repeat: {times: 2, commands: [{assertVisible: New note}]}
`;
  await run(text, { app: "com.fovea.notes" }, ({ outcome, story }) => {
    assert.equal(outcome, "passed");
    assert.deepEqual(story, [
      'passed 1 tapOn "Shopping"',
      "skipped 2 runFlow",
      "skipped 3 runFlow",
      "skipped 4 runFlow",
      "passed 5 back",
      'passed 6 assertVisible "New note"',
      'passed 6 assertVisible "New note"',
    ]);
  });
});

test("extendedWaitUntil waits for an element that comes late", async () => {
  const prepare = ({ phone }: Product) => phone.hooks.after(3_000, () => phone.hooks.open("com.fovea.form"));
  const text =
    "- extendedWaitUntil: {visible: Create account, timeout: 20000}\n- extendedWaitUntil: {notVisible: Shopping, timeout: 1}";
  await run(text, { app: "com.fovea.notes", prepare }, ({ outcome, steps }) => {
    assert.equal(outcome, "passed", JSON.stringify(steps));
  });
});

test("a loop without end is ended", async () => {
  const text = "- repeat: {while: {true: true}, commands: [{assertTrue: true}]}";
  await run(text, { app: "com.fovea.notes" }, ({ outcome, steps }) => {
    assert.equal(outcome, "failed");
    assert.equal(steps.at(-1)?.code, "FLOW_ENDLESS");
  });
});

test("an app that crashes fails the step during which it crashed", async () => {
  // Stable when it is touched, so that nothing else can be what changed.
  const text = "- assertVisible: Crash\n- waitForAnimationToEnd\n- tapOn: Crash";
  await run(text, { app: "com.fovea.dialogs", speed: 1, isSteady: true, runner: { lookupMs: 5_000 } }, ({ steps }) => {
    assert.equal(steps[2]?.code, "FLOW_APP_DIED", JSON.stringify(steps));
    assert.match(steps[2]?.message ?? "", /^tapped e\d+ row "Crash" .*; app_crashed: /);
  });
});

test("a repeated tap ends when the app ends, before it reaches another app", async () => {
  const text = "- assertVisible: Crash\n- waitForAnimationToEnd\n- tapOn: {text: Crash, repeat: 3}";
  await run(text, { app: "com.fovea.dialogs", speed: 1, isSteady: true, runner: { lookupMs: 5_000 } }, ({ steps }) => {
    assert.equal(steps[2]?.code, "FLOW_APP_DIED", JSON.stringify(steps));
  });
});

test("screenshots are saved in the given place, and one of the screen of a failed step", async () => {
  await using product = await startProduct(SMALL);
  const pictures = join(product.folder, "pictures");
  const text = "appId: com.x\nname: a/b\n---\n- takeScreenshot: sub/home\n- tapOn: Nowhere";
  await run(text, { app: "com.fovea.notes", runner: { pictures } }, ({ steps }) => {
    assert.ok(existsSync(join(pictures, "sub", "home.png")));
    const { actual } = steps[1]?.screenshots ?? {};
    assert.equal(actual, join(pictures, "a-b-f.yaml-5-failed.png"));
    assert.ok(existsSync(actual));
  });
  await run("- takeScreenshot: home", { app: "com.fovea.notes" }, ({ steps }) => {
    assert.match(steps[0]?.message ?? "", /^no picture was saved: --screenshots/);
  });
});

test("a flow may delete data only with consent", async () => {
  const mayClear = async () => {
    throw new Error("no");
  };
  await run("- clearState: com.fovea.notes", { runner: { mayClear } }, ({ outcome, product }) => {
    assert.equal(outcome, "failed");
    const programs = product.device.log.processes.flatMap(({ programs: all }) => all);
    assert.equal(programs.filter((argv) => argv.includes("clear")).length, 0);
  });
});

test("an interrupt ends the current step, and later steps are reported with the reason", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  const text = `appId: com.fovea.notes
onFlowComplete: [back]
---
- assertVisible: Shopping
- repeat: {times: 3, commands: [{extendedWaitUntil: {visible: Nowhere, timeout: 60000}}]}
- back
`;
  const flow = await parseFlow({ file: "f.yaml", text }, { load: async () => assert.fail() });
  const controller = new AbortController();
  const runner: FlowRunner = {
    session: await product.session(),
    allowedSchemes: [],
    lookupMs: 300,
    pictures: null,
    mayClear: async () => {},
    onStep: () => void product.phone.hooks.after(2_000, () => controller.abort()),
  };
  const { outcome, endedBy, steps } = await runFlow(flow, runner, controller.signal);
  assert.deepEqual([outcome, endedBy], ["failed", "CANCELLED"]);
  assert.deepEqual(
    steps.map((step) => [step.place, step.outcome, step.code]),
    [
      ["f.yaml:4", "passed", null],
      ["f.yaml:5", "failed", "CANCELLED"],
      ["f.yaml:6", "skipped", null],
      ["f.yaml:2", "skipped", null],
    ],
  );
  assert.match(steps[2]?.message ?? "", /^not done: the run ended early \(CANCELLED: the run was interrupted\)$/);
  const next = await runFlow(flow, runner, controller.signal);
  assert.deepEqual(
    next.steps.map((step) => step.outcome),
    ["failed", "skipped", "skipped", "skipped"],
  );
});
