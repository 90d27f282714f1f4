import assert from "node:assert/strict";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { drive, refIn } from "../support/drive.js";
import { recordInput } from "../support/recorder.js";

/** The ways in which a connection ends in the middle of an action: before, while and after the phone did it. */
const CUTS = [
  { service: "'?input'? '?tap", fault: { kind: "disconnect", afterBytes: 0 } },
  { service: "'?input'? '?tap", fault: { kind: "truncate", bytes: 0 } },
  { command: "^(cmd )?input tap", fault: { kind: "offline", forMs: 400 } },
  { command: "^(cmd )?input tap", fault: { kind: "prefix", stderr: "java.lang.RuntimeException: late complaint\n" } },
] as const;

for (const cut of CUTS) {
  test(`an action that ${cut.fault.kind} interrupts is never sent again, and is reported as may have happened`, async () => {
    await using driven = await drive({ app: "com.fovea.gestures" });
    const ref = refIn(await driven.did("observe"), /"Taps: 0"/);
    const { received } = recordInput(driven.phone);
    driven.product.device.faults.set([cut]);
    const { text, isError } = await driven.mcp.call("tap", { target: ref });
    assert.ok(isError, text);
    assert.match(
      text,
      /^[A-Z_]+: .*\(it may have happened\)\nNext: Observe to see whether the action was done, before you repeat it\.$/,
    );
    assert.ok(received.filter(({ kind }) => kind === "down").length <= 1);
    assert.ok(driven.product.device.log.services.filter(({ name }) => /input'? '?tap/.test(name)).length <= 1);
  });
}

test("a call cancelled at any moment is performed at most once, and leaves nothing running", async () => {
  await using driven = await drive({ app: "com.fovea.gestures" });
  const { received, clear } = recordInput(driven.phone);
  const { phone, product } = driven;
  const read = phone.state;
  for (let nth = 1; nth <= 12; nth += 1) {
    clear();
    const abort = new AbortController();
    let asked = 0;
    phone.state = () => {
      asked += 1;
      if (asked === nth * 3) abort.abort();
      return read.call(phone);
    };
    const outcome = await driven.mcp.call("tap", { target: "id/tap_pad" }, { signal: abort.signal }).then(
      () => "answered",
      () => "cancelled",
    );
    // The client gets the error at once; an action that the phone has started may still happen.
    const isOver = () => (product.device.log.counts.openServices === 0 ? true : undefined);
    await pollUntil(isOver, 2, AbortSignal.timeout(60_000));
    assert.ok(received.filter(({ kind }) => kind === "down").length <= 1, `${nth}: ${outcome}`);
  }
  phone.state = read;
  assert.match(await driven.did("tap", { target: "id/tap_pad" }), /^tapped /);
  assert.deepEqual(product.device.log.defects, []);
});
