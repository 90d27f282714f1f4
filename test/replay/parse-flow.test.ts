import assert from "node:assert/strict";
import { test } from "node:test";
import { FoveaError } from "../../src/base/errors.js";
import { parseFlow } from "../../src/replay/flow/parse-flow.js";

type Files = Readonly<Record<string, string>>;

async function parse(text: string, variables: Files = {}, files: Files = {}) {
  const load = async (path: string) => {
    const found = files[path];
    if (found === undefined) throw new Error("no such file");
    return { file: path, text: found };
  };
  return await parseFlow({ file: "a.yaml", text }, { variables: new Map(Object.entries(variables)), load });
}

async function refused(text: string, words: RegExp, files: Files = {}): Promise<void> {
  await assert.rejects(parse(text, {}, files), (error: unknown) => {
    assert.ok(error instanceof FoveaError && error.code === "FLOW_INVALID", String(error));
    assert.match(error.message, words);
    return true;
  });
}

test("a flow has a head, and steps that are known by their line", async () => {
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

test("a flow may do without a head", async () => {
  const flow = await parse("- back\n- hideKeyboard");
  assert.deepEqual([flow.name, flow.steps.length], ["a", 2]);
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
  ["assertTrue: true", "assertTrue true"],
  ["waitForAnimationToEnd: {timeout: 5000}", "waitForAnimationToEnd"],
  ["repeat: {times: 2, commands: [back]}", "repeat 2 times"],
  ["runFlow: {when: {visible: A, platform: Android}, commands: [back]}", "runFlow"],
];

for (const [command, name] of COMMANDS) {
  test(`"${command}" is understood`, async () => {
    const { steps } = await parse(`appId: com.x\n---\n- ${command}`);
    assert.deepEqual(
      steps.map((step) => step.name),
      [name],
    );
  });
}

/** What is wrong, and what is said of it. */
const WRONG: readonly (readonly [string, RegExp])[] = [
  ["", /^a\.yaml:1: the flow is empty/],
  ["appId: com.x", /^a\.yaml:1: the list of commands is missing/],
  ["a: b\n---\n- back", /^a\.yaml:1: a is not supported here/],
  ["- back\n- foo: 1", /^a\.yaml:2: foo: no such command/],
  ["- back\n- __proto__: 1", /^a\.yaml:2: __proto__: no such command/],
  ["- constructor", /^a\.yaml:1: constructor: no such command/],
  [`- evalScript: \${1 + 1}`, /^a\.yaml:1: evalScript: it needs JavaScript/],
  [`- inputText: \${output.name}`, /^a\.yaml:1: \$\{output\.name\} is JavaScript/],
  [`- inputText: \${NAME}`, /^a\.yaml:1: the variable NAME has no value: give it with --env NAME=VALUE/],
  ["- tapOn:", /^a\.yaml:1: tapOn: a selector is expected/],
  ["- tapOn:\n    text: a\n    width: 5", /^a\.yaml:3: tapOn: width is not supported here/],
  ["- tapOn:\n    below:\n      foo: 1", /^a\.yaml:3: tapOn: below\.foo is not supported here/],
  ["- tapOn: [a]", /^a\.yaml:1: tapOn: a map of fields is expected/],
  ["- tapOn: {text: a, point: '1,1'}", /give either a selector or a point/],
  ["- tapOn: {point: '150%,1%'}", /tapOn: point: a place is expected/],
  ["- tapOn:\n    text: a\n    index: x", /^a\.yaml:3: tapOn: index: a whole number/],
  ["- tapOn: a\n  back: b", /^a\.yaml:2: one command is expected, but here are tapOn and back/],
  ["- tapOn: a\n  expect: 'button ('", /^a\.yaml:2: expect: /],
  ["- back: {x: 1}", /^a\.yaml:1: back: x is not supported here/],
  ["- launchApp", /^a\.yaml:1: launchApp: appId is missing/],
  ["- launchApp: {appId: a, arguments: {b: c}}", /launchApp: arguments is not supported here/],
  ["- pressKey: blub", /^a\.yaml:1: pressKey: there is no key "blub"/],
  ["- swipe: {direction: NORTH}", /swipe: direction: UP, DOWN, LEFT or RIGHT/],
  ["- swipe: {direction: UP, start: '1,1'}", /swipe: give either direction/],
  ["- extendedWaitUntil: {timeout: 5}", /visible or notVisible is missing/],
  ["- takeScreenshot: ../../x", /is not the name of a file/],
  [`- assertTrue: \${1}`, /is JavaScript/],
  ["- assertTrue: 1 == 1", /only true and false are known/],
  ["- repeat: {commands: [back]}", /^a\.yaml:1: repeat: times or while is missing/],
  ["- repeat: {times: x, commands: []}", /repeat: times: a whole number/],
  ["- repeat:\n    times: 1\n    commands:\n      - back\n      - nope", /^a\.yaml:5: nope: no such command/],
  ["- runFlow: b.yaml", /^a\.yaml:1: runFlow: b\.yaml cannot be read/],
  ["- runFlow: {file: b.yaml, commands: [back]}", /give either file or commands/],
  ["- runFlow: {when: {platform: Symbian}, commands: []}", /when: platform: Android, iOS or Web/],
  ["- tapOn: {text: a, delay: 100}", /tapOn: delay is for repeat/],
  ["- doubleTapOn: {text: a, delay: 100}", /doubleTapOn: delay is for repeat/],
  ["- repeat:\n    while: {}\n    commands: [back]", /^a\.yaml:2: while: visible, notVisible, platform or true/],
  ["- runFlow:\n    when: {label: x}\n    commands: [back]", /^a\.yaml:2: when: visible, notVisible, platform or true/],
  [
    "- back\n- tapOn:\n    text: (a+)\\1$",
    /^a\.yaml:3: tapOn: text: the repetition of a group, \\1 cannot be searched for/,
  ],
  [
    "- tapOn:\n    below:\n      id: x(?=y)",
    /^a\.yaml:3: tapOn: below\.id: the look ahead \(\?=…\) cannot be searched for/,
  ],
  [`- assertVisible: ${"a?".repeat(501)}`, /^a\.yaml:1: assertVisible: text: a regular expression has 1000 characters/],
  ["- assertVisible: (?:(?:abcd){30}e){30}", /^a\.yaml:1: assertVisible: text: it has \d+ steps, and 2500 at most/],
  ["- assertNotVisible: \\QError\\E", /^a\.yaml:1: assertNotVisible: text: \\Q is not part of regular expressions/],
  ["- assertNotVisible: Error(?>.*)", /^a\.yaml:1: assertNotVisible: text: it is not a regular expression/],
  ["- 'a': 'b", /^a\.yaml:1: Missing closing/],
  ["- {back: 1, back: 2}", /^a\.yaml:1: Map keys must be unique/],
  ["- a: &x 1\n- b: *x", /^a\.yaml:2: aliases/],
  ["- &x back\n- *x", /^a\.yaml:2: aliases/],
  ["- !!js/function 'x'", /^a\.yaml:1: Unresolved tag/],
  ["---\n- a\n---\n- b\n---\n- c", /a flow has a head and a list of commands/],
  ["[".repeat(20_000), /nested too deep/],
  ["- ".repeat(20_000), /nested too deep/],
  [Array.from({ length: 300 }, (_, at) => `${" ".repeat(at)}a:`).join("\n"), /nested too deep/],
  [`- inputText: ${"x".repeat(300_000)}`, /longer than 50000 characters/],
];

for (const [text, words] of WRONG) {
  test(`"${text.slice(0, 60).replaceAll("\n", " ⏎ ")}" is refused by its line`, async () => await refused(text, words));
}

test("variables are filled in, also with defaults and in the flows that are run", async () => {
  const text = `env:
  GREETING: Hi \${NAME}
  CITY: \${CITY || "Rome"}
---
- inputText: \${GREETING} of \${CITY} \\\${KEPT} \${NONE ?? 'x'}
- runFlow: {file: b.yaml, env: {DEPTH: "\${CITY}!"}}
- inputText: \${DEPTH ?? "none"}
`;
  const flow = await parse(text, { NAME: "Abc" }, { "b.yaml": `- inputText: \${DEPTH} \${NAME}` });
  const texts = flow.steps.flatMap((step) => (step.command.kind === "flow" ? step.command.steps : [step]));
  assert.deepEqual(
    texts.map(({ command }) => command.kind === "type" && command.text),
    [`Hi Abc of Rome \${KEPT} x`, "Rome! Abc", "none"],
  );
});

test("mistakes in flows that are run are told by their own file and line", async () => {
  await refused("- runFlow: b.yaml", /^b\.yaml:2: nope: no such command/, { "b.yaml": "- back\n- nope" });
});

test("flows that run themselves, and those that become too long, are refused", async () => {
  await refused("- runFlow: b.yaml", /^c\.yaml:1: runFlow: b\.yaml runs itself/, {
    "b.yaml": "- runFlow: c.yaml",
    "c.yaml": "- runFlow: b.yaml",
  });
  const doubling = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`${at}.yaml`, `- runFlow: ${at + 1}.yaml\n- runFlow: ${at + 1}.yaml`]),
  );
  await refused("- runFlow: 0.yaml", /more than 10000 steps/, { ...doubling, "30.yaml": "- back" });
});
