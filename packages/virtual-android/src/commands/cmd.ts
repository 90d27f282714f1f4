import type { Command, CommandCall } from "../command.js";
import { serviceNamed, servicesOf } from "../dumps/services.js";
import { print } from "../shell-command.js";
import { shellOf } from "../shell-commands/service-shells.js";

/**
 * `cmd SERVICE ARGS…`, `cmd -l`. A service that is also a program (`activity`: am, `input`) runs this program;
 * `program` finds it by name.
 */
export function makeCmd(program: FindProgram): Command {
  return { name: "cmd", run: (call) => runCmd(call, program) };
}

/** Gives a program by its name; undefined if there is none. */
export type FindProgram = (name: string) => Command | undefined;

/** One call of `cmd`. Gives its exit status. */
export async function runCmd(call: CommandCall, program: FindProgram): Promise<number> {
  const [service, ...args] = call.argv.slice(1);
  const state = call.phone.state();
  const api = state.build.apiLevel;
  if (service === "-l") {
    return print(call, "Currently running services:", ...servicesOf(api).map(({ name }) => `  ${name}`));
  }
  if (service === undefined) {
    await call.stderr.write("cmd: No service specified; use -l to list all services\n");
    return NO_SERVICE;
  }
  if (!serviceNamed(state, service)) {
    await call.stderr.write(`cmd: Can't find service: ${service}\n`);
    return NO_SERVICE;
  }
  const shell = shellOf(api, service, program);
  if (shell) return shell(call, args);
  // The reply of Binder.onShellCommand for a service without shell commands.
  await call.stderr.write("No shell command implementation.\n");
  return 0;
}

const NO_SERVICE = 20;
