// The printed report of a test run: node's own report; before its counts the slowest tests, and the files with the most
// processor time.
import { existsSync, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { spec } from "node:test/reporters";
import { inSources } from "./source-places.mjs";

const HOW_MANY = 10;
const LEAST_MS = 1_000;

/** A reporter of node:test. `costs` is the file with a line for each test file. */
export async function* report(events, costs) {
  const slowest = [];
  yield* Readable.from(withSlowest(events, slowest, costs)).compose(new spec());
}

async function* withSlowest(events, done, costs) {
  let isReportedOf = false;
  for await (const event of events) {
    if (event.type === "test:pass" || event.type === "test:fail") note(event.data, done);
    if (event.type === "test:summary" || !isCount(event)) {
      yield event.type === "test:fail" ? { ...event, data: inSources(event.data) } : event;
      continue;
    }
    if (!isReportedOf) {
      yield* slowestOf(done);
      yield* costsOf(costs);
    }
    isReportedOf = true;
    yield event;
  }
}

function note({ name, details }, done) {
  // node:test reports a file without a test of the wanted name as if the file were a test.
  if (details.type !== "suite" && !name.endsWith(".js") && details.duration_ms >= LEAST_MS)
    done.push({ name, ms: details.duration_ms });
}

/** Whether this is the first of the counts at the end of a report. */
function isCount({ type, data }) {
  return type === "test:diagnostic" && data.nesting === 0 && /^tests \d+$/.test(data.message);
}

function* slowestOf(done) {
  const few = done.sort((one, other) => other.ms - one.ms).slice(0, HOW_MANY);
  if (few.length > 0) yield line("slowest tests:");
  for (const { name, ms } of few) yield line(`  ${(ms / 1000).toFixed(1)} s  ${name}`);
}

function* costsOf(path) {
  const lines = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  const costs = lines.map((text) => JSON.parse(text)).sort((one, other) => other.cpuMs - one.cpuMs);
  if (costs.length === 0) return;
  const all = costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  yield line(`${(all / 1000).toFixed(0)} s of processor in ${costs.length} files, most of it in:`);
  for (const { file, cpuMs, ms } of costs.slice(0, HOW_MANY))
    yield line(`  ${(cpuMs / 1000).toFixed(1)} s  ${file} (${(ms / 1000).toFixed(1)} s by the clock)`);
}

function line(message) {
  return { type: "test:diagnostic", data: { nesting: 0, message, level: "info" } };
}
