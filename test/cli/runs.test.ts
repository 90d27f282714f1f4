import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { junitXml } from "../../src/replay/junit.js";
import type { RunReport, StepReport } from "../../src/replay/report.js";
import { readJunit } from "../../src/replay/runs/read-junit.js";
import { flowsJunitXml } from "../../src/replay/suite/flows-junit.js";
import type { FlowResult } from "../../src/replay/suite/suite.js";
import { openBrowser, skipWithoutBrowser } from "../support/chromium.js";
import { runFovea } from "../support/fovea-process.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-runs-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function step(outcome: StepReport["outcome"], place = "login.yaml:7"): StepReport {
  const message = outcome === "failed" ? 'no "Save"\nthe screen' : null;
  const code = outcome === "failed" ? "ELEMENT_NOT_FOUND" : null;
  const screenshots = { expected: null, actual: null };
  return { name: 'tapOn "Save"', place, outcome, durationMs: 500, code, message, notes: [], screenshots };
}

function report(steps: readonly StepReport[], name = "Login"): RunReport {
  const outcome = steps.some((one) => one.outcome === "failed") ? "failed" : "passed";
  return {
    name,
    file: "login.yaml",
    device: "phone",
    startedAt: day(1),
    durationMs: 2_000,
    outcome,
    endedBy: null,
    steps,
  };
}

function day(number: number): string {
  return `2026-01-${String(number).padStart(2, "0")}T10:00:00.000Z`;
}

/** A run of one flow: each letter a try, X one that failed. */
function results(tries: string): readonly FlowResult[] {
  const reports = [...tries].map((one) => report([step(one === "X" ? "failed" : "passed")]));
  const outcome = tries.endsWith("X") ? "failed" : tries.length > 1 ? "flaky" : "passed";
  return [{ name: "Login <b>", file: "login.yaml", tags: [], properties: {}, outcome, tries: reports, why: null }];
}

/** Runs of five days, of which the last two failed. */
function writeRuns(): string {
  const place = join(folder, "results");
  mkdirSync(join(place, "deep"), { recursive: true });
  for (const [at, tries] of [".", "X.", ".", "X", "XX"].entries()) {
    const file = join(place, at === 3 ? "deep" : "", `${9 - at}.xml`);
    writeFileSync(file, flowsJunitXml(results(tries), day(at + 1), `build-${at + 1}`));
  }
  const trace = { ...report([step("healed", "step 2"), step("passed", "step 3")], "checkout"), file: "traces/a" };
  writeFileSync(join(place, "replay.xml"), junitXml([trace]));
  writeFileSync(join(place, "other.xml"), "<project><target/></project>");
  return place;
}

test("fovea runs reports what fails since which build, what is flaky, and which step fails", async () => {
  const { code, stdout, stderr } = await runFovea(["runs", writeRuns()]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^! .*other\.xml is not a JUnit report\n/);
  assert.match(stdout, /\nFAILING {2}Login <b> \(login\.yaml\): 5 runs, 2 failed, 1 flaky \(20 %\), 2\.0 s\n/);
  assert.match(stdout, /\n {9}since build-4 \(2026-01-04 10:00\); last good: build-3 \(2026-01-03 10:00\)\n/);
  assert.match(stdout, /\n {9}failed 4 times: login\.yaml:7 tapOn "Save"\n/);
  assert.match(
    stdout,
    /\nok {7}checkout \(traces\/a\): 1 runs, 2\.0 s\n {9}healed once since 2026-01-01 10:00: step 2 tapOn/,
  );
  assert.match(stdout, /\n2 flows in 5 runs\n$/);
});

test("fovea runs fails for a named file that is not a report, and for a folder without reports", async () => {
  const place = writeRuns();
  const named = await runFovea(["runs", join(place, "replay.xml"), join(place, "other.xml")]);
  assert.equal(named.code, 1);
  assert.match(named.stdout, /^! .*other\.xml is not a JUnit report\n/);
  assert.match(named.stdout, /\n1 flows in 1 runs\n$/);
  assert.equal((await runFovea(["runs", join(place, "replay.xml")])).code, 0);
  mkdirSync(join(folder, "none"));
  assert.equal((await runFovea(["runs", join(folder, "none")])).code, 1);
});

test("the page of fovea runs loads nothing, logs no error, and has a column for each run", {
  skip: skipWithoutBrowser(),
}, async () => {
  const html = join(folder, "history.html");
  const { code, stderr } = await runFovea(["runs", writeRuns(), "--html", html, "--json"]);
  assert.equal(code, 0, stderr);
  await using page = await openBrowser();
  const url = pathToFileURL(html).href;
  await page.open(url);
  const row = `[...document.querySelectorAll("tbody tr")[0].children].map((one) => one.innerText)`;
  assert.deepEqual(await page.evaluate(row), [
    "Login <b> (login.yaml)",
    "2",
    "1 (20 %)",
    "2.0 s",
    ".",
    "",
    "~",
    ".",
    "X",
    "X",
  ]);
  assert.deepEqual(page.requests, [url]);
  assert.deepEqual(page.complaints, []);
  assert.match(readFileSync(html, "utf8"), /<li>since build-4 \(2026-01-04 10:00\); last good: build-3/);
});

test("fovea runs reads JUnit files of other programs as far as possible, and refuses other files", () => {
  const foreign =
    '<testsuites><testsuite name="flows"><testcase name="a"><failure/></testcase><testcase/></testsuite></testsuites>';
  assert.deepEqual(
    readJunit(foreign)?.map(({ name, outcome, build, at }) => [name, outcome, build, at]),
    [
      ["a", "failed", null, 0],
      ["", "passed", null, 0],
    ],
  );
  assert.deepEqual(readJunit("<testsuites/>"), []);
  for (const text of ["", "nothing", "<a>", "<testsuites><testsuite><testcase", "<testsuites>x</testsuites>", "\0"])
    assert.equal(readJunit(text), null, text);
});

test("fovea runs refuses missing and unreadable files before anything is written", async () => {
  for (const [words, says] of [
    [[], /the reports are missing/],
    [["/nowhere/at/all"], /there is no \/nowhere/],
    [[folder, "--html", "/nowhere/at/all/x.html"], /--html: there is no folder/],
  ] as const) {
    const { code, stderr } = await runFovea(["runs", ...words]);
    assert.equal(code, 2);
    assert.match(stderr, says);
  }
});
