import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import { startVirtualDevice, type VirtualDevice } from "../../../packages/virtual-android/src/virtual-device.js";
import { skipWithout } from "../../support/needs.js";
import { plainPhone } from "../../support/plain-phone.js";
import { findRealShell, type RealShell } from "../../support/real-shell.js";
import { runOnPhone, type ShellResult } from "../../support/run-on-phone.js";
import { anyArguments, SCRIPT_FILES, shellScripts } from "../../support/shell-scripts.js";

const RUNS = Number(process.env["FOVEA_SHELL_RUNS"] ?? 150);
const FOLDER = "/data/local/tmp/work";

const skip = skipWithout("mksh", "toybox");

describe("the phone's shell compared with a real mksh over toybox", { skip }, () => {
  let device: VirtualDevice;
  let real: RealShell;

  before(async () => {
    device = await startVirtualDevice({ phone: plainPhone(), adbdPort: null });
    const shell = findRealShell();
    assert.ok(shell);
    real = shell;
  });

  after(async () => {
    real[Symbol.dispose]();
    await device[Symbol.asyncDispose]();
  });

  async function onPhone(script: string): Promise<ShellResult> {
    await runOnPhone(device, `rm -rf ${FOLDER}; mkdir ${FOLDER}`);
    for (const [name, text] of Object.entries(SCRIPT_FILES)) {
      device.phone.files.write(`${FOLDER}/${name}`, Buffer.from(text));
    }
    return await runOnPhone(device, `cd ${FOLDER}\nOLDPWD= HOME=/\n${script}`);
  }

  it("gives the same output and status for generated scripts", async () => {
    await fc.assert(
      fc.asyncProperty(shellScripts, async (script) => {
        const expected = real.run(script, SCRIPT_FILES);
        const actual = await onPhone(script);
        fc.pre(!actual.stdout.includes("\0")); // toybox's sort and uniq cut a line there
        assert.deepEqual(
          { stdout: actual.stdout, status: actual.status, complains: actual.stderr !== "" },
          { stdout: expected.stdout, status: expected.status, complains: expected.stderr !== "" },
        );
      }),
      { numRuns: RUNS, seed: Number(process.env["FOVEA_SHELL_SEED"] ?? 20240611) },
    );
  });

  it("reports by command -v, type and whence what names stand for, as the real one does", async () => {
    for (const ask of ["command -v", "command -V", "command -pv", "type", "whence", "whence -v"]) {
      for (const names of ["echo nope if", "nope echo", "if echo", "-- echo"]) {
        const script = `${ask} ${names}; echo $?`;
        assert.deepEqual(await onPhone(script), real.run(script, {}), script);
      }
    }
  });

  it("passes any single-quoted argument to a program unchanged, as the real one does", async () => {
    await fc.assert(
      fc.asyncProperty(anyArguments, async (words) => {
        const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
        const script = `printf '%s\\n' ${quoted}`;
        const actual = await onPhone(script);
        assert.equal(actual.stdout, `${words.join("\n")}\n`);
        assert.equal(actual.stdout, real.run(script, {}).stdout);
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it("leaves no process and no defect behind", () => {
    assert.deepEqual(device.log.defects, []);
    assert.equal(device.log.counts.liveProcesses, 0);
    assert.equal(device.log.counts.openServices, 0);
  });
});
