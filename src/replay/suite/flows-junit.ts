import { XMLBuilder } from "fast-xml-parser";
import { printable } from "../../base/printable.js";
import type { RunReport, StepReport } from "../report.js";
import { attachmentsOf } from "./attachments.js";
import type { FlowResult } from "./suite.js";

/**
 * A run of flows as JUnit XML: one suite, and one test case for each flow, with its name and its file, which are the
 * same in each run. Steps, notes and pictures of each attempt are its output. A flow that failed and then passed has
 * `flakyFailure`s, as Maven's Surefire writes them. If something outside ended a flow, it is an error, not a failure.
 */
export function flowsJunitXml(results: readonly FlowResult[], startedAt: string, build: string | null = null): string {
  const builder = new XMLBuilder({
    ignoreAttributes: false,
    format: true,
    suppressEmptyNode: true,
    // Without this, an attribute with the value "true" would be written without its value.
    suppressBooleanAttributes: false,
  });
  const names = new Map<string, number>();
  const suite = {
    "@_name": "flows",
    "@_timestamp": inAttribute(startedAt),
    ...countsOf(results),
    ...(build !== null && { properties: { property: { "@_name": "build", "@_value": inAttribute(build) } } }),
    ...(results.length > 0 && { testcase: results.map((result) => caseOf(result, names)) }),
  };
  return String(
    builder.build({
      "?xml": { "@_version": "1.0", "@_encoding": "UTF-8" },
      testsuites: { "@_name": "fovea", ...countsOf(results), testsuite: suite },
    }),
  );
}

function caseOf(result: FlowResult, names: Map<string, number>): object {
  const { name, file, tags, properties, outcome, tries, why } = result;
  const last = tries.at(-1);
  const key = `${classOf(file)} ${name}`;
  const times = (names.get(key) ?? 0) + 1;
  names.set(key, times);
  const facts = {
    ...(last && { device: last.device }),
    ...(tries.length > 1 && { tries: String(tries.length) }),
    ...(tags.length > 0 && { tags: tags.join(", ") }),
    ...properties,
    ...measuresOf(last),
  };
  const listed = Object.entries(facts).map(([one, value]) => ({
    "@_name": inAttribute(one),
    "@_value": inAttribute(value),
  }));
  const earlier = tries.slice(0, -1).map(failureOf);
  const out = outputOf(tries);
  return {
    "@_name": inAttribute(times === 1 ? name : `${name} (${times})`),
    "@_classname": inAttribute(classOf(file)),
    "@_file": inAttribute(file),
    "@_time": seconds(tries.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    ...(listed.length > 0 && { properties: { property: listed } }),
    ...(outcome === "failed" && {
      [isError(result) ? "error" : "failure"]: last && !why ? failureOf(last) : whyOf(why),
    }),
    ...(outcome === "skipped" && { skipped: { "@_message": inAttribute(why?.message ?? "") } }),
    ...(earlier.length > 0 && { [outcome === "flaky" ? "flakyFailure" : "rerunFailure"]: earlier }),
    ...(out !== "" && { "system-out": inText(out) }),
  };
}

/** The greatest value of each measure over all steps. */
function measuresOf(report: RunReport | undefined): Readonly<Record<string, string>> {
  const most = new Map<string, number>();
  for (const { measures = {} } of report?.steps ?? [])
    for (const [name, value] of Object.entries(measures))
      most.set(name, Math.max(value, most.get(name) ?? Number.NEGATIVE_INFINITY));
  return Object.fromEntries([...most].map(([name, value]) => [`performance.${name}`, String(value)]));
}

/** The file without its extension: viewers sort cases by it. */
function classOf(file: string): string {
  return file.replace(/^(?:\.\/)+/, "").replace(/\.ya?ml$/i, "");
}

function failureOf(report: RunReport): object {
  const step = report.steps.find(({ outcome }) => outcome === "failed");
  const where = step ? `${step.place} ${step.name}` : report.name;
  const why = step?.message ?? report.endedBy ?? "failed";
  return {
    "@_type": inAttribute(step?.code ?? report.endedBy ?? "failed"),
    "@_message": inAttribute(`${where}: ${why.split("\n", 1)[0] ?? ""}`),
    "#text": inText(`${where}\n${step?.code ?? "failed"}: ${why}`),
  };
}

function whyOf(why: FlowResult["why"]): object {
  const { code, message } = why ?? { code: null, message: "failed" };
  return { "@_type": inAttribute(code ?? "failed"), "@_message": inAttribute(message), "#text": inText(message) };
}

function outputOf(tries: readonly RunReport[]): string {
  return tries
    .flatMap(({ steps }, place) => [
      ...(tries.length > 1 ? [`try ${place + 1} of ${tries.length}`] : []),
      ...steps.flatMap(linesOf),
    ])
    .join("\n");
}

/** Pictures are named in the form in which Jenkins and GitLab find attachments. */
function linesOf(step: StepReport): readonly string[] {
  const { outcome, place, name, durationMs, code, message, notes } = step;
  const why = message === null ? [] : [`${code === null ? "" : `${code}: `}${message.split("\n", 1)[0] ?? ""}`];
  return [
    `${outcome} ${place} ${name} (${seconds(durationMs)} s)`,
    ...[...why, ...notes].map((line) => `  ${line}`),
    ...attachmentsOf(step).map((path) => `[[ATTACHMENT|${path}]]`),
  ];
}

function countsOf(results: readonly FlowResult[]): object {
  const count = (of: (one: FlowResult) => boolean) => String(results.filter(of).length);
  const ms = results.reduce((sum, { tries }) => sum + tries.reduce((all, { durationMs }) => all + durationMs, 0), 0);
  return {
    "@_tests": String(results.length),
    "@_failures": count((one) => one.outcome === "failed" && !isError(one)),
    "@_errors": count((one) => one.outcome === "failed" && isError(one)),
    "@_skipped": count(({ outcome }) => outcome === "skipped"),
    "@_time": seconds(ms),
  };
}

function isError({ tries, why }: FlowResult): boolean {
  return why !== null || (tries.at(-1)?.endedBy ?? null) !== null;
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
