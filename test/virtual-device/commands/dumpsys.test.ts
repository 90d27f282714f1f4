import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dumpsys } from "../../../packages/virtual-android/src/commands/dumpsys.js";
import type { PhoneState } from "../../../packages/virtual-android/src/phone-state.js";
import { phoneState } from "../fixtures/phone-states.js";
import { dumpText } from "../support/dump-text.js";
import { fakePhone } from "../support/fake-phone.js";
import { runCommand } from "../support/run-command.js";

function run(line: string, api = 33) {
  return runCommand(dumpsys, line, fakePhone(phoneState({ api })).phone);
}

function hung(api: number): PhoneState {
  const state = phoneState({ api });
  return { ...state, processes: state.processes.map((process) => ({ ...process, isNotResponding: true })) };
}

describe("dumpsys", () => {
  it("prints a service with its arguments", async () => {
    const { status, stdout, stderr } = await run("dumpsys window displays");
    assert.deepEqual({ status, stderr }, { status: 0, stderr: "" });
    assert.equal(stdout, dumpText(phoneState({ api: 33 }), "window", "displays"));
  });

  it("reports an unknown service without failing", async () => {
    assert.deepEqual(await run("dumpsys nothing"), {
      status: 0,
      stdout: "",
      stderr: "Can't find service: nothing\n",
      waitedMs: 0,
    });
    assert.equal((await run("dumpsys activity_task", 28)).stderr, "Can't find service: activity_task\n");
    assert.equal((await run("dumpsys activity_task", 29)).stderr, "");
  });

  it("lists the services", async () => {
    const { stdout } = await run("dumpsys -l");
    assert.match(stdout, /^Currently running services:\n {2}SurfaceFlinger\n {2}accessibility\n/);
  });

  it("prints every service between divider lines where none is named", async () => {
    const { stdout } = await run("dumpsys --skip window gfxinfo");
    assert.match(stdout, /^Currently running services:\n/);
    assert.match(stdout, /^-{79}\nDUMP OF SERVICE power:\n[\s\S]*?^-{9} 0\.000s was the duration of dumpsys power, /m);
    assert.match(stdout, /^ {2}window \(skipped\)$/m);
    assert.doesNotMatch(stdout, /DUMP OF SERVICE window/);
  });

  it("refuses invalid timeouts, and -T before Android 9", async () => {
    const wrong = await run("dumpsys -t x window");
    assert.equal(wrong.status, 255);
    assert.equal(wrong.stderr, "Error: invalid timeout(seconds) number: 'x'\n");
    assert.equal((await run("dumpsys -T 500 battery", 27)).status, 255);
    assert.equal((await run("dumpsys -T 500 battery", 28)).status, 0);
  });

  it("waits for apps that hang, until its own timeout", async () => {
    const { phone } = fakePhone(hung(33));
    const patient = await runCommand(dumpsys, "dumpsys gfxinfo com.android.settings", phone);
    assert.equal(patient.waitedMs, 5000);
    assert.match(patient.stdout, /Failure while dumping the app: ProcessRecord\{/);

    const hasty = await runCommand(dumpsys, "dumpsys -t 2 gfxinfo com.android.settings", phone);
    assert.equal(hasty.waitedMs, 2000);
    assert.equal(hasty.status, 0);
    assert.match(hasty.stdout, /\n\n\*\*\* SERVICE 'gfxinfo' DUMP TIMEOUT \(2000ms\) EXPIRED \*\*\*\n\n$/);

    const all = await runCommand(dumpsys, "dumpsys gfxinfo", phone);
    assert.equal(all.waitedMs, 10_000);
    assert.match(all.stdout, /DUMP TIMEOUT \(10000ms\) EXPIRED/);
  });

  it("prints the timeout as each release does", async () => {
    for (const [api, text] of [
      [24, "TIMEOUT EXPIRED"],
      [27, "TIMEOUT (1s) EXPIRED"],
      [28, "TIMEOUT (1000ms) EXPIRED"],
    ] as const) {
      const { stdout } = await runCommand(dumpsys, "dumpsys -t 1 gfxinfo", fakePhone(hung(api)).phone);
      assert.match(stdout, new RegExp(`\\*\\*\\* SERVICE 'gfxinfo' DUMP ${text.replace(/[()]/g, "\\$&")} \\*\\*\\*`));
    }
  });

  it("resets the frame counters of a process after printing them", async () => {
    const { phone, calls } = fakePhone(phoneState({ api: 33 }));
    const { stdout } = await runCommand(dumpsys, "dumpsys gfxinfo com.example.form reset", phone);
    assert.match(stdout, /^Total frames rendered: 20$/m);
    assert.deepEqual(calls, ["resetFrameStats com.example.form"]);
    await runCommand(dumpsys, "dumpsys gfxinfo com.example.form framestats", phone);
    assert.equal(calls.length, 1);
  });
});
