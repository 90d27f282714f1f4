import type { Command, CommandCall } from "../command.js";
import { complain, print } from "../shell-command.js";

/** `getprop [-T] [NAME [DEFAULT]]`: all properties sorted by name, or one; for an unknown property an empty line. */
export const getprop: Command = {
  name: "getprop",
  async run(call) {
    const words = call.argv.slice(1);
    const wantsTypes = words[0] === "-T";
    const rest = wantsTypes ? words.slice(1) : words;
    if (rest[0]?.startsWith("-")) {
      await complain(call, `getprop: Unknown option '${rest[0].slice(1)}' (see "getprop --help")`);
      return 1;
    }
    const value = wantsTypes ? typeOf : plain;
    const { properties } = call.phone.state();
    const [name, fallback = ""] = rest;
    if (name !== undefined) return print(call, value(properties.get(name) ?? fallback));
    return printAll(call, value);
  },
};

async function printAll(call: CommandCall, value: (text: string) => string): Promise<number> {
  const sorted = [...call.phone.state().properties].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return print(call, ...sorted.map(([name, text]) => `[${name}]: [${value(text)}]`));
}

function plain(text: string): string {
  return text;
}

/** The type from property_contexts; inferred from the value, because the virtual phone has no such file. */
function typeOf(text: string): string {
  if (/^-?\d+$/.test(text)) return "int";
  return text === "true" || text === "false" ? "bool" : "string";
}
