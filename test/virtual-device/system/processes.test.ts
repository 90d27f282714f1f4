import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bundledProfile } from "../../../packages/virtual-android/src/profile.js";
import type { SystemCommand } from "../../../packages/virtual-android/src/system/system.js";
import { startVirtualDevice, type VirtualDevice } from "../../../packages/virtual-android/src/virtual-device.js";
import { pollUntil } from "../../../src/base/signals.js";
import { plainPhone } from "../../support/plain-phone.js";
import { openService, readAll, runOnPhone } from "../../support/run-on-phone.js";

/** Waits until it is killed; says when it runs. */
const stay: SystemCommand = {
  name: "stay",
  async run({ signal, stdout }) {
    await stdout.write("here\n");
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
    return 0;
  },
};

function start(extra: readonly SystemCommand[] = []): Promise<VirtualDevice> {
  return startVirtualDevice({ phone: plainPhone(), adbdPort: null, commands: [stay, ...extra] });
}

const soon = () => AbortSignal.timeout(60_000);

function programsOf(device: VirtualDevice): readonly string[] {
  return device.processes.map((process) => process.argv.join(" "));
}

async function untilPrograms(device: VirtualDevice, expected: readonly string[]): Promise<void> {
  await pollUntil(() => (programsOf(device).join("|") === expected.join("|") ? true : undefined), 1, soon());
}

/** Opens a service, waits for the first output, closes the stream. */
async function openAndClose(device: VirtualDevice, service: string): Promise<void> {
  const stream = await openService(device, service);
  await stream.read(100, soon());
  stream.close();
}

describe("closing a stream", () => {
  it("hangs up a single program, because it replaced the shell", async () => {
    await using device = await start();
    await openAndClose(device, "shell,v2,raw:stay");
    await untilPrograms(device, []);
    assert.deepEqual(
      device.log.processes.map(({ signal, programs }) => [signal, programs.at(-1)]),
      [["HUP", ["stay"]]],
    );
  });

  it("hangs up only the shell where the program is its child, which stays", async () => {
    await using device = await start();
    await openAndClose(device, "shell,v2,raw:stay; true");
    await untilPrograms(device, ["stay"]);
    assert.equal(device.processes[0]?.parentPid, 1);
    assert.equal(device.log.counts.openServices, 0);
  });

  it("reaches the program where exec replaced the shell", async () => {
    await using device = await start();
    await openAndClose(device, "shell,v2,raw:true; exec stay");
    await untilPrograms(device, []);
  });

  it("hangs up every foreground process of the terminal of a shell without packets", async () => {
    await using device = await start();
    await openAndClose(device, "shell:stay; true");
    await untilPrograms(device, []);
    await openAndClose(device, "exec:stay | cat");
    await untilPrograms(device, []);
  });

  it("does not end a program that ignores the hang-up or has its own session", async () => {
    await using device = await start();
    await openAndClose(device, "shell:nohup stay; true");
    await untilPrograms(device, ["stay"]);
    await openAndClose(device, "shell:setsid stay; true");
    await untilPrograms(device, ["stay", "stay"]);
  });

  it("is not needed where the shell ends first: its terminal hangs up the remaining programs", async () => {
    await using device = await start();
    await readAll(await openService(device, "shell:stay & read x < /dev/null"));
    await untilPrograms(device, []);
    assert.equal(device.log.processes.find(({ argv }) => argv[0] === "stay")?.signal, "HUP");
  });

  it("does not affect a background program that closed the shell's output: the stream ends without it", async () => {
    for (const kind of ["shell,v2,raw", "shell", "exec"]) {
      await using device = await start();
      await readAll(await openService(device, `${kind}:nohup stay >/dev/null 2>&1 & true`));
      await untilPrograms(device, ["stay"]);
    }
  });

  it("ends a program that goes on writing, by a broken pipe", async () => {
    const talk: SystemCommand = {
      name: "talk",
      async run({ stdout }) {
        for (;;) await stdout.write("blah\n");
      },
    };
    await using device = await start([talk]);
    await openAndClose(device, "shell,v2,raw:talk; true");
    await untilPrograms(device, []);
    assert.ok(device.log.processes.some(({ signal }) => signal === "PIPE"));
  });

  it("does not end a call into another process before it returns", async () => {
    const instant = bundledProfile("instant");
    const profile = {
      ...instant,
      commands: [{ command: ["dumpsys"], delayMs: { fixed: 60 }, inBinder: true, cites: "test" }],
    };
    const dumpsys: SystemCommand = { name: "dumpsys", run: async () => 0 };
    await using device = await startVirtualDevice({
      phone: plainPhone(),
      adbdPort: null,
      profile,
      commands: [dumpsys],
    });
    const stream = await openService(device, "shell,v2,raw:dumpsys");
    await untilPrograms(device, ["dumpsys"]);
    stream.close();
    await pollUntil(() => (device.log.counts.openServices === 0 ? true : undefined), 1, soon());
    assert.deepEqual(programsOf(device), ["dumpsys"]);
    assert.equal(device.processes[0]?.isInBinderCall, true);
    await untilPrograms(device, []);
    const [entry] = device.log.processes;
    assert.equal(entry?.signal, "HUP");
    assert.ok((entry?.endedAtMs ?? 0) - (entry?.startedAtMs ?? 0) >= 55);
  });
});

describe("processes of the phone", () => {
  it("are as many as a real shell would start", async () => {
    await using device = await start();
    const count = async (script: string) => {
      const before = device.log.counts.processesStarted;
      await runOnPhone(device, script);
      return device.log.counts.processesStarted - before;
    };
    assert.equal(await count("cat /dev/null"), 1, "a single program replaces the shell");
    assert.equal(await count("cat '/dev/null'"), 2, "a quote keeps the shell");
    assert.equal(await count("exec cat '/dev/null'"), 1);
    assert.equal(await count("echo built in"), 1);
    assert.equal(await count("cat /dev/null; cat /dev/null"), 3);
    assert.equal(await count("cat /dev/null | cat"), 3);
    assert.equal(await count("echo $(cat /dev/null)"), 2);
    assert.equal(await count("(true; cat /dev/null)"), 3);
  });

  it("are listed by ps with those of the phone, and have a command line in /proc", async () => {
    const app = {
      pid: 4321,
      uid: 10123,
      packageName: "com.example",
      processName: "com.example:remote",
      frames: null,
      isNotResponding: false,
    };
    await using device = await startVirtualDevice({ phone: plainPhone({ processes: [app] }), adbdPort: null });
    const { stdout } = await runOnPhone(
      device,
      "ps -A -o USER,PID,NAME; cat /proc/4321/cmdline; pidof com.example:remote",
    );
    assert.match(stdout, /u0_a123\s+4321 com\.example:remote\n/);
    assert.match(stdout, /shell\s+\d+ sh\n[\s\S]*shell\s+\d+ ps\n/);
    assert.match(stdout, /com\.example:remote\0/);
    assert.match(stdout, /\n?4321\n$/);
  });

  it("can signal each other, but not the phone's own", async () => {
    await using device = await start();
    const { stdout, stderr, status } = await runOnPhone(
      device,
      "stay & kill -9 $!; wait $!; echo $?; kill 512; kill 9",
    );
    assert.equal(stdout, "here\n137\n");
    assert.match(stderr, /kill: 512: Operation not permitted\n[^\n]*kill: 9: No such process\n/);
    assert.equal(status, 1);
  });

  it("are ended by timeout, which waits for those that ignore the signal", async () => {
    await using device = await start();
    const result = await runOnPhone(
      device,
      "timeout 0.02 stay; echo $?; timeout 5 true; echo $?; timeout 1 nope; echo $?",
    );
    assert.equal(result.stdout, "here\n124\n0\n127\n");
    assert.match(result.stderr, /timeout: exec nope: No such file or directory/);
  });

  it("end the stream only when the last of them has closed its output", async () => {
    await using device = await start();
    const { stdout, status } = await runOnPhone(device, "(sleep 0.03; echo late) & echo early");
    assert.equal(stdout, "early\nlate\n");
    assert.equal(status, 0);
  });

  it("see their own boot id, working directory and terminal", async () => {
    await using device = await start();
    const boot = await runOnPhone(device, "cat /proc/sys/kernel/random/boot_id; cd /sdcard; pwd; cat nope");
    assert.equal(boot.stdout, "00000000-0000-4000-8000-000000000001\n/sdcard\n");
    assert.equal(boot.stderr, "cat: nope: No such file or directory\n");
    const raw = await runOnPhone(device, "echo x > /dev/tty");
    assert.match(raw.stderr, /can't create \/dev\/tty: No such device or address/);
    assert.equal((await runOnPhone(device, "echo gone > /dev/null; cat /dev/null; echo kept")).stdout, "kept\n");
  });

  it("that throw an unexpected exception are recorded as defects, and the phone goes on", async () => {
    const broken: SystemCommand = {
      name: "broken",
      async run() {
        throw new TypeError("oops");
      },
    };
    await using device = await start([broken]);
    const result = await runOnPhone(device, "broken; echo $?");
    assert.equal(result.stdout, "134\n");
    assert.match(result.stderr, /broken: oops/);
    assert.equal(device.log.defects.length, 1);
  });

  it("that fail at a file report it, although they do not catch the error", async () => {
    const careless: SystemCommand = {
      name: "careless",
      async run({ phone }) {
        phone.files.write("/system/x", new Uint8Array(1));
        return 0;
      },
    };
    await using device = await start([careless]);
    const result = await runOnPhone(device, "careless");
    assert.deepEqual([result.stderr, result.status], ["careless: /system/x: Read-only file system\n", 1]);
    assert.deepEqual(device.log.defects, []);
  });

  it("write relative to their own folder, and to their own terminal", async () => {
    const dump: SystemCommand = {
      name: "dump",
      async run({ argv, phone }) {
        phone.files.write(argv[1] ?? "", Buffer.from("dumped\n"));
        return 0;
      },
    };
    await using device = await start([dump]);
    await runOnPhone(device, "cd /data/local/tmp; dump x.xml");
    assert.equal(Buffer.from(device.phone.files.read("/data/local/tmp/x.xml") ?? []).toString(), "dumped\n");
    const stream = await openService(device, "exec:dump /dev/tty");
    assert.equal(Buffer.from((await stream.read(100, soon())) ?? []).toString(), "dumped\n");
    assert.match((await runOnPhone(device, "dump /dev/tty")).stderr, /\/dev\/tty: No such device or address/);
  });
});
