import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLogLine } from "../../src/observe/evidence/read-log-lines.js";
import { drive, hintsOf } from "../support/drive.js";
import { runOnPhone } from "../support/run-on-phone.js";

const LOGS = { config: { tools: ["logs"], redact: ["\\d{16}"] } } as const;

/** The time of these phones runs fast. */
const LONG = { seconds: 80_000 };

test("logs filters by level, pattern and app, up to a limit, and redacts text", async () => {
  await using driven = await drive({ ...LOGS, app: "com.fovea.dialogs" });
  const { device } = driven.product;
  await runOnPhone(device, "log -p i -t Net started; log -p w -t Net 'card 1234567812345678'; log -p e -t Db locked");
  assert.match(
    await driven.did("logs", LONG),
    /^\S+ 1 I Net: started\n\S+ 1 W Net: card \[redacted\]\n\S+ 1 E Db: locked$/,
  );
  assert.match(await driven.did("logs", { ...LONG, level: "error" }), /^\S+ 1 E Db: locked$/);
  assert.match(await driven.did("logs", { ...LONG, pattern: "^Db|start" }), /started\n.*locked$/);
  assert.match(await driven.did("logs", { ...LONG, lines: 1 }), /^! 2 earlier lines fit, too: .*\n.*locked$/);
  assert.match(
    await driven.did("logs", { ...LONG, package: "com.fovea.clock" }),
    /^! com\.fovea\.clock does not run: .*\n\(no such lines\)$/,
  );
  driven.phone.hooks.tap("Crash");
  assert.match(
    await driven.did("logs", { ...LONG, package: "com.fovea.dialogs" }),
    /E AndroidRuntime: FATAL EXCEPTION: main\n/,
  );
  assert.deepEqual(await hintsOf(driven, "logs"), [true, false, true, true]);
});

test("redacted text is in no tag of the log, and no pattern finds it", async () => {
  await using driven = await drive(LOGS);
  await runOnPhone(driven.product.device, "log -p i -t card1234567812345678 paid; log -p i -t Net 1234567812345678");
  assert.match(await driven.did("logs", LONG), /^\S+ 1 I card\[redacted\]: paid\n\S+ 1 I Net: \[redacted\]$/);
  assert.equal(await driven.did("logs", { ...LONG, pattern: "12345" }), "(no such lines)");
});

test("logs refuses an invalid pattern, and reports a phone without a log", async () => {
  const fault = { kind: "fail", status: 1, stderr: "logcat: no log\n" } as const;
  await using driven = await drive({ ...LOGS, faults: [{ command: "^logcat", fault }] });
  await driven.refused("INVALID_ARGUMENT", "logs", { pattern: "(a+)+\\1" });
  await driven.refused("INVALID_ARGUMENT", "logs", { package: "a b" });
  await driven.refused("INVALID_ARGUMENT", "logs", { seconds: 0 });
  assert.match(await driven.refused("SHELL_FAILED", "logs", {}), /no log/);
});

test("the lines of logcat are parsed, and the dividers between buffers are left out", () => {
  const line = "      1732250709.123  4321  4322 E AndroidRuntime: java.lang.X: a: b";
  const read = { atMs: 1_732_250_709_123, pid: 4_321, level: "E", tag: "AndroidRuntime", message: "java.lang.X: a: b" };
  assert.deepEqual(parseLogLine(line), [read]);
  assert.deepEqual(parseLogLine("--------- beginning of main"), []);
  assert.deepEqual(parseLogLine("      1732250709.123  1  1 I tag     : "), [
    { ...read, pid: 1, level: "I", tag: "tag", message: "" },
  ]);
});
