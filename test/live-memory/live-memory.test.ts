import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { LiveMemory } from "../../src/live-memory/live-memory.js";
import { Memory } from "../../src/memory/memory.js";
import { drive } from "../support/drive.js";
import { ICON_APP, iconApp } from "../support/icon-app.js";

const root = mkdtempSync(join(tmpdir(), "fovea-live-"));
after(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;

function folder(): string {
  folders += 1;
  return join(root, `m${folders}`);
}

function opened(path: string): LiveMemory {
  return new LiveMemory({ folder: path, redact: [], redactRegions: [] });
}

/** Every byte that the folder holds. */
function bytesOf(path: string): string {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1")).join("\n");
}

/** The line of an answer that comes from the memory. */
function memoryLine(text: string): string {
  return text.split("\n").find((line) => line.startsWith("memory:")) ?? "";
}

test("observe names the known screen, the number of visits, the usual next action and what is different", async () => {
  const memory = folder();
  await using driven = await drive({ app: "com.android.settings", config: { memory } });
  assert.match(memoryLine(await driven.did("observe")), /^memory: s\w+ screen "Settings", .*; first time here$/);
  await driven.did("tap", { target: '"Sound"' });
  assert.match(memoryLine(await driven.did("observe")), /screen "Sound".*; first time here$/);
  await driven.did("tap", { target: '"Vibrate on tap"' });
  // What is done here makes it neither another visit nor a difference from the last one.
  assert.match(memoryLine(await driven.did("observe")), /; first time here$/);
  await driven.did("press_key", { key: "back" });
  const line = memoryLine(await driven.did("observe"));
  assert.match(line, /; seen 1 time before, last just now; usually next: tap row "sound .*" \d+ %$/);
  await driven.did("tap", { target: '"Sound"' });
  await driven.did("tap", { target: '"Vibrate on tap"' });
  assert.match(memoryLine(await driven.did("observe")), /screen "Sound".*; seen 1 time before, /);
  await driven.did("press_key", { key: "back" });
  await driven.did("press_key", { key: "home" });
  await driven.did("open_app", { package: "com.android.settings" });
  assert.match(memoryLine(await driven.did("observe")), /; seen 3 times before/);
});

test("observe names what changed on a screen between two visits", async () => {
  await using driven = await drive({ app: "com.fovea.form", config: { memory: folder() } });
  await driven.did("observe");
  await driven.did("press_key", { key: "home" });
  await driven.did("observe");
  await driven.did("open_app", { package: "com.fovea.form" });
  await driven.did("tap", { target: 'radio "Team"' });
  await driven.did("press_key", { key: "home" });
  await driven.did("observe");
  await driven.did("open_app", { package: "com.fovea.form" });
  await driven.did("tap", { target: 'radio "Plus"' });
  assert.match(memoryLine(await driven.did("observe")), /; since last time: .*~ radio "Plus" checked/);
});

test("the next process knows what this one observed; the files contain no passwords, redacted or typed text", async () => {
  const memory = folder();
  {
    await using driven = await drive({ app: "com.fovea.form", config: { memory, redact: ["Plus"] } });
    await driven.did("observe");
    await driven.did("type_text", { target: 'field "Given and family name"', text: "Typed In Plain" });
    await driven.did("type_text", { target: "id/password", text: "hunter2secret" });
    await driven.did("tap", { target: 'radio "Team"' });
    await driven.did("observe");
  }
  const bytes = bytesOf(memory);
  assert.match(bytes, /Team/);
  for (const secret of ["hunter2secret", "Typed In Plain", "Plus"]) assert.ok(!bytes.includes(secret), secret);
  await using next = opened(memory);
  await next.ready();
  assert.ok(next.view().graph.vertices.some(({ print }) => print.app === "com.fovea.form"));
  assert.equal(next.view().graph.runs.length, 1);
});

test("a password that an app later shows in plain text is not written to the files either", async () => {
  const memory = folder();
  {
    const app = iconApp([]);
    app.show([], ["Your password is hunter two secret"]);
    await using driven = await drive({ app: "com.fovea.form", moreApps: () => [app.make()], config: { memory } });
    await driven.did("observe");
    await driven.did("type_text", { target: "id/password", text: "hunter two secret" });
    await driven.did("open_app", { package: ICON_APP });
    assert.match(await driven.did("observe", { full: true }), /hunter two secret/);
  }
  assert.match(bytesOf(memory), /Your password is/);
  assert.ok(!bytesOf(memory).includes("hunter two secret"));
});

test("what another process forgets is also forgotten here", async () => {
  const memory = folder();
  await using driven = await drive({ app: "com.android.settings", config: { memory } });
  await driven.did("observe");
  await driven.did("tap", { target: '"Sound"' });
  await driven.did("recall", {
    screen: /s\w+/.exec(memoryLine(await driven.did("observe")))?.[0],
    note: "noisy things",
  });
  assert.match(await driven.did("recall", { goal: "noisy" }), /screen "Sound".*; noted "noisy things"/);
  const other = new Memory(memory, Date.now);
  assert.equal(other.forget({ all: true }), 1);
  other.close();
  assert.equal(await driven.did("recall", { goal: "sound" }), "memory: no known screen fits; explore the app");
  assert.ok(!bytesOf(memory).includes("noisy"));
});

test("a step that was incompletely written by a killed process is left out, and the run goes on without it", async () => {
  const memory = folder();
  {
    await using driven = await drive({ app: "com.android.settings", config: { memory } });
    await driven.did("tap", { target: '"Sound"' });
    await driven.did("observe");
  }
  const [file = ""] = readdirSync(join(memory, "runs"));
  const path = join(memory, "runs", file);
  const whole = readFileSync(path, "utf8");
  writeFileSync(path, whole.slice(0, -40));
  await using next = opened(memory);
  await next.ready();
  const [run] = next.view().graph.runs;
  assert.equal(run?.steps, whole.trim().split("\n").length - 2);
});

test("a memory of a newer version is not written to, and calls go on without it", async () => {
  const memory = folder();
  {
    await using first = opened(memory);
    await first.ready();
  }
  const path = join(memory, "runs", "r000000000000.jsonl");
  const newer = '{"fovea_memory":99,"id":"a","at":0,"origin":"trace"}\n';
  writeFileSync(path, newer);
  await using driven = await drive({ app: "com.android.settings", config: { memory } });
  assert.equal(memoryLine(await driven.did("observe")), "");
  await driven.did("tap", { target: '"Sound"' });
  await driven.refused("MEMORY_NEWER", "recall", { goal: "sound" });
  assert.deepEqual(readdirSync(join(memory, "runs")), ["r000000000000.jsonl"]);
  assert.equal(readFileSync(path, "utf8"), newer);
});

test("the same action without effect is reported from the second time on, until another action comes between", async () => {
  await using driven = await drive({ app: "com.android.settings", config: { memory: folder() } });
  const tapTitle = async () => await driven.did("tap", { target: "50%,6%" });
  await driven.did("observe");
  assert.doesNotMatch(await tapTitle(), /no effect on this screen/);
  assert.match(await tapTitle(), /^! the same action had no effect on this screen 2 times: do something else$/m);
  assert.match(await tapTitle(), /had no effect on this screen 3 times/);
  await driven.did("tap", { target: '"Sound"' });
  await driven.did("press_key", { key: "back" });
  assert.doesNotMatch(await tapTitle(), /no effect on this screen/);
});
