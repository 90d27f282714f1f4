import type { Command, CommandCall } from "../command.js";
import { serviceNamed, servicesOf } from "../dumps/services.js";
import { shellOf } from "../shell-commands/service-shells.js";
import { print } from "../shell-commands/shell-command.js";

/** `cmd SERVICE ARGS…`, `cmd -l`. Services that are also programs (`activity`: am, `input`) run those. */
export const cmd: Command = {
  name: "cmd",
  async run(call) {
    // At run time, because the registry names this program too.
    const { FRAMEWORK_COMMANDS } = await import("../framework-commands.js");
    return runCmd(call, (name) => FRAMEWORK_COMMANDS.find((one) => one.name === name));
  },
};

/** The same with another registry of programs. */
export async function runCmd(call: CommandCall, program: (name: string) => Command | undefined): Promise<number> {
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
  // Binder.onShellCommand of a service that has none.
  await call.stderr.write("No shell command implementation.\n");
  return 0;
}

const NO_SERVICE = 20;
