import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { XMLValidator } from "fast-xml-parser";
import { parse } from "yaml";
import * as z from "zod";
import { packageRoot, packageVersion } from "../../src/base/assets.js";
import { SMALL } from "../support/drive.js";
import { MAIN } from "../support/fovea-process.js";
import { needsPrograms } from "../support/needs.js";
import { startProduct } from "../support/product.js";

const EXAMPLES = join(packageRoot(), "docs", "examples");

const env = z.record(z.string().regex(/^[A-Z_]\w*$/), z.string());
const about = { name: z.string().min(1).optional(), if: z.string().optional(), env: env.optional() };
/** By an exact version: what was tried is what runs. */
const action = z.string().regex(/^[\w.-]+\/[\w.-]+@(?:v\d+\.\d+\.\d+|[0-9a-f]{40})$/);
const usesStep = z.strictObject({ ...about, uses: action, with: z.record(z.string(), z.string()).optional() });
const runStep = z.strictObject({ ...about, run: z.string().min(1), shell: z.string().optional() });

/** The part of the published form of workflows that examples need; strict, so that a mistyped word is an error. */
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.strictObject({ push: z.null().optional(), pull_request: z.null().optional() }),
  permissions: z.strictObject({ contents: z.literal("read") }),
  jobs: z.record(
    z.string().regex(/^[A-Za-z_][\w-]*$/),
    z.strictObject({
      "runs-on": z.string(),
      "timeout-minutes": z.int().min(1).max(360),
      steps: z.array(z.union([usesStep, runStep])).min(1),
    }),
  ),
});

/** The inputs of the actions (their action.yml) that the examples give. */
const INPUTS: Readonly<Record<string, readonly string[]>> = {
  "actions/checkout": [],
  "actions/setup-node": ["node-version"],
  "actions/upload-artifact": ["name", "path"],
  "reactivecircus/android-emulator-runner": ["api-level", "arch", "disable-animations", "script"],
};

function workflow() {
  return workflowSchema.parse(parse(readFileSync(join(EXAMPLES, "github-actions.yml"), "utf8")));
}

function steps() {
  return Object.values(workflow().jobs).flatMap((job) => job.steps);
}

test("the example workflow has GitHub's format, and uses actions of exact versions with existing inputs", () => {
  assert.ok(steps().length >= 5);
  for (const step of steps()) {
    if (!("uses" in step)) continue;
    const known = INPUTS[step.uses.split("@")[0] ?? ""];
    assert.ok(known, `the inputs of ${step.uses} are not known here`);
    assert.deepEqual(
      Object.keys(step.with ?? {}).filter((name) => !known.includes(name)),
      [],
    );
  }
});

/** What is run, line by line where the emulator's action does so. */
function scripts(): readonly string[] {
  return steps().flatMap((step) => {
    if ("run" in step) return [step.run];
    return (step.with?.["script"] ?? "").split("\n").filter((line) => line.trim() !== "");
  });
}

/** A program that is found before those of this host. */
function standIn(folder: string, name: string, script: string): void {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

needsPrograms("sh").test(
  "the steps of the example workflow run, with a virtual phone in place of the emulator",
  async () => {
    await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
    const [bin, flows] = [join(product.folder, "bin"), join(product.folder, "flows")];
    mkdirSync(bin);
    mkdirSync(flows);
    copyFileSync(join(EXAMPLES, "sign-up.yaml"), join(flows, "sign-up.yaml"));
    // Rules of udev are the runner's.
    standIn(bin, "sudo", `cat > /dev/null < /dev/null; echo "sudo $*" >> "${product.folder}/sudo.log"`);
    const expected = `--yes --package fovea-mcp@${packageVersion()} fovea `;
    standIn(
      bin,
      "npx",
      `case "$*" in "${expected}"*) shift 4; exec "${process.execPath}" "${MAIN}" "$@";; *) echo "npx $*" >&2; exit 9;; esac`,
    );
    const environment = {
      PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
      HOME: product.folder,
      XDG_STATE_HOME: product.config.stateDir,
      ANDROID_ADB_SERVER_PORT: String(product.adbPort),
    };
    for (const script of scripts()) {
      await promisify(execFile)("sh", ["-e", "-c", script], { cwd: product.folder, env: environment });
    }
    assert.match(readFileSync(join(product.folder, "sudo.log"), "utf8"), /tee .*\n.*reload-rules\n.*name-match=kvm/);
    const junit = readFileSync(join(product.folder, "results", "flows.xml"), "utf8");
    assert.equal(XMLValidator.validate(junit), true);
    assert.match(junit, /<testsuites name="fovea" tests="1" failures="0"/);
    assert.ok(existsSync(join(product.folder, "results", "form.png")), "the reports are in the uploaded folder");
  },
);
