import assert from "node:assert/strict";
import { test } from "node:test";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { FoveaError } from "../../../src/base/errors.js";
import type { Flow } from "../../../src/replay/flow/flow.js";
import type { RunReport, StepReport } from "../../../src/replay/report.js";
import { durationsIn } from "../../../src/replay/suite/earlier-durations.js";
import { flowsJunitXml } from "../../../src/replay/suite/flows-junit.js";
import {
  type FlowResult,
  runSuite,
  type SuiteFlow,
  type SuiteOptions,
  type SuitePhone,
} from "../../../src/replay/suite/suite.js";
import { never } from "../../support/never.js";

function flowOf(name: string): SuiteFlow {
  const none = { appId: "com.x", devices: [], env: [], onStart: [], steps: [], onComplete: [], notes: [] };
  const flow: Flow = { ...none, name, file: `${name}.yaml`, tags: ["smoke"], properties: { owner: "a team" } };
  return { file: flow.file, flow, mistakes: [] };
}

function stepOf(outcome: StepReport["outcome"], name: string): StepReport {
  const isBad = outcome === "failed";
  return {
    name,
    place: "f.yaml:3",
    outcome,
    durationMs: 1_500,
    code: isBad ? "EXPECTATION_FAILED" : null,
    message: isBad ? "it is <not> there\nthe screen" : null,
    notes: isBad ? [] : ["saved shots/a.png"],
    screenshots: { expected: null, actual: isBad ? "shots/x-failed.png" : null },
  };
}

function reportOf({ name, file }: Flow, device: string, outcome: RunReport["outcome"]): RunReport {
  const steps = [stepOf("passed", "back"), ...(outcome === "failed" ? [stepOf("failed", 'tapOn "Save"')] : [])];
  return {
    name,
    file,
    device,
    startedAt: "2026-01-01T00:00:00.000Z",
    durationMs: 2_000,
    outcome,
    endedBy: null,
    steps,
  };
}

/** Fails each flow so often as `failures` says, and notes what it runs. */
function phoneOf(serial: string, failures: Readonly<Record<string, number>>, ran: string[]): SuitePhone {
  const left = new Map(Object.entries(failures));
  return {
    serial,
    run: async (flow) => {
      ran.push(`${serial}:${flow.name}`);
      const count = left.get(flow.name) ?? 0;
      left.set(flow.name, count - 1);
      return reportOf(flow, serial, count > 0 ? "failed" : "passed");
    },
  };
}

const DEFAULTS: Omit<SuiteOptions, "phones"> = {
  sequence: [],
  others: ["a", "b", "c"].map(flowOf),
  continuesOnFailure: true,
  retries: 0,
  failsFast: false,
  timeLimitMs: null,
  skipsUnsupported: false,
  earlierMs: new Map(),
  onResult: () => {},
};

async function outcomes(options: Partial<SuiteOptions>, failures: Readonly<Record<string, number>> = {}) {
  const ran: string[] = [];
  const results = await runSuite({ ...DEFAULTS, phones: [phoneOf("p", failures, ran)], ...options }, never());
  return { ran, results, words: results.map(({ name, outcome }) => `${name} ${outcome}`) };
}

test("a failed flow is run again as often as requested, and is flaky where it passes then", async () => {
  const { words, results, ran } = await outcomes({ retries: 2 }, { a: 1, b: 3 });
  assert.deepEqual(words, ["a flaky", "b failed", "c passed"]);
  assert.deepEqual(
    results.map(({ tries }) => tries.length),
    [2, 3, 1],
  );
  assert.equal(ran.length, 6);
});

test("with the option to stop no flow begins after a failed one", async () => {
  const { words, results, ran } = await outcomes({ failsFast: true }, { b: 1 });
  assert.deepEqual(words, ["a passed", "b failed", "c skipped"]);
  assert.deepEqual(results[2]?.why, { code: null, message: "not run: an earlier flow failed (--fail-fast)" });
  assert.equal(ran.length, 2);
});

test("a sequence runs first, on one phone, and ends at a failure where the workspace requires it", async () => {
  const sequence = ["x", "y"].map(flowOf);
  const both = await outcomes({ sequence }, { x: 1 });
  assert.deepEqual(both.ran, ["p:x", "p:y", "p:a", "p:b", "p:c"]);
  const ended = await outcomes({ sequence, continuesOnFailure: false }, { x: 1 });
  assert.deepEqual(ended.words, ["x failed", "y skipped", "a passed", "b passed", "c passed"]);
});

test("phones share the flows, those that took longest first, and the results keep the order of the flows", async () => {
  const ran: string[] = [];
  const phones = ["p", "q"].map((serial) => phoneOf(serial, {}, ran));
  const earlierMs = new Map([
    ["a.yaml", 10],
    ["b.yaml", 30],
    ["c.yaml", 20],
  ]);
  const { words } = await outcomes({ phones, earlierMs });
  assert.deepEqual(
    ran.map((one) => one.split(":")[1]),
    ["b", "c", "a"],
  );
  assert.deepEqual([...new Set(ran.map((one) => one.split(":")[0]))], ["p", "q"]);
  assert.deepEqual(words, ["a passed", "b passed", "c passed"]);
});

test("flows that cannot be read fail, and unsupported ones are skipped where requested", async () => {
  const wrong = { ...flowOf("w"), mistakes: [new FoveaError("FLOW_INVALID", "w.yaml:3: nope")] };
  const foreign = { ...flowOf("u"), mistakes: [new FoveaError("FLOW_UNSUPPORTED", "u.yaml:3: a model")] };
  const others = [wrong, foreign, flowOf("a")];
  assert.deepEqual((await outcomes({ others })).words, ["w failed", "u failed", "a passed"]);
  const { words, results } = await outcomes({ others, skipsUnsupported: true });
  assert.deepEqual(words, ["w failed", "u skipped", "a passed"]);
  assert.deepEqual(results[1]?.why, { code: "FLOW_UNSUPPORTED", message: "u.yaml:3: a model" });
});

test("a flow may take as long as the limit, and the next one still runs", async () => {
  const slow: SuitePhone = {
    serial: "p",
    run: async (flow, signal) => {
      if (flow.name !== "a") return reportOf(flow, "p", "passed");
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      assert.equal(signal.reason.code, "TIMEOUT");
      return { ...reportOf(flow, "p", "failed"), endedBy: "TIMEOUT" };
    },
  };
  const { words, results } = await outcomes({ phones: [slow], timeLimitMs: 20 });
  assert.deepEqual(words, ["a failed", "b passed", "c passed"]);
  assert.match(flowsJunitXml(results, "now"), /<error type="EXPECTATION_FAILED"/);
});

test("an error that ends the whole run is reported for each flow that was not run, and thrown", async () => {
  const results: FlowResult[] = [];
  const gone: SuitePhone = {
    serial: "p",
    run: async (flow) => {
      if (flow.name === "a") return reportOf(flow, "p", "passed");
      throw new FoveaError("DEVICE_DISCONNECTED", "p is gone");
    },
  };
  const run = runSuite({ ...DEFAULTS, phones: [gone], onResult: (result) => results.push(result) }, never());
  await assert.rejects(run, /p is gone/);
  assert.deepEqual(
    results.map(({ name, outcome, why }) => [name, outcome, why?.code]),
    [
      ["a", "passed", undefined],
      ["b", "failed", "DEVICE_DISCONNECTED"],
      ["c", "failed", "DEVICE_DISCONNECTED"],
    ],
  );
});

test("JUnit has one case for each flow, with a stable name, steps, attempts, properties and screenshots", async () => {
  const others = [...["a", "b", "c"].map(flowOf), { ...flowOf("a"), file: "a.yaml" }];
  const { results } = await outcomes({ others, retries: 1 }, { a: 1, b: 2 });
  const xml = flowsJunitXml(results, "2026-01-01T00:00:00.000Z");
  assert.equal(XMLValidator.validate(xml), true);
  const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(xml);
  const counts = ["@_tests", "@_failures", "@_errors", "@_skipped"].map((key) => testsuites[key]);
  assert.deepEqual(counts, ["4", "1", "0", "0"]);
  const cases = testsuites.testsuite.testcase;
  assert.deepEqual(
    cases.map((one: Record<string, string>) => `${one["@_classname"]} ${one["@_name"]}`),
    ["a a", "b b", "c c", "a a (2)"],
  );
  assert.equal(cases[0].flakyFailure["@_type"], "EXPECTATION_FAILED");
  assert.equal(
    cases[1].failure["@_message"],
    'f.yaml:3 tapOn "Save": it is &lt;not&gt; there'.replace("&lt;", "<").replace("&gt;", ">"),
  );
  assert.equal(cases[1].rerunFailure["@_type"], "EXPECTATION_FAILED");
  const properties = cases[0].properties.property.map(
    (one: Record<string, string>) => `${one["@_name"]}=${one["@_value"]}`,
  );
  assert.deepEqual(properties, ["device=p", "tries=2", "tags=smoke", "owner=a team"]);
  assert.match(
    cases[1]["system-out"],
    /try 2 of 2\npassed f\.yaml:3 back \(1\.500 s\)\n {2}saved shots\/a\.png\n\[\[ATTACHMENT\|shots\/a\.png\]\]/,
  );
  assert.match(
    cases[1]["system-out"],
    /failed f\.yaml:3 tapOn "Save".*\n {2}EXPECTATION_FAILED: .*\n\[\[ATTACHMENT\|shots\/x-failed\.png\]\]/,
  );
  assert.deepEqual(
    [...durationsIn(xml)],
    [
      ["a.yaml", 6_000],
      ["b.yaml", 4_000],
      ["c.yaml", 2_000],
    ],
  );
  assert.equal(durationsIn("<no").size, 0);
});
