// Runs a program under strace and lists the addresses that it and its children connected to without permission.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";

/**
 * System calls that send data over a socket: they contain an address, or the `connect` of the socket does.
 */
const CALLS = "connect,sendto,sendmsg,sendmmsg";

/** Throws if this machine does not let a process trace another. */
export function requireStrace(file) {
  const { status, stderr, error } = spawnSync("strace", ["-f", "-o", file, "-e", `trace=${CALLS}`, "true"]);
  if (status === 0 && existsSync(file)) return;
  throw new Error(`strace does not work here, so that nothing can be said: ${error ?? stderr}`);
}

/** Starts a program under strace, which writes to `log`. `child` is the program's process; strace ends with it. */
export function startTraced([file, ...args], { log, env, cwd }) {
  const words = ["-D", "-f", "--seccomp-bpf", "-qq", "-s", "64", "-o", log, "-e", `trace=${CALLS}`, file, ...args];
  const child = spawn("strace", words, { env, cwd });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].setEncoding("utf8").on("data", (text) => (said[name] += text));
  child.stdin.on("error", () => {});
  const ended = once(child, "close").then(([code]) => ({ code, ...said }));
  return { child, said, ended };
}

/** The addresses in strace's log that are not in `allowed` (`127.0.0.1:5037`), each once. */
export function strangersIn(log, allowed) {
  const text = readFileSync(log, "utf8");
  const found = text.split("\n").flatMap(addressesIn);
  return [...new Set(found)].filter((address) => !allowed.includes(address));
}

/** The addresses in a line, except for netlink sockets, which only reach the kernel. */
function addressesIn(line) {
  return [...line.matchAll(/sa_family=(AF_\w+)([^}]*)/g)].flatMap(([, family, rest]) => {
    if (family === "AF_NETLINK") return [];
    const port = /sin6?_port=htons\((\d+)\)/.exec(rest)?.[1];
    const host = /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/.exec(rest);
    if (port === undefined || host === null) return [`${family}${rest}`];
    return [`${host[1] ?? host[2]}:${port}${port === "53" ? " (a name server)" : ""}`];
  });
}
