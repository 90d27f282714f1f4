import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Loaded into a server before its own code (`node --import`): at each SIGUSR2 it prints on standard error the bytes in
 * use after a garbage collection, and the memory of the whole process before it.
 */

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");

process.on("SIGUSR2", () => {
  if (typeof collect !== "function") throw new Error("no garbage collector");
  const { rss } = process.memoryUsage();
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write(`in use: ${heapUsed + external}, resident: ${rss}\n`);
});
