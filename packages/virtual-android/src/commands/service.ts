import type { Command, CommandCall } from "../command.js";
import { serviceNamed, servicesOf } from "../dumps/services.js";
import { print } from "../shell-command.js";

/**
 * `service list|check NAME`. `service call` is not supported: it needs the interface of the service, which no dump
 * shows.
 */
export const service: Command = {
  name: "service",
  async run(call) {
    const [, verb, name] = call.argv;
    if (verb === "list") return list(call);
    if (verb === "check" && name !== undefined) {
      const found = serviceNamed(call.phone, name) !== undefined;
      return print(call, `Service ${name}: ${found ? "found" : "not found"}`);
    }
    if (verb === "call" && name !== undefined) {
      await call.stderr.write(`service: Service ${name} takes no calls here\n`);
      return USAGE_STATUS;
    }
    await call.stdout.write(`${USAGE.join("\n")}\n`);
    return verb === "-h" || verb === "-?" ? 0 : USAGE_STATUS;
  },
};

/** The exit status of AOSP's service(1) for invalid arguments. */
const USAGE_STATUS = 10;

const USAGE = ["Usage: service [-h|-?]", "       service list", "       service check SERVICE"];

async function list(call: CommandCall): Promise<number> {
  const services = servicesOf(call.phone.build.apiLevel);
  return print(
    call,
    `Found ${services.length} services:`,
    ...services.map(({ name, descriptor }, index) => `${index}\t${name}: [${descriptor}]`),
  );
}
