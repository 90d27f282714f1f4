import type { Builtin, BuiltinCall } from "../shell.js";
import { describeCommands } from "./find-command.js";

/** Builtins that report about the shell and its process. */
export const lookupBuiltins: readonly Builtin[] = [
  { name: "type", run: (call) => describe(call, true) },
  { name: "whence", run: (call) => describe(call, call.argv[1] === "-v") },
  { name: "umask", run: umask },
  { name: "ulimit", run: ulimit },
  { name: "times", run: times },
];

async function describe(call: BuiltinCall, isLong: boolean): Promise<number> {
  const names = call.argv.slice(1).filter((word) => !["-v", "-p", "--"].includes(word));
  return await describeCommands(call, names, isLong);
}

async function umask({ shell, argv, write, fail }: BuiltinCall): Promise<number> {
  const text = argv[1];
  if (text === undefined) await write(`${shell.process.umask.toString(8).padStart(3, "0")}\n`);
  else if (/^[0-7]+$/.test(text)) shell.process.umask = Number.parseInt(text, 8) & 0o777;
  else return await fail("bad number");
  return 0;
}

async function ulimit({ argv, write }: BuiltinCall): Promise<number> {
  if (argv.length < 3) await write("unlimited\n");
  return 0;
}

async function times({ write }: BuiltinCall): Promise<number> {
  await write("0m00.00s 0m00.00s\n0m00.00s 0m00.00s\n");
  return 0;
}
