import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import * as z from "zod";
import { packageRoot, packageVersion } from "../../src/base/assets.js";
import { SMALL } from "../support/drive.js";
import { MAIN } from "../support/fovea-process.js";
import { needsPrograms } from "../support/needs.js";
import { startProduct } from "../support/product.js";

const DOCS = join(packageRoot(), "docs");

const gitlabSchema = z.strictObject({
  flows: z.strictObject({
    image: z.string(),
    tags: z.array(z.string()),
    timeout: z.string(),
    script: z.array(z.string()).min(1),
    artifacts: z.strictObject({
      when: z.literal("always"),
      paths: z.array(z.string()),
      reports: z.strictObject({ junit: z.string() }),
    }),
  }),
});

/** The lines that each example runs, and where it looks for the report. */
const EXAMPLES: readonly (readonly [
  name: string,
  read: (text: string) => { lines: readonly string[]; junit: string },
])[] = [
  [
    "examples/gitlab-ci.yml",
    (text) => {
      const { script, artifacts } = gitlabSchema.parse(parse(text)).flows;
      return { lines: script, junit: artifacts.reports.junit };
    },
  ],
  [
    "examples/Jenkinsfile",
    (text) => ({
      lines: [...text.matchAll(/^\s*sh '([^']+)'$/gm)].map(([, line = ""]) => line),
      junit: /junit testResults: '([^']+)'/.exec(text)?.[1] ?? "",
    }),
  ],
  [
    "ci.md",
    (text) => ({
      lines: (/```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? "").trim().split("\n"),
      junit: "results/flows.xml",
    }),
  ],
];

for (const [name, read] of EXAMPLES) {
  needsPrograms("sh").test(`the commands of ${name} pass on a phone, and leave the report that it names`, async () => {
    await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
    const { folder } = product;
    const [bin, flows] = [join(folder, "bin"), join(folder, "flows")];
    mkdirSync(bin);
    mkdirSync(flows);
    copyFileSync(join(DOCS, "examples", "sign-up.yaml"), join(flows, "sign-up.yaml"));
    const expected = `--yes --package fovea-mcp@${packageVersion()} fovea `;
    const npx = `case "$*" in "${expected}"*) shift 4; exec "${process.execPath}" "${MAIN}" "$@";; *) exit 9;; esac`;
    writeFileSync(join(bin, "npx"), `#!/bin/sh\n${npx}\n`);
    chmodSync(join(bin, "npx"), 0o755);
    const env = {
      PATH: [bin, process.env["PATH"] ?? ""].join(delimiter),
      HOME: folder,
      ANDROID_ADB_SERVER_PORT: String(product.adbPort),
      FOVEA_COMPANION: "service",
    };
    const { lines, junit } = read(readFileSync(join(DOCS, name), "utf8"));
    assert.ok(lines.length >= 2, String(lines));
    for (const line of lines) await promisify(execFile)("sh", ["-c", line], { cwd: folder, env });
    assert.match(readFileSync(join(folder, junit), "utf8"), /tests="1" failures="0" errors="0"/);
  });
}
