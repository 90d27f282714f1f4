import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { GateQuestion } from "../../../src/guard/gate.js";
import type { GuardMode } from "../../../src/guard/modes.js";
import type { CallGate } from "../../../src/server/guard/call-gate.js";
import { Guard } from "../../../src/server/guard/guard.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-gate-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function guardWith(mode: Exclude<GuardMode, "unattended">, policy: string | null): Guard {
  const path = join(folder, "guard.policy");
  if (policy !== null) writeFileSync(path, policy);
  const guardPolicy = policy === null ? undefined : path;
  const rest = { guardAllow: [], manageApps: "off", stateDir: folder, redact: [] } as const;
  return new Guard({ guard: mode, guardPolicy, ...rest }, "serve");
}

function removal(serial: string): GateQuestion {
  const call = { tool: "close_app", args: { package: "com.example.app" } };
  const action = { kind: "command", command: "uninstall", package: "com.example.app" } as const;
  return { serial, call, action, screen: null };
}

function pass(gate: CallGate, question = removal("one")): void {
  gate.begin().pass(question);
}

test("a policy applies in every guard mode, including off, and off without a policy lets every action pass", () => {
  for (const mode of ["off", "note", "confirm"] as const) {
    const guard = guardWith(mode, "block uninstall\n");
    assert.equal(guard.holds, true, mode);
    assert.throws(() => pass(guard.newGate()), { code: "ACTION_BLOCKED" });
  }
  assert.throws(() => pass(guardWith("off", "confirm uninstall\n").newGate()), { code: "CONFIRMATION_REQUIRED" });
  const off = guardWith("off", null);
  assert.equal(off.holds, false);
  pass(off.newGate());
});

test("a call that requests confirmation gets it, even where the guard is off", () => {
  const gate = guardWith("off", null).newGate();
  gate.raise();
  assert.equal(gate.readsScreen, true);
  assert.throws(() => pass(gate), { code: "CONFIRMATION_REQUIRED" });
});

test("an answer counts only for its own phone, and only once", () => {
  const guard = guardWith("confirm", null);
  const asking = guard.newGate();
  assert.throws(() => pass(asking), { code: "CONFIRMATION_REQUIRED" });
  const { subject } = asking.asked ?? assert.fail("nobody was asked");
  const answered = (use: () => boolean) => {
    const gate = guard.newGate();
    gate.expectAgreement();
    gate.agree({ subject, by: "confirm_action", use });
    return gate;
  };
  assert.throws(
    () =>
      pass(
        answered(() => true),
        removal("two"),
      ),
    { code: "CONSENT_STALE" },
  );
  assert.throws(() => pass(answered(() => false)), { code: "CONSENT_STALE" });
  pass(answered(() => true));
});
