import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FaultScript, parseFaultScript } from "../../packages/virtual-android/src/fault-script.js";
import { isFoveaError } from "../../src/base/errors.js";

const HANG = { kind: "hang" } as const;

describe("a fault script", () => {
  it("applies to what its pattern matches, services and commands separately", () => {
    const faults = new FaultScript([{ command: "^dumpsys window", fault: HANG }]);
    assert.equal(faults.faultFor("command", "dumpsys power"), null);
    assert.equal(faults.faultFor("service", "dumpsys window"), null);
    assert.deepEqual(faults.faultFor("command", "dumpsys window displays"), HANG);
  });

  it("applies only to the named occurrences", () => {
    const faults = new FaultScript([{ service: "^shell", from: 2, times: 2, fault: HANG }]);
    const struck = Array.from({ length: 5 }, () => faults.faultFor("service", "shell:ls") !== null);
    assert.deepEqual(struck, [false, true, true, false, false]);
  });

  it("counts an occurrence for every matching rule, and applies the first one", () => {
    const faults = new FaultScript([
      { command: "ls", times: 1, fault: { kind: "delay", ms: 1 } },
      { command: "ls", fault: { kind: "garbage" } },
    ]);
    assert.equal(faults.faultFor("command", "ls")?.kind, "delay");
    assert.equal(faults.faultFor("command", "ls")?.kind, "garbage");
  });

  it("can be changed at any time", () => {
    const faults = new FaultScript();
    const remove = faults.add({ command: "id", fault: HANG });
    assert.deepEqual(faults.faultFor("command", "id"), HANG);
    remove();
    assert.equal(faults.faultFor("command", "id"), null);
    faults.set([{ command: "id", fault: HANG }]);
    faults.clear();
    assert.equal(faults.faultFor("command", "id"), null);
  });

  it("is refused where it is invalid", () => {
    const isRefused = (error: unknown) => isFoveaError(error, "INVALID_ARGUMENT");
    assert.throws(() => parseFaultScript([{ command: "(", fault: HANG }]), isRefused);
    assert.throws(() => parseFaultScript([{ fault: HANG }]), isRefused);
    assert.throws(() => parseFaultScript([{ command: "a", service: "b", fault: HANG }]), isRefused);
    assert.throws(() => parseFaultScript([{ command: "a", fault: { kind: "explode" } }]), isRefused);
  });
});
