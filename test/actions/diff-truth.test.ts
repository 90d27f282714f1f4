import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { renderOutline } from "../../src/screen/outline.js";
import { type Driven, drive } from "../support/drive.js";
import { readDifferences } from "../support/outline-reader.js";

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

const LINE = /^ *(e\d+) (.*?)(?: was e\d+(?: ".*)?)?$/;

/** The elements of an outline by ref, in order, each with the line after its ref. */
function linesOf(outline: string): Outline {
  const found = outline.split("\n").flatMap((one) => {
    const [, ref, line] = LINE.exec(one) ?? [];
    return ref !== undefined && line !== undefined ? [[ref, { ref, line }] as const] : [];
  });
  return new Map(found);
}

interface Line {
  readonly ref: string;
  readonly line: string;
}

type Outline = ReadonlyMap<string, Line>;

/** The start of the outline or of the differences in an answer. */
const BODY = /^(?:[-+~>] |after |first:|\((?!the elements)|window |e\d+(?: |$))/;

/** The outline of a reader after this answer, from the outline before. */
function applied(before: string, answer: string): string {
  const lines = answer.split("\n");
  const header = lines.findIndex((one) => / ms old \| o\d+$/.test(one));
  const start = lines.findIndex((one, place) => place > header && BODY.test(one));
  const body = lines.slice(start).join("\n");
  return /^(?:e\d+|window )/.test(body) ? body : readDifferences(before, body);
}

for (const app of APPS) {
  test(`the changes that an answer reports are the true differences between the two screens, starting from ${app}`, async () => {
    await using driven = await drive({ app, animationScale: 0 });
    let known = applied("", await driven.did("observe"));
    for (const step of fc.sample(steps, { numRuns: 1, seed: APPS.indexOf(app) + 11 }).flat()) {
      const answer = await act(driven, step, linesOf(known));
      if (/^[A-Z_]+: /.test(answer)) continue; // refused: nothing was done, nothing was reported
      // The clock of the launcher goes on: the truth is what the answer was made from.
      const reported = (await driven.product.session()).lastObservation;
      const now = reported ? renderOutline(reported) : "";
      assert.equal(applied(known, answer), now, answer);
      known = now;
    }
  });
}

test("press_key reports that nothing changed where the two observations around it are equal", async () => {
  await using driven = await drive({ app: "com.fovea.messages" });
  await driven.did("observe");
  const text = await driven.did("press_key", { key: "volume_mute" });
  assert.match(text, /\n\(nothing changed\)$/);
});
