import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { renderOutline } from "../../src/screen/outline.js";
import { type Driven, drive } from "../support/drive.js";

const APPS = ["com.fovea.form", "com.fovea.messages", "com.android.settings", "com.fovea.world", "com.fovea.notes"];

interface Step {
  readonly kind: number;
  readonly pick: number;
}

const steps = fc.array(fc.record({ kind: fc.nat(9), pick: fc.nat(40) }), { minLength: 8, maxLength: 8 });

/** One random action; its answer, whatever it is. */
async function act({ mcp }: Driven, { kind, pick }: Step, outline: Outline): Promise<string> {
  const rows = [...outline.values()].filter(({ line }) =>
    /^(?:row|button|checkbox|radio|switch|dropdown|tab)\b/.test(line),
  );
  const fields = [...outline.values()].filter(({ line }) => line.startsWith("field"));
  const one = rows[pick % Math.max(1, rows.length)];
  const field = fields[pick % Math.max(1, fields.length)];
  if (kind < 5 && one) return (await mcp.call("tap", { target: one.ref })).text;
  if (kind === 5 && field) return (await mcp.call("type_text", { target: field.ref, text: `word ${pick}` })).text;
  if (kind === 6) return (await mcp.call("swipe", { direction: pick % 2 ? "up" : "down" })).text;
  if (kind === 7) return (await mcp.call("open_app", { package: APPS[pick % APPS.length] })).text;
  return (await mcp.call("press_key", { key: "back" })).text;
}

interface Line {
  readonly ref: string;
  /** The line behind its ref. */
  readonly line: string;
}

type Outline = ReadonlyMap<string, Line>;

/** The lines of an outline by their refs, in their order. */
function outlineOf(lines: readonly string[]): Outline {
  const found = lines.flatMap((one) => {
    const [, ref, line] = /^ *(e\d+) (.*?)(?: \(was e\d+.*\))?$/.exec(one) ?? [];
    return ref !== undefined && line !== undefined ? [[ref, { ref, line }] as const] : [];
  });
  return new Map(found);
}

/** What a reader knows who had one outline and got this answer. */
function applied(before: Outline, answer: string): Outline {
  const lines = answer.split("\n");
  const start = lines.findIndex((one) => /^(?:[-+~] |after e|first:|\()/.test(one) || /^e\d+ /.test(one));
  const told = lines.slice(start);
  if (/^\((?:a different screen|much changed|the screen was rearranged)\)$/.test(told[0] ?? ""))
    return outlineOf(told.slice(1));
  if (/^e\d+ /.test(told[0] ?? "")) return outlineOf(told);
  const order = [...before.values()];
  let at = 0;
  let unchanged = 0;
  for (const one of told) {
    const [, sign, rest = ""] = /^([-+~]) (.*)$/.exec(one) ?? [];
    const after = /^after (e\d+):$/.exec(one)?.[1];
    if (one === "first:") at = 0;
    else if (after !== undefined) at = order.findIndex(({ ref }) => ref === after) + 1;
    else if (sign === "-") remove(order, rest);
    else if (sign === "~" || sign === "+") {
      const [, ref = "", words = "", was = ref] =
        /^ *(e\d+) (.*?)(?: \(around [e\d -]+\))?(?: \(was (e\d+).*\))?$/.exec(rest) ?? [];
      const place = order.findIndex((known) => known.ref === was);
      assert.equal(place >= 0, sign === "~", `${one} in\n${answer}`);
      if (sign === "~") {
        order[place] = { ref, line: words };
        at = place + 1;
      } else {
        order.splice(at, 0, { ref, line: words });
        at += 1;
      }
    } else unchanged = Number(/^\((\d+) unchanged/.exec(one)?.[1] ?? unchanged);
  }
  const touched = told.filter((one) => /^[+~] /.test(one)).length;
  if (/\d+ unchanged/.test(answer)) assert.equal(unchanged, order.length - touched, answer);
  return new Map(order.map((one) => [one.ref, one]));
}

/** `e4 "Draft"` names one line, `e4-e9 e12` several. */
function remove(order: Line[], rest: string): void {
  const refs = /^(?:e\d+(?:-e\d+)? ?)+$/.test(rest)
    ? rest.split(" ").flatMap((run) => {
        const [first = 0, last = first] = run.split("-").map((ref) => Number(ref.slice(1)));
        return Array.from({ length: last - first + 1 }, (_, place) => `e${first + place}`);
      })
    : [rest.split(" ")[0]];
  for (const gone of refs) {
    const place = order.findIndex(({ ref }) => ref === gone);
    assert.ok(place >= 0, `${gone} was not there`);
    order.splice(place, 1);
  }
}

for (const app of APPS) {
  test(`what an answer says has changed is what has changed, from ${app} on`, async () => {
    await using driven = await drive({ app, animationScale: 0 });
    let known = outlineOf((await driven.did("observe")).split("\n"));
    for (const step of fc.sample(steps, { numRuns: 1, seed: APPS.indexOf(app) + 11 }).flat()) {
      const answer = await act(driven, step, known);
      if (/^[A-Z_]+: /.test(answer)) continue; // refused: nothing was done, nothing was told
      // The clock of the launcher goes on: the truth is what the answer was made from.
      const told = (await driven.product.session()).lastObservation;
      const now = outlineOf(told ? renderOutline(told).split("\n") : []);
      assert.deepEqual([...applied(known, answer).values()], [...now.values()], answer);
      known = now;
    }
  });
}

test("of two looks without anything between them the second finds nothing changed", async () => {
  await using driven = await drive({ app: "com.fovea.messages" });
  await driven.did("observe");
  const text = await driven.did("press_key", { key: "volume_mute" });
  assert.match(text, /\n\(nothing changed\)$/);
});
