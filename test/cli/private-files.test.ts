import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MAIN } from "../support/fovea-process.js";
import { needsPrograms } from "../support/needs.js";
import { startProduct } from "../support/product.js";
import { productFlags } from "../support/serve-process.js";

const sh = needsPrograms("sh");
const FORM = { app: "com.fovea.form", size: { width: 360, height: 800 }, density: 140 } as const;

interface Run {
  readonly code: number | null;
  readonly said: string;
}

interface Input {
  readonly text: string;
  /** The input ends when this was said. */
  readonly until: RegExp;
}

const NOTHING: Input = { text: "", until: /^/ };

/** Runs `fovea` in a shell that first does something to itself. */
async function runAfter(setUp: string, home: string, args: readonly string[], input = NOTHING): Promise<Run> {
  const env = { PATH: process.env["PATH"] ?? "", HOME: home };
  const child = spawn("sh", ["-c", `${setUp}; exec "$@"`, "sh", process.execPath, MAIN, ...args], { env, cwd: home });
  const parts: Buffer[] = [];
  const endInput = () => void (input.until.test(Buffer.concat(parts).toString()) && child.stdin.end());
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part: Buffer) => {
      parts.push(part);
      endInput();
    });
  }
  child.stdin.write(input.text);
  endInput();
  await once(child, "close");
  return { code: child.exitCode, said: Buffer.concat(parts).toString() };
}

/** Everything below a folder, with its rights. */
function rightsBelow(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true }).map((name) => {
    const found = statSync(join(folder, String(name)));
    return [`${found.isDirectory() ? "folder" : "file"} ${String(name)}`, (found.mode & 0o777).toString(8)] as const;
  });
}

for (const umask of ["000", "022", "777"]) {
  sh.test(`files that Fovea writes are readable for their owner only, with the mask ${umask}`, async () => {
    await using product = await startProduct(FORM);
    const home = mkdtempSync(join(tmpdir(), "fovea-test-"));
    try {
      const trace = join(home, "traces", "today");
      const flags = [...productFlags(product), "--trace", trace, "--state-dir", join(home, "state")];
      const output = ["--output-dir", join(home, "out")];
      const calls = [
        ["observe"],
        ["tap", 'checkbox "I agree to the terms"'],
        ["screenshot", join(home, "shot.png")],
        ["trace", "export", trace, join(home, "all.fovea")],
        ["trace", "show", trace, "--html", join(home, "page.html")],
      ];
      for (const call of calls) {
        const isOfPhone = call[0] !== "trace";
        const { code, said } = await runAfter(`umask ${umask}`, home, [
          ...call,
          ...(isOfPhone ? [...flags, ...output] : []),
        ]);
        assert.equal(code, 0, `${call.join(" ")}: ${said}`);
      }
      const found = rightsBelow(home);
      for (const wanted of ["steps.jsonl", "manifest.json", ".png", ".fovea", ".html", "refs", "screens"]) {
        assert.ok(
          found.some(([name]) => name.includes(wanted)),
          `${wanted} in ${found.join("; ")}`,
        );
      }
      const open = found.filter(([name, mode]) => mode !== (name.startsWith("folder ") ? "700" : "600"));
      assert.deepEqual(open, []);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
}

sh.test("a screenshot that does not fit on the disk leaves no partial file, and the old file stays", async () => {
  await using product = await startProduct(FORM);
  const home = mkdtempSync(join(tmpdir(), "fovea-test-"));
  try {
    const shot = async (name: string, ...more: readonly string[]) =>
      // Blocks of 512 bytes: less than any picture.
      await runAfter("ulimit -f 2", home, ["screenshot", join(home, name), ...more, ...productFlags(product)]);
    const fresh = await shot("new.png");
    assert.notEqual(fresh.code, 0);
    assert.match(fresh.said, /new\.png cannot be written: it would be larger/);
    writeFileSync(join(home, "old.png"), "an old picture");
    assert.notEqual((await shot("old.png", "--overwrite")).code, 0);
    assert.equal(readFileSync(join(home, "old.png"), "utf8"), "an old picture");
    assert.deepEqual(
      readdirSync(home).filter((name) => name.includes(".png")),
      ["old.png"],
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});

sh.test("save_as leaves no partial file on a full disk, and the name stays unused", async () => {
  await using product = await startProduct(FORM);
  const home = mkdtempSync(join(tmpdir(), "fovea-test-"));
  try {
    const output = join(home, "out");
    const flags = ["serve", ...productFlags(product), "--output-dir", output];
    const clientInfo = { name: "test", version: "1" };
    const lines = [
      { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/call", params: { name: "screenshot", arguments: { save_as: "cut.png" } } },
    ];
    const input = lines.map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`).join("");
    const { said } = await runAfter("ulimit -f 2", home, flags, { text: input, until: /"id":2/ });
    assert.match(said, /PATH_NOT_ALLOWED: cut\.png cannot be written: it would be larger/);
    assert.equal(existsSync(join(output, "cut.png")), false);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
