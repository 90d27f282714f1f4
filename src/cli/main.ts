#!/usr/bin/env node
import { nodeIsTooOld } from "./oldest-node.js";

// Nothing else is loaded before: an older Node would fail there with an error that does not help a user.
const complaint = nodeIsTooOld(process.versions.node);
if (complaint === null) {
  const { runProgram } = await import("./program.js");
  await runProgram();
} else {
  process.stderr.write(`${complaint}\n`);
  process.exitCode = 1;
}
