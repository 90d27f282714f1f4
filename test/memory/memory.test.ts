import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { TraceRun } from "../../src/graph/build/run-of-trace.js";
import { printGraph } from "../../src/graph/graph-json.js";
import { Memory } from "../../src/memory/memory.js";
import { readRunLines } from "../../src/memory/run-lines.js";
import { getSqlite } from "../../src/memory/sqlite.js";
import { interactionStepSchema } from "../../src/trace/protocol.js";
import { bankRun, longRun, shortRun } from "../support/memory-runs.js";
import { thrown } from "../support/thrown.js";

const root = mkdtempSync(join(tmpdir(), "fovea-memory-"));
after(() => rmSync(root, { recursive: true, force: true }));

const DAY_MS = 86_400_000;
let folders = 0;

function folder(): string {
  folders += 1;
  return join(root, `m${folders}`);
}

interface Opened extends Disposable {
  readonly memory: Memory;
}

function opened(path: string, now = 0): Opened {
  const memory = new Memory(path, () => now);
  return { memory, [Symbol.dispose]: () => memory.close() };
}

/** Every byte that the folder holds. */
function bytesOf(path: string): string {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1")).join("\n");
}

test("kept runs are there for the next process, as one graph with its sources", () => {
  const path = folder();
  {
    using first = opened(path);
    assert.deepEqual(first.memory.keep([shortRun("a"), longRun("b")], "trace"), {
      added: ["a", "b"],
      known: [],
      dropped: [],
    });
    assert.deepEqual(first.memory.keep([shortRun("a")], "trace").known, ["a"]);
  }
  using second = opened(path);
  const graph = second.memory.graph();
  assert.deepEqual(
    graph.runs.map(({ id, steps }) => [id, steps]),
    [
      ["a", 4],
      ["b", 20],
    ],
  );
  assert.deepEqual(graph.vertices.map(({ print }) => print.title).sort(), ["Home", "Mail"]);
  assert.deepEqual([...printGraph(second.memory.graph())], [...printGraph(graph)]);
});

test("screens are found by their text, the best match first", () => {
  using open = opened(folder());
  open.memory.keep([shortRun("a"), bankRun("b")], "trace");
  const [first] = open.memory.find("transfer money", 5);
  assert.deepEqual([first?.app, first?.line], ["com.example.bank", 'screen "Bank", 1 button, in com.example.bank']);
  assert.deepEqual(open.memory.find("nothing like it", 5), []);
  assert.deepEqual(open.memory.find('"; DROP TABLE screens', 5), []);
});

test("runs that another process kept meanwhile are in the next call", () => {
  const path = folder();
  using one = opened(path);
  using other = opened(path);
  one.memory.keep([shortRun("a")], "trace");
  assert.equal(other.memory.graph().runs.length, 1);
  other.memory.keep([shortRun("b")], "trace");
  assert.deepEqual(
    one.memory.graph().runs.map(({ id }) => id),
    ["a", "b"],
  );
});

test("a run from another memory is marked wherever it is cited", () => {
  using from = opened(folder());
  from.memory.keep([shortRun("a")], "trace");
  using to = opened(folder());
  const { runs, damaged } = readRunLines([...from.memory.lines()].join(""), "it");
  assert.equal(damaged, 0);
  to.memory.keep(runs, "imported");
  assert.deepEqual(
    to.memory.runs().map(({ id, origin }) => [id, origin]),
    [["imported a", "imported"]],
  );
  assert.ok(to.memory.graph().edges.every(({ sources }) => sources.every((source) => source === "imported a")));
});

test("a forgotten app is in no file any more, and the screens around it do not become neighbours", () => {
  const path = folder();
  using open = opened(path);
  open.memory.keep([bankRun("b"), shortRun("a")], "trace");
  assert.equal(open.memory.graph().edges.filter(({ action }) => action.label === "settings").length, 1);
  assert.equal(open.memory.forget({ app: "com.example.bank" }), 1);
  assert.deepEqual(bytesOf(path).match(/.{0,20}(?:bank|transfer).{0,20}/gi), null);
  const { runs, edges } = open.memory.graph();
  assert.deepEqual(
    runs.map(({ id, steps }) => [id, steps]),
    [
      ["a", 4],
      ["b", 1],
      ["b~2", 2],
    ],
  );
  assert.equal(edges.filter(({ action }) => action.label === "settings").length, 0);
});

test("forget removes a run, all runs before a time, or everything, and returns 0 where there is none", () => {
  using open = opened(folder());
  open.memory.keep([shortRun("a", 10 * DAY_MS), shortRun("b", 20 * DAY_MS), shortRun("c", 30 * DAY_MS)], "trace");
  assert.equal(open.memory.forget({ run: "x" }), 0);
  assert.equal(open.memory.forget({ before: 15 * DAY_MS }), 1);
  assert.equal(open.memory.forget({ run: "c" }), 1);
  assert.deepEqual(
    open.memory.graph().runs.map(({ id }) => id),
    ["b"],
  );
  assert.equal(open.memory.forget({ all: true }), 1);
  assert.deepEqual(open.memory.graph().vertices, []);
});

test("runs that are too old are removed, and the oldest ones where there are too many bytes", () => {
  const runs = ["a", "b", "c"].map((id, place) => shortRun(id, place * 10 * DAY_MS));
  using sized = opened(folder(), 30 * DAY_MS);
  sized.memory.keep(runs.slice(0, 1), "trace");
  const [one] = [...sized.memory.lines()];
  const bytes = Buffer.byteLength(one ?? "");
  const kept = sized.memory.keep(runs.slice(1), "trace", { mostDays: 365, mostBytes: bytes * 2 + 20 });
  assert.deepEqual(kept, { added: ["b", "c"], known: [], dropped: ["a"] });
  using aged = opened(folder(), 30 * DAY_MS);
  assert.deepEqual(aged.memory.keep(runs, "trace", { mostDays: 15, mostBytes: 1e9 }).dropped, ["a", "b"]);
  assert.deepEqual(
    aged.memory.graph().runs.map(({ id }) => id),
    ["c"],
  );
});

test("a damaged memory.db is rebuilt from the runs, whether the damage shows at opening or at reading", () => {
  const path = folder();
  {
    using open = opened(path);
    open.memory.keep([shortRun("a"), longRun("b")], "trace");
    open.memory.graph();
  }
  const file = join(path, "memory.db");
  const whole = readFileSync(file);
  const holed = Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096, 0x5a)]);
  for (const damaged of [Buffer.from("no database at all, but a text"), holed]) {
    writeFileSync(file, damaged);
    using open = opened(path);
    assert.equal(open.memory.graph().runs.length, 2);
    assert.equal(open.memory.find("mail", 1).length, 1);
    assert.ok(open.memory.repaired.index);
  }
});

test("the part of a damaged run before the damage is kept, and the damage is counted", () => {
  const path = folder();
  using open = opened(path);
  open.memory.keep([longRun("b")], "trace");
  const [name = ""] = readdirSync(join(path, "runs"));
  const lines = readFileSync(join(path, "runs", name), "utf8").split("\n");
  writeFileSync(
    join(path, "runs", name),
    [...lines.slice(0, 5), '{"at":', ...lines.slice(6, 10), lines[10]?.slice(0, 20)].join("\n"),
  );
  assert.deepEqual(
    open.memory.graph().runs.map(({ steps }) => steps),
    [4],
  );
  assert.deepEqual(open.memory.repaired, { lines: 1, index: false });
});

test("a memory of a newer version is refused and not changed", () => {
  const path = folder();
  opened(path)[Symbol.dispose]();
  const file = join(path, "memory.db");
  const { DatabaseSync } = getSqlite();
  const database = new DatabaseSync(file);
  database.exec("PRAGMA user_version = 2");
  database.close();
  const before = readFileSync(file);
  assert.equal(thrown(() => opened(path)).code, "MEMORY_NEWER");
  assert.deepEqual(readFileSync(file), before);
  const other = folder();
  using open = opened(other);
  writeFileSync(join(other, "runs", "r1.jsonl"), '{"fovea_memory":3,"id":"a","at":0,"origin":"trace"}\n');
  assert.equal(thrown(() => open.memory.graph()).code, "MEMORY_NEWER");
});

test("without SQLite, without its full-text search, or without a writable folder there is no memory", () => {
  assert.match(thrown(() => getSqlite({})).message, /has no SQLite/);
  const poor = {
    DatabaseSync: class {
      exec(): void {
        throw new Error("no such module: fts5");
      }
      close(): void {}
    },
  };
  const refused = thrown(() => getSqlite(poor));
  assert.equal(refused.code, "MEMORY_UNUSABLE");
  assert.match(refused.hint ?? "", /22\.16 or later/);
  const file = join(root, "file");
  writeFileSync(file, "");
  assert.equal(thrown(() => opened(join(file, "under"))).code, "MEMORY_UNUSABLE");
});

test("the bytes of the memory contain no passwords, codes, typed or redacted texts", () => {
  const path = folder();
  const box = (row: number) => ({ x1: 0, y1: row * 100, x2: 900, y2: row * 100 + 90 });
  const mark = (value: object) => ({ "x-fovea": { labels: [], ...value } });
  const elements = [
    { element_id: "e1", role: "text", text: "Your code is 482 913, valid for 5 minutes", bbox: box(1) },
    { element_id: "e2", role: "text", text: "G-55127788 [redacted]", bbox: box(2) },
    {
      element_id: "e3",
      role: "field",
      text: "planted-typed-label",
      bbox: box(3),
      ...mark({ labels: ["planted-typed-label"], value: "planted-value" }),
    },
    {
      element_id: "e4",
      role: "field",
      text: "planted-password",
      bbox: box(4),
      ...mark({ labels: ["planted-password"], password: true, value: "planted-password" }),
    },
    { element_id: "e5", role: "button", text: "Sign in", bbox: box(5) },
  ];
  const state = { screenshot_path: "", screen_resolution: [1000, 2000], elements, timestamp: 1 };
  const actions = [
    { type: "type", target_id: "e3", text: "planted-text" },
    {
      type: "x-fovea.open_url",
      "x-fovea": { tool: "open_url", args: { url: "https://example.com/?token=planted-token" } },
    },
    { type: "click", target_id: "e5" },
  ];
  const trace = new TraceRun("secret.jsonl", null);
  for (const [place, action] of actions.entries()) {
    trace.add(
      interactionStepSchema.parse({
        timestamp: place + 1,
        visual_state: state,
        action,
        rationale: "planted-rationale",
      }),
    );
  }
  using open = opened(path);
  open.memory.keep([trace.run(10_000)], "trace");
  open.memory.graph();
  const bytes = bytesOf(path);
  assert.ok(bytes.includes("Sign in"));
  assert.deepEqual(bytes.match(/.{0,20}(?:planted|482|55127788|redacted).{0,20}/g), null);
});

test("the files of a memory are readable for their owner only", { skip: process.platform === "win32" }, () => {
  const path = folder();
  using open = opened(path);
  open.memory.keep([shortRun("a")], "trace");
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries) assert.equal(statSync(join(parentPath, name)).mode & 0o077, 0, name);
});
