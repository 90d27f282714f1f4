import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { junitXml } from "../../src/replay/junit.js";
import type { RunReport, StepReport } from "../../src/replay/report.js";
import { anyCharacter } from "../support/any-character.js";

const STEP: StepReport = {
  name: 'tapOn "Save"',
  place: "flow.yaml:3",
  outcome: "passed",
  durationMs: 1_250,
  code: null,
  message: null,
  notes: [],
  screenshots: { expected: null, actual: null },
};

const RUN: RunReport = {
  name: "Save it",
  file: "flows/flow.yaml",
  device: "emulator-5554",
  startedAt: "2026-01-02T03:04:05.000Z",
  durationMs: 2_500,
  outcome: "passed",
  endedBy: null,
  steps: [STEP],
};

const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (name) => name === "testsuite" || name === "testcase",
});

function read(reports: readonly RunReport[]) {
  const xml = junitXml(reports);
  assert.equal(XMLValidator.validate(xml), true, xml);
  return parser.parse(xml).testsuites;
}

test("JUnit has a suite for each run and a case for each step, with exact counts", () => {
  const steps: readonly StepReport[] = [
    STEP,
    STEP,
    { ...STEP, outcome: "healed", notes: ["found by its text"] },
    { ...STEP, outcome: "failed", code: "EXPECTATION_FAILED", message: 'no "Done"\non the screen: "Save"' },
    { ...STEP, outcome: "diverged", screenshots: { expected: "a.png", actual: "b.png" } },
    { ...STEP, outcome: "skipped", message: "an earlier step failed" },
  ];
  const suites = read([{ ...RUN, outcome: "failed", steps }, RUN]);
  assert.deepEqual(
    [suites["@_tests"], suites["@_failures"], suites["@_skipped"], suites["@_time"]],
    ["7", "2", "1", "5.000"],
  );
  const [first, second] = suites.testsuite;
  assert.deepEqual([first["@_tests"], first["@_failures"], first["@_skipped"]], ["6", "2", "1"]);
  assert.equal(second.testcase.length, 1);
  const [plain, again, healed, failed, diverged, skipped] = first.testcase;
  assert.equal(plain["@_name"], 'flow.yaml:3 tapOn "Save"');
  assert.equal(again["@_name"], 'flow.yaml:3 tapOn "Save" (2)');
  assert.equal(plain["@_time"], "1.250");
  assert.equal(healed["system-out"], "healed\nfound by its text");
  assert.equal(failed.failure["@_type"], "EXPECTATION_FAILED");
  assert.equal(failed.failure["@_message"], 'no "Done"');
  assert.match(failed.failure["#text"], /on the screen: "Save"/);
  assert.equal(diverged.failure["@_type"], "diverged");
  assert.equal(diverged["system-out"], "expected screen: a.png\nactual screen: b.png");
  assert.equal(skipped.skipped["@_message"], "an earlier step failed");
});

test("a run that ended early is an error, not a failure, of the step where it ended", () => {
  const cut: StepReport = { ...STEP, outcome: "failed", code: "CANCELLED", message: "interrupted" };
  const wrong: StepReport = { ...STEP, outcome: "failed", code: "EXPECTATION_FAILED", message: "no" };
  const suites = read([{ ...RUN, outcome: "failed", endedBy: "CANCELLED", steps: [wrong, cut] }]);
  assert.deepEqual([suites["@_tests"], suites["@_failures"], suites["@_errors"]], ["2", "1", "1"]);
  const [failed, ended] = suites.testsuite[0].testcase;
  assert.deepEqual(
    [failed.failure["@_type"], ended.error["@_type"], ended.failure],
    ["EXPECTATION_FAILED", "CANCELLED", undefined],
  );
});

test("names and messages are read back from the file unchanged", () => {
  for (const words of ["true", "1e5", "&amp; &lt;", "'\"<>&"]) {
    const step: StepReport = { ...STEP, name: words, outcome: "failed", code: "X", message: words };
    const [suite] = read([{ ...RUN, name: words, outcome: "failed", steps: [step] }]).testsuite;
    const [one] = suite.testcase;
    assert.deepEqual([suite["@_name"], one["@_classname"], one["@_name"]], [words, words, `flow.yaml:3 ${words}`]);
    assert.equal(one.failure["@_message"], words);
  }
});

test("JUnit is well-formed without runs, and for a run without steps", () => {
  assert.equal(read([])["@_tests"], "0");
  assert.equal(read([{ ...RUN, steps: [] }]).testsuite[0]["@_tests"], "0");
});

test("JUnit is well-formed and has the right number of cases, whatever text a screen has", () => {
  const words = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom("</testcase>", "]]>", "\u0000\u001b[2J", "\ufffe", "&#0;", '"><x a="', "<!--"),
  );
  fc.assert(
    fc.property(words, words, words, (name, message, note) => {
      const step: StepReport = { ...STEP, name, outcome: "failed", message, notes: [note] };
      const suites = read([{ ...RUN, name, steps: [step] }]);
      assert.equal(suites.testsuite[0].testcase.length, 1);
      assert.doesNotMatch(junitXml([{ ...RUN, name, steps: [step] }]), /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/);
    }),
    { numRuns: 200 },
  );
});
