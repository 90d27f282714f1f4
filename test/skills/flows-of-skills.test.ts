import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { TASKS } from "../../bench/skills/tasks.js";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { NO_COMPANION } from "../../src/devices/companion/companion-link.js";
import { learnSkill } from "../../src/skills/learn.js";
import { readRun } from "../../src/skills/read-run.js";
import type { Skill } from "../../src/skills/skill.js";
import { printSkill } from "../../src/skills/skill-file.js";
import { capture } from "../support/capture-terminal.js";
import { SMALL } from "../support/drive.js";
import { askMaestro, hasMaestro } from "../support/maestro-judge.js";
import { never } from "../support/never.js";
import { type Product, startProduct } from "../support/product.js";
import { type FlowStep, type RecordPreference, recordFlow } from "../support/replay-flows.js";
import { productFlags } from "../support/serve-process.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-skill-flows-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** At an ordinary pace: what a flow does not wait for has time to come. */
const DUMPED = { onDevice: "absent", link: NO_COMPANION, apiLevel: 33, speed: 10 } as const;

interface Written {
  readonly skill: Skill;
  readonly file: string;
  /** Words of which some are on the screen once its default values were used; none if that is not looked for. */
  readonly words: readonly string[];
  /** What `-e` has to say. */
  readonly env: readonly string[];
}

type Shown = readonly [steps: readonly FlowStep[], more?: RecordPreference];

const written: Written[] = [];

async function write(
  name: string,
  app: string,
  shown: readonly Shown[],
  words: readonly string[],
  env: readonly string[] = [],
) {
  const runs = [];
  for (const [place, [steps, more]] of shown.entries()) {
    const recorded = await recordFlow({ name: `${name} ${place}`, app, steps }, folder, more);
    runs.push(await readRun(recorded.folder, never()));
  }
  const skill = learnSkill(name, runs);
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, printSkill(skill));
  written.push({ skill, file, words, env });
}

const greet = (words: string, names: readonly string[]) =>
  names.flatMap((name): readonly FlowStep[] => [
    ["tap", { target: `"${name}"` }],
    ["type_text", { target: "field", text: words }],
    ["tap", { target: 'button "Send"' }],
    ["tap", { target: 'button "Navigate up"' }],
  ]);
const ask: FlowStep = ["tap", { target: '"Camera permission"' }];
const agree: FlowStep = ["tap", { target: '"While using the app"' }];
const alert: readonly FlowStep[] = [
  ["tap", { target: '"Alert"' }],
  ["tap", { target: 'button "Discard"' }],
];
const allow = ({ phone }: Product) => phone.setPermission?.("com.fovea.dialogs", "android.permission.CAMERA", true);
const sign = (password: string): Shown => [[["type_text", { target: "id/password", text: password }]]];
const odd = (title: string): Shown => [
  [
    ["tap", { target: "id/new_note" }],
    ["type_text", { target: "id/title", text: title }],
    ["press_key", { key: "back" }],
    ["swipe", { direction: "down" }],
    ["tap", { target: "id/new_note", hold_ms: 900 }],
  ],
];

before(async () => {
  for (const task of TASKS) {
    const [first = [], second = []] = task.data;
    await write(task.name, task.app, [[task.steps(first)], [task.steps(second)]], first.slice(-1));
  }
  const rounds: readonly Shown[] = [
    [greet("See you (soon)", ["Dad", "Library", "Plumber"])],
    [greet("Here I am", ["Neighbour", "Book club"])],
  ];
  await write("greet", "com.fovea.messages", rounds, ["You: See you (soon)", "“See you (soon)” – got it!"]);
  await write(
    "camera",
    "com.fovea.dialogs",
    [[[ask, agree, ...alert]], [[ask, ...alert], { prepare: allow }]],
    ["Alert: Discard"],
  );
  await write("sign", "com.fovea.form", [sign("correct horse"), sign("battery staple")], [], ["PASSWORD=hunter-two"]);
  await write("odd", "com.fovea.notes", [odd("Price: 5 $ {net} # \"all\" 'in'"), odd("a\\b | c")], []);
});

test("Maestro's own parser accepts every file of a skill", async () => {
  assert.ok(hasMaestro(), "a JDK and Maven are needed");
  const answers = await askMaestro(
    "parse",
    written.map(({ file }) => file),
  );
  const refused = answers.flatMap(({ isOk, words }, place) =>
    isOk ? [] : [`${written[place]?.skill.name}: ${words}`],
  );
  assert.deepEqual(refused, []);
  assert.equal(answers.length, TASKS.length + 4);
});

test("fovea run runs the flow of each skill with its default values", async () => {
  for (const { skill, file, words, env } of written) {
    await using product = await startProduct({ ...SMALL, ...DUMPED, app: skill.app });
    const { terminal, stdout, stderr } = capture();
    const flags = [...env.flatMap((one) => ["-e", one]), "--companion", "off", "--guard", "off"];
    const code = await runCommandLine(
      { words: ["run", file, ...flags, ...productFlags(product)], terminal },
      new AbortController().signal,
    );
    assert.equal(code, 0, `${skill.name}: ${stdout()}${stderr()}`);
    const isThere = words.length === 0 || words.some((word) => product.phone.hooks.find(word));
    assert.ok(isThere, `${skill.name}: ${words.join(", ")} is not there: ${stdout()}`);
  }
});
