import assert from "node:assert/strict";
import { Readable, Writable } from "node:stream";
import { test } from "node:test";
import { openRunView } from "../../src/cli/run-view.js";
import type { Terminal } from "../../src/cli/terminal.js";

/** A terminal so wide; `shown` is what it shows by the sequences that the view uses, `said` all that was written. */
function terminalOf(options: { readonly isTTY: boolean; readonly env?: Terminal["env"]; readonly columns?: number }) {
  const chunks: string[] = [];
  const output = new Writable({
    write: (chunk, _, done) => {
      chunks.push(String(chunk));
      done();
    },
  });
  const { isTTY, env = {}, columns = 60 } = options;
  const terminal: Terminal = {
    input: Readable.from([]),
    output: Object.assign(output, { isTTY, columns }),
    errors: output,
    isInteractive: isTTY,
    isPiped: false,
    env,
  };
  return { terminal, said: () => chunks.join(""), shown: () => screenOf(chunks.join("")) };
}

function screenOf(text: string): readonly string[] {
  const lines: string[] = [""];
  for (const [, up, rest = ""] of text.matchAll(/(?:\u001b\[(\d+)A\u001b\[J)?((?:(?!\u001b\[\d+A).)*)/gs)) {
    if (up !== undefined) lines.splice(lines.length - 1 - Number(up), Number(up) + 1, "");
    const [first = "", ...others] = rest.replace(/\u001b\[\?7[lh]/g, "").split("\n");
    lines.push(`${lines.pop() ?? ""}${first}`, ...others);
  }
  return lines;
}

const STEP = { flow: "Sign up", place: "a.yaml:3", name: 'tapOn "Save"' };

test("on a terminal the current step is shown below the finished ones with its time, and disappears when it is done", () => {
  const { terminal, shown } = terminalOf({ isTTY: true, env: { NO_COLOR: "1" } });
  let now = 0;
  using view = openRunView(terminal, () => now);
  view.print("Sign up on phone");
  view.began("one", STEP);
  assert.deepEqual(shown(), ["Sign up on phone", '    0 s    a.yaml:3  tapOn "Save"; Sign up', ""]);
  now = 12_300;
  view.print("  ok  a.yaml:2");
  assert.deepEqual(shown(), ["Sign up on phone", "  ok  a.yaml:2", '   12 s    a.yaml:3  tapOn "Save"; Sign up', ""]);
  view.rests("one");
  assert.deepEqual(shown(), ["Sign up on phone", "  ok  a.yaml:2", ""]);
});

test("no step is drawn over a question to the user", async () => {
  const { terminal, said, shown } = terminalOf({ isTTY: true, env: { NO_COLOR: "1" } });
  using view = openRunView(terminal, () => 0);
  view.began("one", STEP);
  await view.paused(async () => {
    assert.deepEqual(shown(), [""]);
    const before = said();
    view.began("two", STEP);
    assert.equal(said(), before);
  });
  view.print("answered");
  assert.equal(shown().length, 4);
});

test("each of several phones has a line no wider than the terminal, and texts cannot control the terminal", () => {
  const { terminal, shown, said } = terminalOf({ isTTY: true, columns: 40, env: { NO_COLOR: "1" } });
  using view = openRunView(terminal, () => 0);
  view.began("one", STEP);
  view.began("two", { ...STEP, name: "\u001b[2J\nevil ".repeat(20) });
  const lines = shown().slice(0, -1);
  assert.deepEqual([lines.length, lines[0]?.startsWith("    0 s    [one] a.yaml:3  tapOn")], [2, true]);
  for (const line of lines) assert.ok(line.length < 40, line);
  assert.ok(!said().includes("\u001b[2J"));
});

test("results are coloured only on a terminal; in CI, in a pipe and with NO_COLOR they are plain", () => {
  const story = "  ok       a.yaml:1  back\n[two] FAILED: a\n  FAILEDx";
  const painted = terminalOf({ isTTY: true });
  using first = openRunView(painted.terminal);
  first.print(story);
  assert.equal(
    painted.said(),
    "  \u001b[32mok\u001b[0m       a.yaml:1  back\n[two] \u001b[31mFAILED\u001b[0m: a\n  FAILEDx\n",
  );
  for (const options of [
    { isTTY: false },
    { isTTY: true, env: { CI: "true" } },
    { isTTY: true, env: { TERM: "dumb" } },
  ]) {
    const plain = terminalOf(options);
    using view = openRunView(plain.terminal);
    view.began("one", STEP);
    view.print(story);
    view.rests("one");
    assert.equal(plain.said(), `${story}\n`);
  }
});
