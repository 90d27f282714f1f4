// Runs before a build, because the compiler only writes the output of changed sources and does not check dist. If a
// file of dist is missing, makes the compiler write all files; removes files of dist whose source is gone. If a package
// of package.json is not installed, names the command that installs it.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const OUT = "dist";
const SOURCES = ["src", "packages", "test", "bench"];

requireInstalled();
if (SOURCES.some((folder) => hasMissing(folder))) rmSync(join(OUT, ".tsbuildinfo"), { force: true });
for (const folder of SOURCES) removeOrphans(folder);

/** Fails if a new dependency is not installed: the compiler would only report missing types. */
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
