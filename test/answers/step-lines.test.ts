import assert from "node:assert/strict";
import { test } from "node:test";
import { verdictLine } from "../../src/answers/act-answer.js";
import { stepLines } from "../../src/answers/step-lines.js";

const NOTE = "! the target may have moved: the app reports no frames";

test("stepLines shows a note of several steps once, with the numbers of the steps", () => {
  const step = (shown: string, ...notes: readonly string[]) => ({ shown, notes });
  assert.deepEqual(
    stepLines([step("tapped 1", NOTE), step("tapped 2", NOTE, "! slow"), step("tapped 3"), step("tapped 4", NOTE)]),
    ["1 tapped 1", `  ${NOTE} (also step 2, 4)`, "2 tapped 2", "  ! slow", "3 tapped 3", "4 tapped 4"],
  );
});

test("verdictLine leaves out evidence that a note of the answer already says", () => {
  const verdict = { kind: "unknown", evidence: [NOTE.slice(2), "1 changed"] };
  assert.equal(verdictLine(verdict, [`${NOTE}; look again`]), "unknown: 1 changed");
  assert.equal(verdictLine({ ...verdict, evidence: [NOTE.slice(2)] }, [NOTE]), "unknown");
  assert.equal(verdictLine(verdict), `unknown: ${NOTE.slice(2)}, 1 changed`);
});
