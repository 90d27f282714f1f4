import type { Command } from "../command.js";

/**
 * `setprop NAME VALUE`. The shell may set the properties that its SELinux domain allows (debug.*, log.*, a few more);
 * all others fail, and so does every name that starts with `ro.`.
 */
export const setprop: Command = {
  name: "setprop",
  async run(call) {
    const [, name, value] = call.argv;
    if (name === undefined || value === undefined || call.argv.length > 3) {
      await call.stderr.write("usage: setprop NAME VALUE\n");
      return 1;
    }
    const isAllowed = ALLOWED.some((prefix) => name.startsWith(prefix)) && value.length <= VALUE_LIMIT;
    if (isAllowed && call.phone.setProperty) {
      call.phone.setProperty(name, value);
      return 0;
    }
    const { apiLevel } = call.phone.build;
    const failure =
      apiLevel >= 29
        ? `Failed to set property '${name}' to '${value}'.\nSee dmesg for error reason.\n`
        : `setprop: failed to set property '${name}' to '${value}'\n`;
    await call.stderr.write(failure);
    return 1;
  },
};

/** The property names that shell.te and property.te of AOSP let the shell set, by their start. */
const ALLOWED = ["debug.", "log.", "persist.log.", "security.perf_harden", "sys.usb.", "service.adb.", "dumpstate."];

/** PROP_VALUE_MAX without the final NUL. */
const VALUE_LIMIT = 91;
