import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import fc from "fast-check";
import { isFoveaError } from "../../src/base/errors.js";
import { deviceProcessesOf } from "../../src/devices/device-processes.js";
import {
  type Argv,
  actScript,
  allOf,
  command,
  dumpsys,
  findProgram,
  pipe,
  readScript,
  type Step,
} from "../../src/devices/script.js";
import { needsPrograms } from "../support/needs.js";

const { test: mkshTest } = needsPrograms("mksh");

test("a single program replaces the shell, so that a closed stream hangs up the program itself", () => {
  assert.deepEqual(readScript(["input", "tap", "1", "2"]), { kind: "read", text: "exec input tap 1 2", processes: 1 });
  assert.equal(actScript(command(["id"], { stderr: "drop" })).text, "exec id 2>/dev/null");
});

test("several programs run one after the other under one shell, which counts as a process", () => {
  const script = readScript(dumpsys(3, "window", "displays"), dumpsys(3, "window", "policy"));
  assert.equal(script.text, "dumpsys -t 3 window displays; dumpsys -t 3 window policy");
  assert.equal(script.processes, 3);
});

test("a time limit on the device costs one more process", () => {
  const script = readScript(command(["cat", "/a b"], { timeoutS: 5 }));
  assert.equal(script.text, "exec timeout 5 cat '/a b'");
  assert.equal(script.processes, 2);
});

test("a time limit that is not a positive number is refused", () => {
  for (const timeoutS of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(
      () => command(["id"], { timeoutS }),
      (error) => isFoveaError(error, "INVALID_ARGUMENT"),
    );
  }
});

mkshTest("the steps of a script have in a real mksh the documented effect", () => {
  const script = readScript(
    allOf(["false"], ["echo", "not reached"]),
    pipe(["printf", "%s\\n", "b;c", "a|b"], ["sort"]),
    command(["ls", "/does/not/exist"], { stderr: "drop" }),
    findProgram("sh"),
    command(["sh", "-c", "echo out; echo err >&2"], { stderr: "merge" }),
  );
  const { stdout, stderr } = spawnSync("mksh", ["-c", script.text], { encoding: "utf8" });
  assert.match(stdout, /^a\|b\nb;c\n\/\S*\/sh\nout\nerr\n$/);
  assert.equal(stderr, "");
});

test("the processes of a script are its shell and its programs, whatever their arguments are", () => {
  const word = fc.oneof(
    fc.constantFrom("a", "-x", "a b", "it's", "x;y", "a && b", "$(id)", "|", "\n", ""),
    fc.string(),
  );
  const words = fc.array(word.filter((text) => !text.includes("\0")));
  const program = fc
    .tuple(fc.constantFrom("dumpsys", "input", "cat"), words)
    .map(([name, args]): Argv => [name, ...args]);
  const redirected = program.map((argv) => command(argv, { stderr: "drop" }));
  const limited = program.map((argv) => command(argv, { timeoutS: 3, stderr: "merge" }));
  const one = fc.oneof(program, redirected).map((step): Costed => [step, 1]);
  const two = fc.oneof(
    limited,
    fc.tuple(program, program).map(([a, b]) => pipe(a, b)),
    fc.tuple(program, redirected).map(([a, b]) => allOf(a, b)),
  );
  const none = fc.constantFrom(findProgram("sh"), findProgram("timeout"));
  const step = fc.oneof(
    one,
    two.map((pair): Costed => [pair, 2]),
    none.map((built): Costed => [built, 0]),
  );
  fc.assert(
    fc.property(step, step, fc.array(step, { maxLength: 3 }), (first, second, rest) => {
      const all = [first, second, ...rest];
      const script = readScript(first[0], second[0], ...rest.map(([built]) => built));
      assert.equal(script.processes, 1 + all.reduce((sum, [, cost]) => sum + cost, 0), script.text);
      assert.equal(deviceProcessesOf(`shell,v2,raw:${script.text}`), script.processes);
    }),
    { numRuns: 500 },
  );
});

type Costed = readonly [step: Argv | Step, processes: number];

test("a builtin of the shell costs no process, unless a program of that name replaces the shell", () => {
  assert.equal(readScript(["echo", "a"], ["true"]).processes, 1);
  assert.equal(readScript(["echo", "a"]).processes, 1);
  assert.equal(deviceProcessesOf("exec:screencap '-p'"), 2);
  assert.equal(deviceProcessesOf("shell,v2,raw:read -r up rest </proc/uptime; exec screencap"), 1);
  assert.equal(deviceProcessesOf("shell,v2,raw:id | exec cat"), 3);
  assert.equal(deviceProcessesOf("shell,v2,raw:(exec id)"), 2);
});

test("services that adbd serves itself start no process", () => {
  for (const service of ["sync:", "localabstract:fovea", "tcp:8080"]) assert.equal(deviceProcessesOf(service), 0);
});
