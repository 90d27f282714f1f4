import assert from "node:assert/strict";
import { test } from "node:test";
import { FoveaError } from "../../src/base/errors.js";
import { parseFlow, readFlow } from "../../src/replay/flow/parse-flow.js";
import { headed, unheaded } from "../support/headed-flow.js";

type Files = Readonly<Record<string, string>>;

async function parse(text: string, files: Files = {}) {
  const load = async (path: string) => {
    const found = files[path];
    if (found === undefined) throw new Error("no such file");
    return { file: path, text: headed(found) };
  };
  return await parseFlow({ file: "a.yaml", text }, { load });
}

/** Lines are those of the texts as they stand here, without the head that they get. */
async function refused(text: string, words: RegExp, files: Files = {}): Promise<void> {
  await assert.rejects(parse(headed(text), files), (error: unknown) => {
    assert.ok(error instanceof FoveaError && /^FLOW_(?:INVALID|UNSUPPORTED)$/.test(error.code), String(error));
    const message = error.message.replace(
      /^(\w\.yaml):(\d+)/,
      (_, file: string, line: string) => `${file}:${unheaded(files[file] ?? text, Number(line))}`,
    );
    assert.match(message, words);
    return true;
  });
}

test("a flow is parsed into a head and steps with their lines", async () => {
  const { name, tags, onStart, steps, onComplete } = await parse(`appId: com.x
name: Log in
tags: [smoke, login]
onFlowStart:
  - back
onFlowComplete:
  - stopApp
---
# a comment
- launchApp
- tapOn: Save

- assertVisible:
    id: title
    label: the title is there
    optional: true
`);
  assert.deepEqual([name, tags], ["Log in", ["smoke", "login"]]);
  assert.deepEqual(
    [...onStart, ...steps, ...onComplete].map((step) => `${step.place} ${step.name}`),
    [
      "a.yaml:5 back",
      "a.yaml:10 launchApp com.x",
      'a.yaml:11 tapOn "Save"',
      "a.yaml:13 the title is there",
      "a.yaml:7 stopApp com.x",
    ],
  );
  assert.deepEqual(
    steps.map(({ isOptional }) => isOptional),
    [false, false, true],
  );
});

test("a flow needs a head with an app, as in Maestro", async () => {
  await assert.rejects(parse("- back"), /^FoveaError: a\.yaml:1: a flow begins with a head, `appId: /);
  await assert.rejects(parse("name: x\n---\n- back"), /^FoveaError: a\.yaml:1: appId is missing in the head/);
  assert.equal((await parse("url: https://example.org\n---\n- back")).steps.length, 1);
});

test("other keys in the head are ignored and reported", async () => {
  const flow = await parse("appId: com.x\njsEngine: graaljs\nandroidWebViewHierarchy: devtools\n---\n- back");
  assert.deepEqual(flow.notes, ["! ignored in the head: jsEngine, androidWebViewHierarchy"]);
});

test("keys given twice and variables that no script can name are accepted as in Maestro, and noted", async () => {
  const flow = await parse(
    "appId: com.x\ntags: [a]\ntags: [b]\nenv: {A-B: 1}\n---\n- tapOn:\n    text: a\n    text: b",
  );
  assert.deepEqual(flow.tags, ["b"]);
  assert.deepEqual(
    flow.steps.map(({ name }) => name),
    ['tapOn "b"'],
  );
  assert.deepEqual(flow.notes, [
    "! a.yaml:3: tags is given twice, at line 2 and here: this one counts",
    '! a.yaml:4: env: no script can name the variable "A-B": letters, digits and _',
    "! a.yaml:8: text is given twice, at line 7 and here: this one counts",
  ]);
});

test("a command for another platform is refused only for its form", async () => {
  const inside = (platform: string, command: string) =>
    headed(`- runFlow:\n    when: {platform: ${platform}}\n    commands:\n      - ${command}`);
  const odd = ["tapOn: a(?=b)c", `evalScript: \${output. = }`, "assertWithAI: {assertion: a, optional: false}"];
  for (const command of odd) {
    assert.equal((await parse(inside("iOS", command))).steps.length, 1, command);
    await assert.rejects(parse(inside("Android", command)), /^FoveaError: a\.yaml:6: /, command);
  }
  await assert.rejects(parse(inside("iOS", "tapOn: {foo: 1}")), /foo is not supported here/);
});

test("all errors of a flow, and of flows that it runs, are reported at once", async () => {
  const load = async (path: string) => ({ file: path, text: "appId: com.x\n---\n- wrong" });
  const text = "appId: com.x\n---\n- nope\n- runFlow: b.yaml\n- tapOn:\n- back\n- tapOn: {width: x}";
  const { mistakes } = await readFlow({ file: "a.yaml", text }, { load });
  assert.deepEqual(
    mistakes.map(({ message }) => message.split(": ")[0]),
    ["a.yaml:3", "b.yaml:3", "a.yaml:5", "a.yaml:7"],
  );
  await assert.rejects(parseFlow({ file: "a.yaml", text }, { load }), /and 3 more: fovea run --check lists them/);
});

/** A command, and how it is named. */
const COMMANDS: readonly (readonly [string, string])[] = [
  ["launchApp: {appId: com.y, clearState: true}", "launchApp com.y, without its data"],
  ["tapOn: {text: A, index: 1, below: {id: b}}", 'tapOn "A" below id "b" (index 1)'],
  ["tapOn: {point: '50%, 25%'}", "tapOn 50%,25%"],
  ["tapOn: {point: '10,20', repeat: 3}", "tapOn 10,20, 3 times"],
  ["tapOn: {containsChild: B}", 'tapOn with "B" in it'],
  ["tapOn: {text: A, checked: false, enabled: true}", 'tapOn "A" enabled not checked'],
  ["doubleTapOn: A", 'doubleTapOn "A"'],
  ["longPressOn: {text: A, rightOf: B}", 'longPressOn "A" right of "B"'],
  ["inputText: 0123", "inputText (4 characters)"],
  ["eraseText: 3", "eraseText (3 characters)"],
  ["eraseText", "eraseText"],
  ["pressKey: Enter", "pressKey enter"],
  ["pressKey: volume up", "pressKey volume_up"],
  ["back", "back"],
  ["swipe: {direction: LEFT, from: {id: pager}}", 'swipe left over id "pager"'],
  ["swipe: {start: '90%,50%', end: '10%,50%', duration: 100}", "swipe from 90%,50% to 10%,50%"],
  ["scroll", "scroll up"],
  ["scrollUntilVisible: {element: Z, direction: UP}", 'scrollUntilVisible "Z"'],
  ["assertVisible: A.*", 'assertVisible "A.*"'],
  ["assertNotVisible: {childOf: A, text: b}", 'assertNotVisible "b" in "A"'],
  ["extendedWaitUntil: {notVisible: A, timeout: 100}", 'extendedWaitUntil not "A"'],
  ["openLink: https://example.org", "openLink https://example.org"],
  ["takeScreenshot: shots/a", "takeScreenshot shots/a.png"],
  ["takeScreenshot: 'Step 1: Home (50%)'", "takeScreenshot Step 1_ Home (50%).png"],
  ["takeScreenshot: ../../shots/a.png", "takeScreenshot shots/a.png"],
  ["launchApp: {clearState: yes, arguments: {a: [1, b], c: {d: 2}}}", "launchApp com.x, without its data"],
  ["assertTrue: true", "assertTrue true"],
  ["waitForAnimationToEnd: {timeout: 5000}", "waitForAnimationToEnd"],
  ["repeat: {times: 2, commands: [back]}", "repeat 2 times"],
  ["retry: {maxRetries: 2, commands: [back]}", "retry"],
  ["tapOn: {text: A, point: '10%,50%'}", 'tapOn "A" at 10%,50%'],
  ["tapOn: {width: 100, height: 50, tolerance: 5}", "tapOn 100x50 px"],
  ["assertVisible: {traits: square long-text}", "assertVisible square long-text"],
  ["tapOn: {text: A, delay: 100}", 'tapOn "A"'],
  ["scrollUntilVisible: {element: A, timeout: 10_000, centerElement: true}", 'scrollUntilVisible "A"'],
  ["extendedWaitUntil: {visible: A, timeout: '5_000'}", 'extendedWaitUntil "A"'],
  ["launchApp: {arguments: {a: 1, b: 'x', c: true}, clearKeychain: false}", "launchApp com.x"],
  ["action: back", "action back"],
  ["clearKeychain", "clearKeychain"],
  ["copyTextFrom: {id: a}", 'copyTextFrom id "a"'],
  ["inputRandomEmail", "inputRandomEmail"],
  ["inputRandomNumber: {length: 4}", "inputRandomNumber"],
  [`evalScript: \${output.x = 1}`, "evalScript"],
  [`tapOn: \${output.x}`, "tapOn"],
  ["pressKey: Remote Media Rewind", "pressKey KEYCODE_MEDIA_REWIND"],
  ["openLink: {link: 'app://x', autoVerify: true}", "openLink app://x"],
  ["runFlow: {when: {visible: A, platform: Android}, commands: [back]}", "runFlow"],
];

for (const [command, name] of COMMANDS) {
  test(`parseFlow accepts "${command}"`, async () => {
    const { steps } = await parse(`appId: com.x\n---\n- ${command}`);
    assert.deepEqual(
      steps.map((step) => step.name),
      [name],
    );
  });
}

/** What is wrong, and what is said of it. */
const WRONG: readonly (readonly [string, RegExp])[] = [
  ["---", /^a\.yaml:1: a flow begins with a head/],
  ["appId: com.x", /^a\.yaml:1: the list of commands is missing/],
  ["- back\n- foo: 1", /^a\.yaml:2: foo: no such command/],
  ["- back\n- __proto__: 1", /^a\.yaml:2: __proto__: no such command/],
  ["- constructor", /^a\.yaml:1: constructor: no such command/],
  ["- evalScript", /^a\.yaml:1: evalScript needs more: `evalScript: …`, its script/],
  ["- runScript: x.js", /^a\.yaml:1: x\.js cannot be read: no such file/],
  ["- tapOn:", /^a\.yaml:1: tapOn has a colon and no value/],
  ["- hideKeyboard:", /^a\.yaml:1: hideKeyboard has a colon and no value/],
  ["- pressKey: Back\n  delay_ms: soon", /^a\.yaml:2: delay_ms: a whole number from 0 to 600000 is expected/],
  ["- pressKey: Back\n  delay_ms: 600001", /^a\.yaml:2: delay_ms: a whole number/],
  ["- tapOn: {}", /^a\.yaml:1: tapOn: a selector is expected/],
  ["- tapOn: {enabled: perhaps}", /^a\.yaml:1: tapOn: enabled: true or false is expected/],
  ["- tapOn:\n    text: a\n    masks: [b]", /^a\.yaml:3: tapOn: masks is not supported here/],
  ["- tapOn: a\n  masks: [b]", /^a\.yaml:2: masks is allowed only beside assertScreenshot/],
  ["- assertScreenshot: a\n  masks: b", /^a\.yaml:2: masks: a list is expected/],
  ["- assertScreenshot: {path: a, thresholdPercentage: much}", /thresholdPercentage: 0 to 100 is expected/],
  ["- setLocation: {latitude: 91, longitude: 0}", /latitude: a number from -90 to 90 is expected/],
  ["- travel: {points: ['1,2,3']}", /"1,2,3" is not a place: latitude and longitude, as 52.5,13.4/],
  ["- travel: {points: ['1,2'], speed: 0}", /speed: a number above 0 is expected/],
  ["- setOrientation: SIDEWAYS", /"SIDEWAYS" is not one of PORTRAIT/],
  ["- openBrowser: x", /^a\.yaml:1: openBrowser: no such command/],
  ["- retry: {maxRetries: 2}", /^a\.yaml:1: retry: give either file or commands/],
  ["- swipe: {direction: Up}", /^a\.yaml:1: swipe: direction: UP, DOWN/],
  ["- swipe: {direction: UP, from: a, foo: 1}", /^a\.yaml:1: swipe: foo is not supported/],
  ["- swipe: {start: '10%,10%', end: '1,1'}", /^a\.yaml:1: swipe: start and end are both in per cent/],
  [`- swipe: {start: "\${X}", end: '1,1'}`, /^a\.yaml:1: swipe: start cannot have a script/],
  [`- pressKey: \${KEY}`, /^a\.yaml:1: pressKey: the key cannot be a script/],
  ["appId: com.x\nenv:\n---\n- back", /^a\.yaml:2: env has a colon and no value/],
  ["- setClipboard", /^a\.yaml:1: setClipboard needs more/],
  ["- swipe: {start: '10%,10%'}", /^a\.yaml:1: swipe: start and end are places/],
  ["- swipe: {start: '10.5%,10%', end: '1%,1%'}", /^a\.yaml:1: swipe: start and end are places/],
  ["- tapOn:\n    below:\n      foo: 1", /^a\.yaml:3: tapOn: below\.foo is not supported here/],
  ["- tapOn: [a]", /^a\.yaml:1: tapOn: a map of fields is expected/],
  ["- tapOn: {text: a, point: '1,1,1'}", /a place in the element is expected: 50%,50%, or 10,20 in pixels/],
  ["- tapOn: {point: '150%,1%'}", /tapOn: point: a place is expected/],
  ["- tapOn:\n    text: a\n    index: x", /^a\.yaml:3: tapOn: index: a whole number/],
  ["- tapOn: a\n  back: b", /^a\.yaml:2: one command is expected, but here are tapOn and back/],
  ["- tapOn: a\n  expect: 'button ('", /^a\.yaml:2: expect: /],
  ["- back: {x: 1}", /^a\.yaml:1: back: x is not supported here/],
  ["- launchApp: {appId: a, arguments: {b: ~}}", /launchApp: arguments\.b: only texts, numbers, true and false/],
  ["- pressKey: blub", /^a\.yaml:1: pressKey: there is no key "blub"/],
  ["- swipe: {direction: NORTH}", /swipe: direction: UP, DOWN, LEFT or RIGHT/],
  ["- swipe: {direction: UP, start: '1,1'}", /swipe: give either direction/],
  ["- extendedWaitUntil: {timeout: 5}", /visible or notVisible is missing/],
  ["- takeScreenshot: ../..", /"\.\.\/\.\." is not the name of a file/],
  ["- repeat: {times: 2}", /^a\.yaml:1: repeat: commands is missing/],
  ["- repeat:\n    times: 1\n    commands:\n      - back\n      - nope", /^a\.yaml:5: nope: no such command/],
  ["- runFlow: b.yaml", /^a\.yaml:1: b\.yaml cannot be read/],
  ["- runFlow: {file: b.yaml, commands: [back]}", /give either file or commands/],
  ["- runFlow: {when: {platform: Symbian}, commands: []}", /when\.platform: Android, iOS or Web/],
  [
    "- back\n- tapOn:\n    text: (a+)\\1$",
    /^a\.yaml:3: tapOn: text: the repetition of a group, \\1 cannot be matched in linear time/,
  ],
  [
    "- tapOn:\n    below:\n      id: x(?=y)",
    /^a\.yaml:3: tapOn: below\.id: the look-ahead \(\?=…\) cannot be matched in linear time/,
  ],
  [`- assertVisible: ${"a?".repeat(501)}`, /^a\.yaml:1: assertVisible: text: a regular expression has 1000 characters/],
  ["- assertVisible: (?:(?:abcd){30}e){30}", /^a\.yaml:1: assertVisible: text: it has \d+ steps, and 2500 at most/],
  ["- assertNotVisible: a\\Gb", /^a\.yaml:1: assertNotVisible: text: \\G is not part of regular expressions/],
  ["- assertNotVisible: Error(?>.*)", /^a\.yaml:1: assertNotVisible: text: it is not a regular expression/],
  ["- 'a': 'b", /^a\.yaml:1: a quote is not closed/],
  ["- {back: {}, back: {}}", /^a\.yaml:1: one command is expected, but here are back and back/],
  ["- *x", /^a\.yaml:1: \*x has no value: no &x comes before it/],
  ["- repeat: &x\n    times: 2\n    commands: [{repeat: *x}]", /nested too deep/],
  ["- tapOn: &x {text: a}\n- tapOn:\n    <<: *x\n    index: 1", /^a\.yaml:3: tapOn: << is not supported here/],
  ["- retry: {maxRetries: -1, commands: [back]}", /maxRetries: 0 to 3 is expected/],
  ["- stopApp: 'x.y; rm -rf /'", /stopApp: appId: it is neither the id of an app/],
  [`- evalScript: \${output.a = }`, /^a\.yaml:1: \$\{output\.a =\}: Unexpected end of input/],
  ["- !!js/function 'x'", /^a\.yaml:1: a value begins with ! and is not of a known type/],
  ["[".repeat(20_000), /nested too deep/],
  ["- ".repeat(20_000), /nested too deep/],
  [Array.from({ length: 300 }, (_, at) => `${" ".repeat(at)}a:`).join("\n"), /nested too deep/],
  [`- inputText: ${"x".repeat(300_000)}`, /longer than 200000 characters/],
];

for (const [text, words] of WRONG) {
  test(`parseFlow refuses with its line "${text.slice(0, 60).replaceAll("\n", " ⏎ ")}"`, async () =>
    await refused(text, words));
}

test("errors in flows run by a flow are reported with their own file and line", async () => {
  await refused("- runFlow: b.yaml", /^b\.yaml:2: nope: no such command/, { "b.yaml": "- back\n- nope" });
});

test("flows that run themselves, and flows that become too long, are refused", async () => {
  await refused("- runFlow: b.yaml", /^c\.yaml:1: runFlow: b\.yaml runs itself/, {
    "b.yaml": "- runFlow: c.yaml",
    "c.yaml": "- runFlow: b.yaml",
  });
  const doubling = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`${at}.yaml`, `- runFlow: ${at + 1}.yaml\n- runFlow: ${at + 1}.yaml`]),
  );
  await refused("- runFlow: 0.yaml", /more than 10000 steps/, { ...doubling, "30.yaml": "- back" });
});

test("a YAML alias stands for its anchor, and a script is read before the flow runs", async () => {
  const { steps } = await parse(headed("- tapOn: &x {text: a}\n- longPressOn: *x"));
  assert.deepEqual(
    steps.map(({ name }) => name),
    ['tapOn "a"', 'longPressOn "a"'],
  );
  await refused(
    headed("- &x back\n- *x"),
    /^a\.yaml:4: \*x stands for an item of a list, which Maestro refuses: write out/,
  );
  const commands = "- runFlow: {commands: &c [back]}\n- runFlow: {commands: *c}";
  await refused(headed(commands), /^a\.yaml:4: \*c stands for a list, which Maestro refuses: write out/);
  const load = async (path: string) => ({ file: path, text: "output.a = 1\noutput.b = ((" });
  const { mistakes } = await readFlow({ file: "a.yaml", text: headed("- runScript: x.js") }, { load });
  assert.deepEqual(
    mistakes.map(({ message }) => message),
    ["a.yaml:3: runScript: x.js: Unexpected end of input (line 2)"],
  );
});

test("the app of a flow is a package or a web address", async () => {
  for (const appId of ["com.example.app", "com.foo-bar", "https://example.com/a?b", `\${APP}`])
    assert.equal((await parse(`appId: "${appId}"\n---\n- back`)).steps.length, 1, appId);
  for (const appId of ["x.y; rm -rf /", "a b", "x$(id)"])
    await refused(`appId: "${appId}"\n---\n- back`, /^a\.yaml:1: appId: it is neither the id of an app/);
});

test("a question to a model is skipped where it is optional, as it is by default", async () => {
  const { steps } = await parse(headed("- assertNoDefectsWithAI\n- extractTextWithAI: what"));
  assert.deepEqual(
    steps.map(({ isOptional, command }) => [isOptional, command.kind]),
    [
      [true, "unable"],
      [true, "unable"],
    ],
  );
  await refused("- assertWithAI: {assertion: a, optional: false}", /assertWithAI: no model is configured/);
});
