// Before a build: the compiler writes what changed since it last ran, and does not look at what lies in dist. Where a
// file there is missing, it is made to write all of them; where the source of one is gone, the file goes, too. Where a
// package is not installed that package.json came to name, it says which command installs it.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const OUT = "dist";
const SOURCES = ["src", "packages", "test", "bench"];

requireInstalled();
if (SOURCES.some((folder) => hasMissing(folder))) rmSync(join(OUT, ".tsbuildinfo"), { force: true });
for (const folder of SOURCES) removeOrphans(folder);

/** After an update of this repository: the compiler would only say that it finds no types. */
function requireInstalled() {
  const manifests = ["package.json", ...readdirSync("packages").map((name) => join("packages", name, "package.json"))];
  const wanted = manifests
    .filter((file) => existsSync(file))
    .flatMap((file) => {
      const { dependencies, devDependencies } = JSON.parse(readFileSync(file, "utf8"));
      return Object.keys({ ...dependencies, ...devDependencies });
    });
  const missing = wanted.filter((name) => !existsSync(join("node_modules", name)));
  if (missing.length === 0) return;
  console.error(`fovea: not installed: ${[...new Set(missing)].join(", ")}; run npm ci`);
  process.exit(1);
}

function hasMissing(folder) {
  return listed(folder)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
    .some((file) => !existsSync(join(OUT, folder, file.replace(/ts$/, "js"))));
}

function removeOrphans(folder) {
  if (!existsSync(join(OUT, folder))) return;
  for (const file of listed(join(OUT, folder))) {
    const [, name] = /^(.*)\.js(?:\.map)?$/.exec(file) ?? [];
    if (name !== undefined && !existsSync(join(folder, `${name}.ts`))) rmSync(join(OUT, folder, file));
  }
}

function listed(folder) {
  return readdirSync(folder, { recursive: true })
    .map((file) => String(file))
    .filter((file) => !/(?:^|[\\/])node_modules[\\/]/.test(file));
}
