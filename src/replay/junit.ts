import { XMLBuilder } from "fast-xml-parser";
import { printable } from "../base/printable.js";
import type { RunReport, StepReport } from "./report.js";

/**
 * Runs as JUnit XML: one test suite for each run and one test case for each step, because viewers show a failed case by
 * its name and a suite by its counts. If something other than a step ended a run, it is an error, not a failure, of the
 * step that was running. Cases of a suite have different names, so that viewers can compare runs. A healed step is a
 * passed one with a note.
 */
export function junitXml(reports: readonly RunReport[]): string {
  const suites = reports.map(suiteOf);
  const builder = new XMLBuilder({
    ignoreAttributes: false,
    format: true,
    suppressEmptyNode: true,
    // Without this, an attribute with the value "true" would be written without its value.
    suppressBooleanAttributes: false,
  });
  const all = { ...countsOf(reports), "@_time": seconds(sum(reports)) };
  return String(
    builder.build({
      "?xml": { "@_version": "1.0", "@_encoding": "UTF-8" },
      testsuites: { "@_name": "fovea", ...all, ...(suites.length > 0 && { testsuite: suites }) },
    }),
  );
}

function suiteOf(report: RunReport): object {
  const { name, file, device, startedAt, durationMs, steps } = report;
  const names = new Map<string, number>();
  return {
    "@_name": inAttribute(name),
    "@_file": inAttribute(file),
    "@_hostname": inAttribute(device),
    "@_timestamp": inAttribute(startedAt),
    ...countsOf([report]),
    "@_time": seconds(durationMs),
    properties: { property: { "@_name": "device", "@_value": inAttribute(device) } },
    ...(steps.length > 0 && { testcase: steps.map((step) => caseOf(step, report, names)) }),
  };
}

function caseOf(step: StepReport, report: RunReport, names: Map<string, number>): object {
  const { name, file } = report;
  const plain = `${step.place} ${step.name}`;
  const times = (names.get(plain) ?? 0) + 1;
  names.set(plain, times);
  const { outcome, code, message, notes, screenshots } = step;
  const why = message ?? outcome;
  const pictures = Object.entries(screenshots).flatMap(([which, path]) =>
    path === null ? [] : [`${which} screen: ${path}`],
  );
  const out = [...(outcome === "healed" ? ["healed"] : []), ...notes, ...pictures].join("\n");
  return {
    "@_name": inAttribute(times === 1 ? plain : `${plain} (${times})`),
    "@_classname": inAttribute(name),
    "@_file": inAttribute(file),
    "@_time": seconds(step.durationMs),
    ...((isFailure(step) || isError(step, report)) && {
      [isError(step, report) ? "error" : "failure"]: {
        "@_type": inAttribute(code ?? outcome),
        "@_message": inAttribute(why.split("\n", 1)[0] ?? outcome),
        "#text": inText(code === null ? why : `${code}: ${why}`),
      },
    }),
    ...(outcome === "skipped" && { skipped: { "@_message": inAttribute(why) } }),
    ...(out !== "" && { "system-out": inText(out) }),
  };
}

function countsOf(reports: readonly RunReport[]): object {
  const steps = reports.flatMap((report) => report.steps.map((step) => ({ step, isError: isError(step, report) })));
  const count = (of: (one: (typeof steps)[number]) => boolean) => String(steps.filter(of).length);
  return {
    "@_tests": String(steps.length),
    "@_failures": count(({ step, isError: is }) => isFailure(step) && !is),
    "@_errors": count(({ isError: is }) => is),
    "@_skipped": count(({ step }) => step.outcome === "skipped"),
  };
}

function isFailure({ outcome }: StepReport): boolean {
  return outcome === "failed" || outcome === "diverged";
}

function isError({ outcome, code }: StepReport, { endedBy }: RunReport): boolean {
  return outcome === "failed" && code !== null && code === endedBy;
}

function sum(reports: readonly RunReport[]): number {
  return reports.reduce((total, { durationMs }) => total + durationMs, 0);
}

function seconds(ms: number): string {
  return (Math.max(0, ms) / 1_000).toFixed(3);
}

/** XML 1.0 does not allow some characters, not even as references. */
function inText(text: string): string {
  return printable(text).replace(/[\ufffe\uffff]/g, " ");
}

function inAttribute(text: string): string {
  return inText(text).replaceAll("\n", " ");
}
