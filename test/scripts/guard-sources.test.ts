import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";

const SCRIPTS = join(packageRoot(), "scripts");

/** What registries would send: an archive with one catalogue. */
function archiveIn(folder: string): Buffer {
  mkdirSync(join(folder, "usr"));
  writeFileSync(join(folder, "usr", "texts.mo"), "texts");
  return execFileSync("tar", ["-C", folder, "-c", "usr"]);
}

/** Clients of registries that have these versions alone, and refuse others in their own words. */
const APT = `#!/bin/sh
for one in "$@"; do case "$one" in
  gone=1|gone=1:1) echo "E: Version '1' for 'gone' was not found" >&2; exit 100;;
  gone|gone=2) cp "$ARCHIVE" gone_2_all.deb;;
  kept=1) cp "$ARCHIVE" kept_1_all.deb;;
esac; done
`;
const MVN = `#!/bin/sh
[ "$1 $2" = "-q -B" ] || { echo "[ERROR] The goal you specified requires a project"; exit 1; }
echo "[ERROR] Could not find artifact org.example:texts:aar:1"
exit 1
`;
const DPKG = '#!/bin/sh\ncat "$2"\n';

interface Ran {
  readonly code: number | null;
  readonly said: string;
}

/** A copy of the scripts with its own list of sources, behind these clients. */
function start() {
  const folder = mkdtempSync(join(tmpdir(), "fovea-sources-"));
  const archive = archiveIn(folder);
  writeFileSync(join(folder, "archive"), archive);
  const digest = createHash("sha256").update(archive).digest("hex");
  cpSync(join(SCRIPTS, "guard-words", "fetch-sources.mjs"), join(folder, "fetch-sources.mjs"));
  cpSync(join(SCRIPTS, "guard-words", "sources.mjs"), join(folder, "sources.mjs"));
  const line = (kind: string, name: string, into: string) => [kind, name, "1", digest, into].join("\t");
  const lines = [
    line("debian", "kept", "kept"),
    line("debian", "gone", "gone"),
    line("maven", "org.example:texts", "texts"),
  ];
  const list = join(folder, "sources.tsv");
  writeFileSync(list, `${lines.join("\n")}\n`);
  mkdirSync(join(folder, "bin"));
  for (const [name, script] of [
    ["apt-get", APT],
    ["mvn", MVN],
    ["dpkg-deb", DPKG],
  ] as const)
    writeFileSync(join(folder, "bin", name), script, { mode: 0o755 });
  const env = {
    ...process.env,
    PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
    ARCHIVE: join(folder, "archive"),
  };
  const fetch = (...words: readonly string[]): Ran => {
    const ran = spawnSync(process.execPath, [join(folder, "fetch-sources.mjs"), ...words], { env, encoding: "utf8" });
    return { code: ran.status, said: `${ran.stdout}${ran.stderr}` };
  };
  return {
    into: join(folder, "into"),
    list: () => readFileSync(list, "utf8"),
    fetch,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

test("wrong options of the fetch script are refused before a folder is created", () => {
  using sources = start();
  for (const words of [[], ["--only", "kept"], [sources.into, "other"], [sources.into, "--nothing"]])
    assert.equal(sources.fetch(...words).code, 1, words.join(" "));
  for (const only of ["", "other"]) assert.equal(sources.fetch(sources.into, "--only", only).code, 1);
  assert.ok(!existsSync(sources.into));
});

test("a source that cannot be fetched is named with its client's error, and the others are still fetched", () => {
  using sources = start();
  const { code, said } = sources.fetch(sources.into);
  assert.equal(code, 1);
  assert.match(said, /^1 of 3 sources lie in /m);
  assert.match(said, /^debian gone 1: E: Version '1' for 'gone' was not found$/m);
  assert.match(said, /^maven org\.example:texts 1: \[ERROR\] Could not find artifact org\.example:texts:aar:1$/m);
  assert.deepEqual(readdirSync(join(sources.into, "downloads")), ["kept_1_all.deb"]);
  const again = sources.fetch(sources.into, "--only", "kept", "--drop");
  assert.equal(again.code, 0, again.said);
});

test("--drop keeps the texts and removes the archive, and --renew fetches the newest version of a missing source", () => {
  using sources = start();
  const before = sources.list();
  const renewed = sources.fetch(sources.into, "--only", "debian", "--drop", "--renew");
  assert.equal(renewed.code, 0, renewed.said);
  assert.match(renewed.said, /^gone is 2 from now on, and was 1$/m);
  assert.deepEqual(readdirSync(join(sources.into, "downloads")), []);
  for (const name of ["kept", "gone"])
    assert.equal(readFileSync(join(sources.into, "packages", name, "usr", "texts.mo"), "utf8"), "texts");
  assert.equal(sources.list(), before.replace("\tgone\t1\t", "\tgone\t2\t"));
  assert.match(sources.fetch(sources.into, "--only", "gone").said, /^2 of 3 sources lie in /m);
});
