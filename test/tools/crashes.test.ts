import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDropBox } from "../../src/observe/evidence/read-drop-box.js";
import { drive, hintsOf } from "../support/drive.js";
import { runOnPhone } from "../support/run-on-phone.js";

const LOGS = { config: { tools: ["logs"] } } as const;

test("crashes refuses an app that is not installed, instead of reporting no crashes", async () => {
  await using driven = await drive({ config: { tools: ["logs"] } });
  await driven.refused("APP_NOT_FOUND", "crashes", { package: "com.nope.none" });
});

test("crashes reports a crash with its stack, even later, and by app", async () => {
  await using driven = await drive({ ...LOGS, app: "com.fovea.dialogs" });
  assert.match(await driven.did("crashes"), /^\(none is kept/);
  driven.phone.hooks.tap("Crash");
  const text = await driven.did("crashes", { package: "com.fovea.dialogs" });
  assert.match(
    text,
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d com\.fovea\.dialogs crashed: java\.lang\.IllegalStateException: something went wrong\n {2}at android\.app\.ActivityThread\.main/,
  );
  assert.match(await driven.did("crashes", { stack_lines: 0 }), /^[^\n]+$/);
  for (const more of [/^! 1 earlier one is kept, too\n/, /^! 2 earlier ones are kept, too\n/]) {
    driven.phone.hooks.open("com.fovea.dialogs");
    driven.phone.hooks.crashApp("com.fovea.dialogs");
    assert.match(await driven.did("crashes", { count: 1 }), more);
  }
  assert.match(await driven.did("crashes", { package: "com.fovea.clock" }), /^\(none is kept/);
  await driven.refused("INVALID_ARGUMENT", "crashes", { package: "$(reboot)" });
  assert.deepEqual(await hintsOf(driven, "crashes"), [true, false, true, true]);
});

for (const apiLevel of [24, 29, 33, 36])
  test(`crashes reports an app that did not respond with its main thread's stack, even later (API ${apiLevel})`, async () => {
    await using driven = await drive({ ...LOGS, app: "com.fovea.sluggish", apiLevel });
    await driven.did("tap", { target: 'button "Hang for a minute"', answer: "none" });
    const { device } = driven.product;
    await runOnPhone(device, "input tap 200 300 & sleep 7");
    assert.match(
      await driven.did("crashes", { package: "com.fovea.sluggish", stack_lines: 1 }),
      /com\.fovea\.sluggish did not respond: Input dispatching timed out .*\n {2}at java\.lang\.Thread\.sleep\(Native method\)$/,
    );
  });

test("crashes reports that the drop box cannot be read", async () => {
  const fault = { kind: "fail", status: 1, stderr: "Permission Denial\n" } as const;
  await using driven = await drive({ ...LOGS, faults: [{ command: "^dumpsys -t 10 dropbox", fault }] });
  assert.match(await driven.refused("SHELL_FAILED", "crashes"), /Permission Denial/);
});

test("entries of apps are read, whatever else the drop box contains", () => {
  const text = [
    "Drop box contents: 3 entries",
    "",
    "========================================",
    "2026-11-28 09:14:02 data_app_anr (compressed text, 1,234 bytes)",
    "Process: com.x:remote",
    "Package: com.x v3 (1.2)",
    "Subject: Input dispatching timed out (com.x/.Main)",
    "",
    "========================================",
    "2026-11-28 09:15:02 SYSTEM_BOOT (text, 12 bytes)",
    "Build: x",
    "",
    "========================================",
    "2026-11-28 09:16:02 system_app_native_crash (text, 12 bytes)",
    "Process: com.y",
    "",
    "signal 11 (SIGSEGV), code 1",
    "      #00 pc 0001 /system/lib64/libc.so (abort+1)",
    "",
  ].join("\n");
  assert.deepEqual(parseDropBox(text), [
    {
      at: "2026-11-28 09:14:02",
      kind: "anr",
      isSystem: false,
      process: "com.x:remote",
      package: "com.x",
      cause: "Input dispatching timed out (com.x/.Main)",
      stack: [],
    },
    {
      at: "2026-11-28 09:16:02",
      kind: "native_crash",
      isSystem: true,
      process: "com.y",
      package: null,
      cause: "signal 11 (SIGSEGV), code 1",
      stack: ["#00 pc 0001 /system/lib64/libc.so (abort+1)"],
    },
  ]);
});

test("the stack of an app that did not respond is that of its main thread", () => {
  const text = [
    "========================================",
    "2026-11-28 09:14:02 data_app_anr (compressed text, 1,234 bytes)",
    "Process: com.x",
    "Subject: Input dispatching timed out (com.x/.Main)",
    "",
    "----- pid 4321 at 2026-11-28 09:14:02.123456789+0100 -----",
    "Cmd line: com.x",
    "",
    "DALVIK THREADS (2):",
    '"Signal Catcher" daemon prio=10 tid=6 Runnable',
    "  at dalvik.system.Signal.none(Signal.java:1)",
    "",
    '"main" prio=5 tid=1 Sleeping',
    '  | group="main" sCount=1 ucsCount=0 flags=1 obj=0x71 self=0xb4',
    "  native: #00 pc 0000 /apex/com.android.runtime/lib64/bionic/libc.so (syscall+28)",
    "  at java.lang.Thread.sleep(Native method)",
    "  at com.x.Main.work(Main.java:12)",
    "",
    '"Binder:1" prio=5 tid=9 Native',
    "  at com.x.Other.run(Other.java:3)",
    "",
  ].join("\n");
  const [anr] = parseDropBox(text);
  assert.deepEqual(anr?.stack, ["at java.lang.Thread.sleep(Native method)", "at com.x.Main.work(Main.java:12)"]);
});
