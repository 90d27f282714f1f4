import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { PACKET, shellPacket } from "../../../packages/virtual-android/src/adbd/shell-packets.js";
import { startVirtualDevice, type VirtualDevice } from "../../../packages/virtual-android/src/virtual-device.js";
import { plainPhone } from "../../support/plain-phone.js";
import { openService, parseShellOutput, readAll, runOnPhone } from "../../support/run-on-phone.js";

describe("the phone's shell", () => {
  let device: VirtualDevice;

  before(async () => {
    device = await startVirtualDevice({ phone: plainPhone(), adbdPort: null });
  });
  after(async () => {
    await device[Symbol.asyncDispose]();
  });

  const run = (script: string, stdin?: string) => runOnPhone(device, script, stdin);

  it("reports errors in mksh's text, with its statuses", async () => {
    const rows: readonly (readonly [script: string, stderr: string, status: number])[] = [
      ["foo", "/system/bin/sh: foo: inaccessible or not found\n", 127],
      ["/data/local/tmp", "/system/bin/sh: /data/local/tmp: can't execute: Is a directory\n", 126],
      ["cat < nope", "/system/bin/sh: can't open nope: No such file or directory\n", 1],
      ["echo x > /system/x", "/system/bin/sh: can't create /system/x: Read-only file system\n", 1],
      ["cd /data/data/x", "/system/bin/sh: cd: /data/data/x: No such file or directory\n", 2],
      ['echo "abc', "/system/bin/sh: no closing quote\n", 1],
      ["if true", "/system/bin/sh: syntax error: unmatched 'if'\n", 1],
      ["echo a | | b", "/system/bin/sh: syntax error: unexpected '|'\n", 1],
      ["echo a )", "/system/bin/sh: syntax error: unexpected ')'\n", 1],
      ["readonly x=1; x=2; echo never", "/system/bin/sh: read-only: x\n", 2],
      ["set -u; echo $nothing; echo never", "/system/bin/sh: nothing: parameter not set\n", 1],
    ];
    for (const [script, stderr, status] of rows) {
      assert.deepEqual(await run(script), { stdout: "", stderr, status }, script);
    }
  });

  it("prints only `not found` before Android 10", async () => {
    await using old = await startVirtualDevice({ phone: plainPhone({ apiLevel: 28 }), adbdPort: null });
    assert.equal((await runOnPhone(old, "foo")).stderr, "/system/bin/sh: foo: not found\n");
  });

  it("runs the lines before a syntax error", async () => {
    assert.deepEqual(await run("echo one\n)\necho two"), {
      stdout: "one\n",
      stderr: "/system/bin/sh: syntax error: unexpected ')'\n",
      status: 1,
    });
  });

  it("names file and line in scripts", async () => {
    device.phone.files.write("/data/local/tmp/s.sh", Buffer.from("echo first\n\nnope\n"));
    const result = await run("sh /data/local/tmp/s.sh");
    assert.equal(result.stderr, "/data/local/tmp/s.sh[3]: nope: inaccessible or not found\n");
    assert.equal(result.status, 127);
  });

  it("runs executable texts, with and without #!, except from the shared storage", async () => {
    device.phone.files.write("/data/local/tmp/run", Buffer.from("#!/system/bin/sh\necho args: $0 $@\n"), 0o755);
    device.phone.files.write("/data/local/tmp/bare", Buffer.from("echo bare\n"), 0o755);
    device.phone.files.write("/sdcard/run", Buffer.from("echo never\n"), 0o755);
    assert.equal((await run("cd /data/local/tmp; ./run a 'b c'")).stdout, "args: ./run a b c\n");
    assert.equal((await run("/data/local/tmp/bare")).stdout, "bare\n");
    assert.match((await run("/sdcard/run")).stderr, /can't execute: Permission denied/);
  });

  it("reads commands from its input one line at a time, so that they may read the rest", async () => {
    const result = await run("", 'read x; echo "<$x>"\nhello\nif true\nthen echo yes\nfi\ncat\nthe rest\nis data\n');
    assert.equal(result.stdout, "<hello>\nyes\nthe rest\nis data\n");
    const failing = await run("", "echo a\nnope\necho b\n");
    assert.deepEqual(failing, {
      stdout: "a\nb\n",
      stderr: "/system/bin/sh: <stdin>[2]: nope: inaccessible or not found\n",
      status: 0,
    });
  });

  it("can stay open for many commands, each with its status after a separator", async () => {
    const stream = await openService(device, "shell,v2,raw:");
    const signal = AbortSignal.timeout(60_000);
    for (const command of ["echo one", "cat nope", "(exit 7)"]) {
      const line = `{ ${command}; } 2>&1 </dev/null; printf '\\036%d\\036\\n' $?\n`;
      await stream.write(shellPacket(PACKET.stdin, Buffer.from(line)), signal);
    }
    await stream.write(shellPacket(PACKET.stdin, Buffer.from("exit 3\n")), signal);
    const { stdout, status } = parseShellOutput(await readAll(stream, signal));
    assert.equal(stdout, "one\n\x1e0\x1e\ncat: nope: No such file or directory\n\x1e1\x1e\n\x1e7\x1e\n");
    assert.equal(status, 3);
  });

  it("does not block the rest of the program in an endless loop, and can be stopped", async () => {
    const stream = await openService(device, "shell,v2,raw:while true; do :; done");
    assert.equal((await run("echo alive")).stdout, "alive\n");
    stream.close();
    assert.equal((await run("echo still")).stdout, "still\n");
    assert.ok(device.processes.every((process) => !process.argv.join(" ").includes("while")));
  });

  it("ends at endless recursion without ending the phone", async () => {
    assert.deepEqual(await run("f() { f; }; f; echo never"), { stdout: "", stderr: "", status: 139 });
    assert.match((await run("f() { (f); }; f")).stderr, /can't fork - try again/);
    assert.equal((await run("echo alive")).stdout, "alive\n");
    assert.equal(device.log.counts.liveProcesses, 0);
  });

  it("receives signals that are trapped", async () => {
    assert.equal((await run("trap 'echo caught' TERM; kill -TERM $$; echo after")).stdout, "caught\nafter\n");
    assert.equal((await run("trap '' TERM; kill -TERM $$; echo survived")).stdout, "survived\n");
    assert.deepEqual(await run("trap 'echo bye' EXIT; exit 4"), { stdout: "bye\n", stderr: "", status: 4 });
  });

  it("ends `wait` at once at a trapped signal", async () => {
    const script =
      "sleep 1000 & p=$!; trap 'kill $p; wait $p; echo ended $?; exit 9' HUP; (kill -HUP $$) & wait $p; echo no";
    const { status, stdout } = await run(script);
    assert.deepEqual({ status, stdout }, { status: 9, stdout: "ended 143\n" });
  });

  it("refuses what it does not support, such as arrays, instead of misreading it", async () => {
    assert.equal((await run("a=(1 2); echo never")).status, 1);
    assert.match((await run("echo $" + "{a[0]}")).stderr, /bad substitution/);
  });

  it("answers an interactive terminal with a prompt, echo and CR LF", async () => {
    const stream = await openService(device, "shell,v2,TERM=xterm,pty:");
    const signal = AbortSignal.timeout(60_000);
    await stream.write(shellPacket(PACKET.stdin, Buffer.from("echo $TERM\r")), signal);
    await stream.write(shellPacket(PACKET.stdin, Buffer.from("exit 5\r")), signal);
    const { stdout, status } = parseShellOutput(await readAll(stream, signal));
    assert.match(stdout, /^plain:\/ \$ /m);
    assert.match(stdout, /echo \$TERM\r\n/);
    assert.match(stdout, /\r\nxterm\r\n|xterm\r\n/);
    assert.equal(status, 5);
  });

  it("is interrupted by Ctrl-C at a terminal, with its program", async () => {
    const stream = await openService(device, "shell,v2,pty:sleep 100; echo never");
    const signal = AbortSignal.timeout(60_000);
    await stream.write(shellPacket(PACKET.stdin, Buffer.from("\x03")), signal);
    const { stdout, status } = parseShellOutput(await readAll(stream, signal));
    assert.equal(stdout, "^C");
    assert.equal(status, 130);
  });
});
