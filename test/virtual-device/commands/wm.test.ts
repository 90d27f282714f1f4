import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { wm } from "../../../packages/virtual-android/src/commands/wm.js";
import { phoneState, type StateOptions } from "../fixtures/phone-states.js";
import { fakePhone } from "../support/fake-phone.js";
import { runCommand } from "../support/run-command.js";

async function run(line: string, options: StateOptions = { api: 33 }) {
  const { phone, calls } = fakePhone(phoneState(options));
  return { ...(await runCommand(wm, line, phone)), calls };
}

describe("wm size and density", () => {
  it("print the panel's own values, and the overrides", async () => {
    assert.equal((await run("wm size")).stdout, "Physical size: 1080x2400\n");
    assert.equal((await run("wm density")).stdout, "Physical density: 420\n");
    const changed = { api: 33, overrideSize: { width: 720, height: 1600 }, overrideDensity: 320 };
    assert.equal((await run("wm size", changed)).stdout, "Physical size: 1080x2400\nOverride size: 720x1600\n");
    assert.equal((await run("wm density", changed)).stdout, "Physical density: 420\nOverride density: 320\n");
    assert.equal((await run("wm size -d 7", { api: 33, isTwoDisplays: true })).stdout, "Physical size: 1080x1920\n");
  });

  it("change the phone's display", async () => {
    assert.deepEqual((await run("wm size 720x1600")).calls, ['setSizeOverride {"width":720,"height":1600}']);
    assert.deepEqual((await run("wm size 400dpx800dp")).calls, ['setSizeOverride {"width":1050,"height":2100}']);
    assert.deepEqual((await run("wm size reset")).calls, ["setSizeOverride null"]);
    assert.deepEqual((await run("wm density 320")).calls, ["setDensityOverride 320"]);
    assert.deepEqual((await run("wm density reset")).calls, ["setDensityOverride null"]);
  });

  it("keep a size within the window manager's limits, and remove the override equal to the panel's own", async () => {
    assert.deepEqual((await run("wm size 10x99999")).calls, ['setSizeOverride {"width":200,"height":4800}']);
    assert.deepEqual((await run("wm size 1080x2400")).calls, ["setSizeOverride null"]);
    assert.deepEqual((await run("wm density 420")).calls, ["setDensityOverride null"]);
  });

  it("report errors", async () => {
    for (const [line, message] of [
      ["wm size 720", "Error: bad size 720\n"],
      ["wm size axb", 'Error: bad number java.lang.NumberFormatException: For input string: "a"\n'],
      ["wm density 71", "Error: density must be >= 72\n"],
      ["wm density many", 'Error: bad number java.lang.NumberFormatException: For input string: "many"\n'],
    ] as const) {
      const { status, stderr, calls } = await run(line);
      assert.deepEqual({ status, stderr, calls }, { status: 255, stderr: message, calls: [] });
      assert.equal((await run(line, { api: 27 })).status, 0, "8.1 ends with 0");
    }
  });
});

describe("wm rotation", () => {
  it("has the release's name", async () => {
    const known = (line: string, api: number) => run(line, { api }).then((result) => result.calls.length > 0);
    for (const [api, old, current] of [
      [28, false, false],
      [29, true, false],
      [30, true, false],
      [31, false, true],
      [36, false, true],
    ] as const) {
      assert.equal(await known("wm set-user-rotation lock 1", api), old, `set-user-rotation on API ${api}`);
      assert.equal(await known("wm user-rotation lock 1", api), current, `user-rotation on API ${api}`);
    }
  });

  it("locks, frees and prints the rotation", async () => {
    assert.deepEqual((await run("wm user-rotation lock 3")).calls, ["setRotation lock 3"]);
    assert.deepEqual((await run("wm user-rotation lock")).calls, ["setRotation lock 0"]);
    assert.deepEqual((await run("wm user-rotation free")).calls, ["setRotation free 0"]);
    assert.equal((await run("wm user-rotation")).stdout, "free\n");
    assert.equal((await run("wm user-rotation", { api: 33, rotation: 1 })).stdout, "lock 1\n");
  });

  it("refuses an invalid rotation", async () => {
    assert.equal((await run("wm user-rotation lock 4")).status, 255);
    assert.equal((await run("wm user-rotation sideways")).status, 255);
    assert.equal((await run("wm set-user-rotation", { api: 30 })).stderr, "Error: lockMode cannot be null.\n");
  });
});

describe("wm", () => {
  it("dismisses the keyguard", async () => {
    assert.deepEqual((await run("wm dismiss-keyguard")).calls, ["dismissKeyguard"]);
  });

  it("reports unknown commands", async () => {
    const now = await run("wm frobnicate");
    assert.deepEqual([now.status, now.stdout], [255, "Unknown command: frobnicate\n"]);
    const before = await run("wm frobnicate", { api: 27 });
    assert.match(before.stderr, /^usage: wm [\s\S]*\nError: unknown command 'frobnicate'\n$/);
  });
});
