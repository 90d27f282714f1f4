// What is printed of a run of tests: node's own report, and the slowest tests in front of its counts.
import { Readable } from "node:stream";
import { spec } from "node:test/reporters";

const HOW_MANY = 10;
const LEAST_MS = 1_000;

/** A reporter of node:test. */
export async function* report(events) {
  const slowest = [];
  yield* Readable.from(withSlowest(events, slowest)).compose(new spec());
}

async function* withSlowest(events, done) {
  let isToldOf = false;
  for await (const event of events) {
    if (event.type === "test:pass" || event.type === "test:fail") note(event.data, done);
    if (event.type === "test:summary" || !isCount(event)) {
      yield event;
      continue;
    }
    if (!isToldOf) yield* slowestOf(done);
    isToldOf = true;
    yield event;
  }
}

function note({ name, details }, done) {
  // A file in which no test has the name that is looked for is told as a test itself.
  if (details.type !== "suite" && !name.endsWith(".js") && details.duration_ms >= LEAST_MS)
    done.push({ name, ms: details.duration_ms });
}

/** The counts that end a report begin with this one. */
function isCount({ type, data }) {
  return type === "test:diagnostic" && data.nesting === 0 && /^tests \d+$/.test(data.message);
}

function* slowestOf(done) {
  const few = done.sort((one, other) => other.ms - one.ms).slice(0, HOW_MANY);
  const line = (message) => ({ type: "test:diagnostic", data: { nesting: 0, message, level: "info" } });
  if (few.length > 0) yield line("slowest tests:");
  for (const { name, ms } of few) yield line(`  ${(ms / 1000).toFixed(1)} s  ${name}`);
}
