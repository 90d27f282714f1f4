import assert from "node:assert/strict";
import { test } from "node:test";
import { beforeProgram } from "../support/before-program.js";
import { type Driven, drive, hintsOf, refIn } from "../support/drive.js";
import { driveCompanion } from "../support/drive-companion.js";
import { recordInput } from "../support/recorder.js";

const WAYS = [
  ["the companion", driveCompanion],
  ["adb alone", drive],
] as const;

/** What the answer says of the steps, and what of the screen. */
function parts(text: string): { readonly steps: readonly string[]; readonly screen: readonly string[] } {
  const lines = text.split("\n");
  const header = lines.findIndex((line) => /^com\.\S+\/\S+ \| /.test(line));
  return { steps: lines.slice(0, header), screen: lines.slice(header + 1) };
}

for (const [name, start] of WAYS) {
  test(`batch runs its steps in order, with one line each and the screen once (${name})`, async () => {
    await using driven = await start({ app: "com.fovea.form" });
    const ref = refIn(await driven.did("observe"), /checkbox "I agree/);
    const text = await driven.did("batch", {
      steps: [
        { tool: "tap", target: 'radio "Plus"', expect: 'radio "Plus" checked' },
        { tool: "tap", target: ref },
        { tool: "verify", condition: 'radio "Plus" checked and checkbox checked' },
        { tool: "wait_for", condition: "app com.fovea.form" },
      ],
    });
    const { steps, screen } = parts(text);
    assert.equal(steps.length, 4, text);
    assert.match(steps[0] ?? "", /^1 tapped e\d+ radio "Plus" \| changed: 2 changed$/);
    assert.match(
      steps[1] ?? "",
      new RegExp(`^2 tapped ${ref} checkbox "I agree to the terms" \\| changed: 1 changed$`),
    );
    assert.match(steps[2] ?? "", /^3 true: e\d+ radio "Plus" checked; e\d+ checkbox/);
    assert.match(steps[3] ?? "", /^4 true after \d+ ms$/);
    assert.equal(screen.filter((line) => line.startsWith("~ ")).length, 3, "the changes of all steps");
    assert.match(await driven.did("tap", { target: ref }), /\nchanged: 1 changed\n/);
  });

  test(`batch ends at the first refusal, with what was done before and the present screen (${name})`, async () => {
    await using driven = await start({ app: "com.fovea.form" });
    await driven.did("observe");
    const { received } = recordInput(driven.phone);
    const text = await driven.refused("ELEMENT_NOT_FOUND", "batch", {
      steps: [
        { tool: "tap", target: 'radio "Plus"' },
        { tool: "tap", target: 'button "Buy"' },
        { tool: "tap", target: "id/terms" },
      ],
    });
    assert.match(
      text,
      /^ELEMENT_NOT_FOUND: step 2 of 3 \(tap\): nothing on the screen matches button "Buy".*; done before: 1 tapped e\d+ radio "Plus"/,
    );
    assert.match(text, /\nOn the screen:\n.*\n~ e\d+ radio "Free" was e\d+\n~ e\d+ radio "Plus" checked was e\d+\n/);
    assert.ok(!driven.phone.accessibilityWindows().some(({ root }) => root && isChecked(root)));
    assert.ok(received.every(({ on }) => !on?.includes("id/terms")));
  });

  test(`batch refuses a ref of the screen before a step that led to another screen (${name})`, async () => {
    await using driven = await start({ app: "com.fovea.form" });
    const ref = refIn(await driven.did("observe"), /checkbox "I agree/);
    const { received } = recordInput(driven.phone);
    const steps = [
      { tool: "open_app", package: "com.fovea.notes" },
      { tool: "tap", target: ref },
    ];
    const text = await driven.refused("REF_STALE", "batch", { steps });
    assert.match(text, /^REF_STALE: step 2 of 2 \(tap\): /);
    assert.deepEqual(received, []);
  });
}

type Node = NonNullable<ReturnType<Driven["phone"]["accessibilityWindows"]>[number]["root"]>;

/** Whether the terms are agreed to. */
function isChecked(node: Node): boolean {
  return (node.resourceId.endsWith("id/terms") && node.isChecked) || node.children.some(isChecked);
}

test("batch refuses invalid steps before the first one is done", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  const { received } = recordInput(driven.phone);
  const first = { tool: "tap", target: "id/terms" };
  for (const [code, step, words] of [
    ["INVALID_ARGUMENT", { tool: "observe" }, /"observe" is not a step\nNext: A step is one of tap, swipe/],
    ["INVALID_ARGUMENT", { tool: "batch", steps: [] }, /"batch" is not a step/],
    ["INVALID_ARGUMENT", { tool: "tap" }, /step 2 \(tap\): target: /],
    ["INVALID_ARGUMENT", { tool: "tap", target: "id/terms", twice: true }, /step 2 \(tap\): /],
    ["INVALID_ARGUMENT", { tool: "tap", target: "id/terms", device: "x" }, /device belongs beside steps/],
    ["SELECTOR_SYNTAX", { tool: "tap", target: 'button "' }, /steps: step 2: /],
    ["SELECTOR_SYNTAX", { tool: "tap", target: "id/terms", expect: "(" }, /steps: step 2: /],
    ["SELECTOR_SYNTAX", { tool: "verify", condition: "not" }, /steps: step 2: /],
  ] as const) {
    assert.match(await driven.refused(code, "batch", { steps: [first, step] }), words);
  }
  await driven.refused("INVALID_ARGUMENT", "batch", { steps: [] });
  await driven.refused("INVALID_ARGUMENT", "batch", { steps: Array.from({ length: 21 }, () => first) });
  assert.deepEqual(received, []);
  assert.deepEqual(await hintsOf(driven, "batch"), [false, true, false, true]);
});

test("a step of batch waits its delay_ms after the step before", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  const tap = (target: string, more = {}) => ({ tool: "tap", target, ...more });
  const begun = performance.now();
  await driven.did("batch", { steps: [tap("id/terms"), tap("[40,1][400,400]", { delay_ms: 300 })] });
  assert.ok(performance.now() - begun >= 300);
  for (const delay of [-1, 0.5, "1", 10_001]) {
    const text = await driven.refused("INVALID_ARGUMENT", "batch", { steps: [tap("id/terms", { delay_ms: delay })] });
    assert.match(text, /step 1: delay_ms has to be a whole number from 0 to 10000/);
  }
});

test("a failed expectation also ends a batch", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  const steps = [
    { tool: "tap", target: 'radio "Plus"', expect: '"Welcome"' },
    { tool: "tap", target: "id/terms" },
  ];
  const text = await driven.refused("EXPECTATION_FAILED", "batch", { steps });
  assert.match(
    text,
    /^EXPECTATION_FAILED: step 1 of 2 \(tap\): tapped .* but "Welcome" is not true .*; nothing was done before\n/,
  );
  assert.match(text, /\n~ e\d+ radio "Plus" checked was e\d+\n/);
});

test("no other client acts between two steps of a batch", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  await driven.did("observe");
  const { received } = recordInput(driven.phone);
  const steps = ["Free", "Plus", "Team"].map((plan) => ({ tool: "tap", target: `radio "${plan}"` }));
  await Promise.all([driven.did("batch", { steps }), driven.did("tap", { target: "id/terms" })]);
  const touched = received
    .filter(({ kind }) => kind === "down")
    .map(({ on }) => /id\/(?:plan_)?(\w+)/.exec(on ?? "")?.[1]);
  assert.deepEqual(touched, ["free", "plus", "team", "terms"]);
});

test("batch ends after a touch that may have hit something else, unless its expectation became true", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const ref = refIn(await driven.did("observe"), /checkbox "I agree/);
  const { received } = recordInput(driven.phone);
  const doubted = () =>
    beforeProgram(driven.product, /^cmd input tap/, () => driven.phone.hooks.open("com.fovea.notes"));
  doubted();
  const steps = [
    { tool: "tap", target: ref },
    { tool: "press_key", key: "back" },
  ];
  const text = await driven.refused("TOUCH_UNCERTAIN", "batch", { steps });
  assert.match(
    text,
    /step 1 of 2 \(tap\): the steps after it were not done: tapped .* \| uncertain: the screen changed/,
  );
  assert.ok(!received.some(({ kind }) => kind === "key"), JSON.stringify(received));
});
