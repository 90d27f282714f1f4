import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { redactionOf } from "../../src/base/redaction.js";
import { Redactor } from "../../src/recorder/redactor.js";
import { TraceRecording } from "../../src/recorder/trace-recording.js";
import { TraceWriter } from "../../src/recorder/trace-writer.js";
import type { Frame } from "../../src/screen/frame.js";
import type { ActNote } from "../../src/session/session-watcher.js";
import { extensions } from "../../src/trace/x-fovea.js";
import { sha256Of } from "../../src/vision/image.js";
import { readRecorded } from "../support/recorded.js";
import { MANIFEST } from "../support/trace-manifest.js";

const NOTE: ActNote = {
  call: { tool: "press_key", args: { key: "back" } },
  before: null,
  targetNames: [],
  times: { begun: 1, done: 2, ended: 3 },
  did: "pressed KEYCODE_BACK",
  points: [],
  by: "input",
  after: null,
  settled: null,
  notes: [],
  verdict: { kind: "unknown", evidence: ["nothing was read"] },
  error: null,
};

function frameOf(shade: number): Frame {
  const rgba = new Uint8Array(4 * 4 * 4).fill(shade);
  return { width: 4, height: 4, rgba, format: "rgba", sha256: sha256Of(rgba), takenAt: 1 };
}

test("steps that come faster than screenshots can be packed lack them with a reason, and later steps have them again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-trace-"));
  try {
    let open = () => {};
    const mayOpen = new Promise<void>((resolve) => {
      open = resolve;
    });
    const recording = new TraceRecording({
      open: async () => {
        await mayOpen;
        return await TraceWriter.open(folder, MANIFEST, 1_000_000);
      },
      redactor: new Redactor(redactionOf([]), []),
      pictures: true,
      onEnd: assert.fail,
    });
    for (const shade of [1, 2, 3, 4])
      recording.act({ note: NOTE, frames: { before: frameOf(shade), after: null } }, null);
    open();
    await recording.flush();
    recording.act({ note: NOTE, frames: { before: frameOf(5), after: null } }, null);
    await recording.close();
    const { steps } = readRecorded(folder);
    assert.deepEqual(
      steps.map(({ visual_state: state }) => state.screenshot_path !== ""),
      [true, true, true, false, true],
    );
    const [, , , busy] = steps;
    assert.ok(busy);
    assert.match(extensions.state(busy.visual_state)?.no_screenshot ?? "", /still being packed/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
