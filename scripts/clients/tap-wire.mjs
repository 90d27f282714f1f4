// Forwards messages between an MCP client and a server on standard input and output, and logs each in a file:
// node tap-wire.mjs FILE COMMAND ARG…
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , file, command, ...args] = process.argv;
const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const note = (from, line) => appendFileSync(file, `${JSON.stringify({ from, line })}\n`);

createInterface({ input: process.stdin })
  .on("line", (line) => {
    note("client", line);
    server.stdin.write(`${line}\n`);
  })
  .on("close", () => server.stdin.end());
createInterface({ input: server.stdout }).on("line", (line) => {
  note("server", line);
  process.stdout.write(`${line}\n`);
});
server.on("exit", (code) => process.exit(code ?? 1));
for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => server.kill(name));
