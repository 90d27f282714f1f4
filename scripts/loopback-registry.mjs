// An npm registry on 127.0.0.1 (verdaccio). It has the packages that are published to it, and forwards requests for
// others to the registry of npm's settings. `installRegistry(FOLDER)` installs it; `startRegistry({ tool, scratch })`
// runs it until `close`.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

const START_MS = 60_000;

/**
 * The latest releases of verdaccio depend on a package by a tag that some npm mirrors lack; this replaces the tag with
 * its version.
 */
const MANIFEST = {
  private: true,
  dependencies: { verdaccio: "6.2.4" },
  overrides: { "node-fetch": "2.7.0", "node-fetch-cjs": "npm:node-fetch@2.7.0" },
};

export function installRegistry(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify(MANIFEST));
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: folder, stdio: "inherit" });
}

/** `tool` is a folder of installRegistry; `scratch` an empty one for its storage. */
export async function startRegistry({ tool, scratch }) {
  mkdirSync(scratch, { recursive: true });
  const port = await freePort();
  const config = join(scratch, "config.yaml");
  writeFileSync(config, configOf(scratch));
  const program = join(tool, "node_modules/verdaccio/bin/verdaccio");
  const args = [program, "--config", config, "--listen", `127.0.0.1:${port}`];
  const server = spawn(process.execPath, args, { cwd: scratch, stdio: ["ignore", "pipe", "pipe"] });
  const url = `http://127.0.0.1:${port}/`;
  let said = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (chunk) => (said += chunk));
  try {
    await answers(url, server, () => said);
  } catch (error) {
    server.kill();
    throw error;
  }
  // npm needs a token to publish; this registry accepts any token.
  const npmrc = join(scratch, "npmrc");
  writeFileSync(npmrc, `registry=${url}\n//127.0.0.1:${port}/:_authToken=nobody\n`);
  const close = async () => {
    const ended = once(server, "exit");
    server.kill();
    await ended;
  };
  return { url, npmrc, close };
}

function configOf(scratch) {
  const upstream = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  return JSON.stringify({
    storage: join(scratch, "storage"),
    uplinks: { upstream: { url: upstream, timeout: "60s", max_fails: 1000 } },
    packages: {
      "fovea-mcp": { access: "$all", publish: "$all" },
      "virtual-android": { access: "$all", publish: "$all" },
      "**": { access: "$all", proxy: "upstream" },
    },
    max_body_size: "100mb",
    log: { type: "stdout", format: "pretty", level: "warn" },
  });
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

async function answers(url, server, said) {
  const until = Date.now() + START_MS;
  while (Date.now() < until && server.exitCode === null) {
    const isUp = await fetch(`${url}-/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the registry did not start: ${said()}`);
}

if (process.argv[2] === "--install" && process.argv[3] !== undefined) installRegistry(process.argv[3]);
