import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { isTaken, maestroForms, rowsOf, SIGNS } from "../support/maestro-forms.js";

/** What Maestro's own parser says, written by `npm run -s bench -- flows --forms --write`. */
const TABLE = join(packageRoot(), "test", "replay", "maestro-forms.txt");

test("every command and field is accepted and refused in the forms that the table lists", async () => {
  const rows = readFileSync(TABLE, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const forms = maestroForms();
  const own: string[] = [];
  for (const form of forms) own.push((await isTaken(form)) ? "+" : "-");
  const expected = rows.map((row) =>
    row.replace(/[^\t]+$/, (signs) => signs.replaceAll(SIGNS.maestro, "-").replaceAll(SIGNS.fovea, "+")),
  );
  assert.deepEqual(rowsOf(forms, own), expected);
});
