import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { TOOLBOX } from "../../packages/virtual-android/src/toolbox.js";
import { startVirtualDevice, type VirtualDevice } from "../../packages/virtual-android/src/virtual-device.js";
import { skipWithout } from "../support/needs.js";
import { plainPhone } from "../support/plain-phone.js";
import { findRealShell, type RealShell } from "../support/real-shell.js";
import { runOnPhone } from "../support/run-on-phone.js";
import { LIKE_TOYBOX, TOYBOX_FILES } from "../support/toybox-scripts.js";

const FOLDER = "/data/local/tmp/work";

/** Programs that Debian's toybox lacks or that speak of the device itself: what they print here. */
const OWN: Readonly<Record<string, readonly (readonly [script: string, stdout: RegExp])[]>> = {
  getenforce: [["getenforce", /^Enforcing\n$/]],
  gunzip: [["echo zip > f; gzip f; gunzip f.gz; cat f", /^zip\n$/]],
  gzip: [
    ["gzip -1 -c a.txt | gzip -d", /^one two\nthree\nfour five {2}six\n$/],
    ["gzip a.txt; ls", /^a\.txt\.gz\nb\.txt\nempty\n$/],
    ["gzip -d a.txt 2>&1", /^gzip: a\.txt: not gzip\n$/],
    ["head -c 100000 /dev/zero | gzip -1 | wc -c", /^\d{3}\n$/],
  ],
  id: [
    ["id", /^uid=2000\(shell\) gid=2000\(shell\) groups=.*context=u:r:shell:s0\n$/],
    ["id -u; id -un", /^2000\nshell\n$/],
  ],
  log: [["log -p e -t Test words; echo $?", /^0\n$/]],
  ps: [
    ["ps", /^USER +PID +PPID +VSZ +RSS WCHAN +ADDR S NAME\n.*\bshell .* sh\n/],
    ["ps -p 1 -o PID=,NAME=", /^ +1 init\n$/],
    ["ps -A -o ARGS= | grep -c ^init", /^1\n$/],
  ],
  reboot: [],
  screenrecord: [["screenrecord --time-limit 181 a.mp4; echo $?", /^2\n$/]],
  sh: [["sh -c 'echo $0 $1' name one; echo 'echo in $#' | sh -s a b", /^name one\nin 2\n$/]],
  tr: [
    ["echo hello | tr a-y b-z; echo hello | tr -d l; echo hello | tr -s l", /^ifmmp\nheo\nhelo\n$/],
    ["echo Hi | tr '[:lower:]' '[:upper:]'; printf 'a\\0b' | tr '\\0' ' '", /^HI\na b$/],
    ["echo abc | tr -c 'b\\n' .", /^\.b\.\n$/],
  ],
  dd: [
    ["dd if=b.txt bs=4 skip=1 count=2 2>/dev/null", /^a\nbeta\ng$/],
    ["cat b.txt | dd bs=5 count=1 2>/dev/null", /^alpha$/],
    ["dd if=a.txt bs=4096 skip=3 count=1 2>/dev/null; echo $?", /^0\n$/],
    ["dd if=nope 2>/dev/null; echo $?", /^1\n$/],
    ["dd of=x 2>&1; echo $?", /^dd: unknown operand of\n1\n$/],
  ],
  uname: [["uname; uname -m; uname -a", /^Linux\naarch64\nLinux localhost .* aarch64 Android\n$/]],
  uptime: [["uptime", /^ \d\d:\d\d:\d\d up 1 min, {2}0 users, {2}load average: /]],
  whoami: [["whoami", /^shell\n$/]],
  zcat: [["gzip -c b.txt > z.gz; zcat z.gz", /^alpha\nbeta\ngamma\nbeta\n$/]],
};

const skip = skipWithout("mksh", "toybox");

describe("the programs of the phone", () => {
  let device: VirtualDevice;
  let real: RealShell | null;

  before(async () => {
    device = await startVirtualDevice({ phone: plainPhone(), adbdPort: null });
    real = findRealShell();
  });
  after(async () => {
    real?.[Symbol.dispose]();
    await device[Symbol.asyncDispose]();
  });

  async function onPhone(script: string) {
    await runOnPhone(device, `rm -rf ${FOLDER}; mkdir ${FOLDER}`);
    for (const [name, text] of Object.entries(TOYBOX_FILES))
      device.phone.files.write(`${FOLDER}/${name}`, Buffer.from(text));
    return await runOnPhone(device, `cd ${FOLDER}\nHOME=/ OLDPWD=\n${script}`);
  }

  it("are all in the tables of this test", () => {
    const covered = new Set([...Object.keys(LIKE_TOYBOX), ...Object.keys(OWN)]);
    const names = TOOLBOX.map(({ name }) => (name === "[" ? "bracket" : name));
    assert.deepEqual(
      names.filter((name) => !covered.has(name)),
      [],
    );
  });

  for (const [name, scripts] of Object.entries(LIKE_TOYBOX)) {
    it(`answer like toybox: ${name}`, { skip }, async () => {
      for (const script of scripts) {
        const expected = real?.run(script, TOYBOX_FILES);
        const actual = await onPhone(script);
        const comparable = (text = "") => text.replace(/^(?:E: |W: )?\S*\/(?:mksh|sh): /gm, "sh: ");
        assert.deepEqual(
          { ...actual, stderr: comparable(actual.stderr) },
          { ...expected, stderr: comparable(expected?.stderr) },
          script,
        );
      }
    });
  }

  for (const [name, rows] of Object.entries(OWN)) {
    it(`answer like Android: ${name}`, async () => {
      for (const [script, stdout] of rows) assert.match((await onPhone(script)).stdout, stdout, script);
    });
  }

  it("follow a growing file with tail -f until they are stopped", async () => {
    device.phone.files.write("/data/local/tmp/log", Buffer.from("one\n"));
    const { stdout } = await runOnPhone(
      device,
      "timeout 1 tail -f /data/local/tmp/log | { read a; echo two >> /data/local/tmp/log; read b; echo $a $b; }",
    );
    assert.equal(stdout, "one two\n");
  });

  it("record no defect", () => {
    assert.deepEqual(device.log.defects, []);
  });
});
