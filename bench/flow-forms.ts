import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../src/base/assets.js";
import { FORMS, isTaken, type MaestroForm, maestroForms, rowsOf, SIGNS } from "../test/support/maestro-forms.js";
import { askMaestro } from "../test/support/maestro-judge.js";
import type { BenchResult } from "./bench.js";

const TABLE = join(packageRoot(), "test", "replay", "maestro-forms.txt");
const OTHER_FLOW = "appId: com.x\n---\n- back\n";

/** Compares Maestro's verdict with ours for every command and field in every YAML form; writes the table of a test. */
export async function flowForms(isWritten: boolean): Promise<BenchResult> {
  const forms = maestroForms();
  const maestro = await verdicts(forms);
  const signs: string[] = [];
  for (const [place, form] of forms.entries()) {
    const [theirs, ours] = [maestro[place] === true, await isTaken(form)];
    signs.push(theirs === ours ? (ours ? SIGNS.both : SIGNS.neither) : theirs ? SIGNS.maestro : SIGNS.fovea);
  }
  const rows = rowsOf(forms, signs);
  const about =
    "# By Maestro's parser and by ours: + both take it, - both refuse it, m Maestro alone takes it, f Fovea alone.";
  if (isWritten) writeFileSync(TABLE, `${about}\n# Forms: ${Object.keys(FORMS).join(", ")}\n${rows.join("\n")}\n`);
  const count = (sign: string) => signs.filter((one) => one === sign).length;
  return {
    text: rows.filter((row) => /[mf][^\t]*$/.test(row.split("\t")[1] ?? "")).join("\n"),
    figures: [
      { name: "forms", value: forms.length, unit: "flows" },
      { name: "taken by both", value: count(SIGNS.both), unit: "flows" },
      { name: "refused by both", value: count(SIGNS.neither), unit: "flows" },
      { name: "taken by Maestro alone", value: count(SIGNS.maestro), unit: "flows" },
      { name: "taken by Fovea alone", value: count(SIGNS.fovea), unit: "flows" },
    ],
  };
}

/** Creates all files that the flows name; scripts are empty. */
async function verdicts(forms: readonly MaestroForm[]): Promise<readonly boolean[]> {
  const folder = mkdtempSync(join(tmpdir(), "fovea-forms-"));
  try {
    for (const kind of ["flows", "others"]) mkdirSync(join(folder, kind));
    for (const value of ["a\n", ...Object.values(FORMS)]) {
      const name = value.replaceAll(/['"]/g, "");
      if (/^[^&>|!{[~/]+$/.test(name) || name.startsWith("${")) writeFileSync(join(folder, "flows", name), OTHER_FLOW);
    }
    for (const name of ["other.yaml", "a.js"]) writeFileSync(join(folder, "others", name), "");
    const files = forms.map(({ of, flow }, place) => {
      const file = join(folder, /^(?:runScript|addMedia)/.test(of) ? "others" : "flows", `flow-${place}.yaml`);
      writeFileSync(file, flow);
      return file;
    });
    return (await askMaestro("parse", files)).map(({ isOk }) => isOk);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
