import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Command } from "../../../packages/virtual-android/src/command.js";
import { runCmd } from "../../../packages/virtual-android/src/commands/cmd.js";
import { logcat } from "../../../packages/virtual-android/src/commands/logcat.js";
import { service } from "../../../packages/virtual-android/src/commands/service.js";
import { cmd, FRAMEWORK_COMMANDS } from "../../../packages/virtual-android/src/framework-commands.js";
import { openPhone } from "../../support/virtual-phone.js";
import { phoneState } from "../fixtures/phone-states.js";
import { fakePhone } from "../support/fake-phone.js";
import { runCommand } from "../support/run-command.js";

async function run(line: string, api = 33, command: Command = cmd) {
  const { phone, calls } = fakePhone(phoneState({ api }));
  return { ...(await runCommand(command, line, phone)), calls, phone };
}

const UNKNOWN = { status: 20, stdout: "" };

describe("cmd", () => {
  it("calls the named service", async () => {
    assert.equal((await run("cmd window size")).stdout, "Physical size: 1080x2400\n");
    assert.equal((await run("cmd settings get system user_rotation")).stdout, "0\n");
    assert.equal((await run("cmd package list packages -3 form")).stdout, "package:com.example.form\n");
    assert.equal((await run("cmd deviceidle get deep")).stdout, "ACTIVE\n");
  });

  it("has only the commands of the release", async () => {
    const none = "No shell command implementation.\n";
    for (const [line, since] of [
      ["cmd settings list system", 26],
      ["cmd window size", 28],
      ["cmd uimode night", 29],
      ["cmd display help", 28],
    ] as const) {
      const { stdout, stderr } = await run(line, since);
      assert.notEqual(stdout, "", `${line} on API ${since}`);
      assert.equal(stderr, "");
      const before = await run(line, since - 1);
      assert.ok(
        before.stderr === none || before.stderr.startsWith("cmd: Can't find service:"),
        `${line} on API ${since - 1}`,
      );
    }
    assert.equal((await run("cmd display get-displays", 33)).stdout, "Unknown command: get-displays\n");
    assert.match((await run("cmd display get-displays", 34)).stdout, /^Displays:\nDisplay id 0: DisplayInfo\{/);
    assert.equal((await run("cmd package path com.example.form", 25)).stdout, "Unknown command: path\n");
  });

  it("runs the program for which a service is another name", async () => {
    const program: Command = {
      name: "input",
      async run(call) {
        await call.stdout.write(call.argv.join("|"));
        return 7;
      },
    };
    const asks = (api: number): Command => ({
      name: "cmd",
      run: (call) => runCmd(call, (name) => (name === "input" && api > 0 ? program : undefined)),
    });
    const { status, stdout } = await run("cmd input tap 1 2", 33, asks(33));
    assert.deepEqual([status, stdout], [7, "input|tap|1|2"]);
    assert.equal((await run("cmd input tap 1 2", 30, asks(30))).stderr, "No shell command implementation.\n");
  });

  it("finds no unknown service", async () => {
    const { status, stdout, stderr } = await run("cmd nothing");
    assert.deepEqual({ status, stdout }, UNKNOWN);
    assert.equal(stderr, "cmd: Can't find service: nothing\n");
    assert.equal((await run("cmd settings get system x", 24)).stderr, "cmd: Can't find service: settings\n");
    assert.match((await run("cmd -l")).stdout, /^Currently running services:\n {2}SurfaceFlinger\n/);
    assert.equal((await runCommand(cmd, "cmd", fakePhone(phoneState({ api: 33 })).phone)).status, 20);
  });

  it("switches the night mode and the shade", async () => {
    assert.equal((await run("cmd uimode night")).stdout, "Night mode: no\n");
    const night = await run("cmd uimode night yes");
    assert.equal(night.stdout, "Night mode: yes\n");
    assert.equal(night.phone.state().settings.secure.get("ui_night_mode"), "2");
    assert.deepEqual((await run("cmd statusbar expand-notifications")).calls, ["setShade notifications"]);
    assert.deepEqual((await run("cmd statusbar expand-settings")).calls, ["setShade settings"]);
    assert.deepEqual((await run("cmd statusbar collapse")).calls, ["setShade null"]);
  });
});

describe("service", () => {
  it("checks and lists", async () => {
    assert.equal((await run("service check window", 33, service)).stdout, "Service window: found\n");
    assert.equal((await run("service check nothing", 33, service)).stdout, "Service nothing: not found\n");
    const { stdout } = await run("service list", 33, service);
    assert.match(stdout, /^Found \d+ services:\n0\tSurfaceFlinger: \[android\.ui\.ISurfaceComposer\]\n/);
    assert.equal((await run("service", 33, service)).status, 10);
  });
});

describe("logcat", () => {
  it("prints nothing on a new phone", async () => {
    const { status, stdout } = await run("logcat -d -b all", 33, logcat);
    assert.deepEqual([status, stdout], [0, ""]);
  });

  it("prints stopped apps, in the crash buffer and since the given time", async () => {
    using device = openPhone({ app: "com.fovea.form" });
    device.phone.hooks.crashApp("com.fovea.form");
    device.wait();
    const [crash] = device.phone.state().crashes ?? [];
    assert.ok(crash && crash.pid > 0);
    const print = async (line: string) => (await runCommand(logcat, line, device.phone)).stdout.split("\n");
    const lines = await print("logcat -b crash -d -v epoch -t 3");
    assert.equal(lines[0], "--------- beginning of crash");
    const seconds = (crash.wallClockMs / 1000).toFixed(3);
    assert.match(
      lines[1] ?? "",
      new RegExp(
        `^ +${seconds.replace(".", "\\.")} +${crash.pid} +${crash.pid} E AndroidRuntime: Process: com\\.fovea\\.form, PID: ${crash.pid}$`,
      ),
    );
    assert.match((await print("logcat -d"))[1] ?? "", /^\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} .* FATAL EXCEPTION: main$/);
    assert.deepEqual(await print("logcat -b main -d"), [""]);
  });

  it("waits until it is killed, unless it is called to end", async () => {
    const reason = new Error("killed");
    const { phone } = fakePhone(phoneState({ api: 33 }));
    const nobody = { write: async () => {} };
    const stdin = (async function* () {})();
    const call = {
      ...{ argv: ["logcat"], phone, stdin, stdout: nobody, stderr: nobody, env: new Map() },
      signal: new AbortController().signal,
      sleep: () => Promise.reject(reason),
    };
    await assert.rejects(logcat.run(call), reason);
  });
});

describe("the registry", () => {
  it("contains every program once, sorted", () => {
    const names = FRAMEWORK_COMMANDS.map(({ name }) => name);
    assert.deepEqual(names, [...new Set(names)].toSorted());
  });
});
