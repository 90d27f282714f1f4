import type { CommandCall } from "../command.js";
import { JavaError, printShellException } from "../java-error.js";
import { defaultCommand, type ShellCommand } from "../shell-command.js";

/** `cmd location providers …` of LocationShellCommand: test providers, which require the app-op of mock locations. */
export const locationShell: ShellCommand = async (call, args) => {
  const [command, verb, provider, ...rest] = args;
  if (command !== "providers" || provider === undefined) return await defaultCommand(call, command, LOCATION_HELP);
  const mockLocation = call.phone.managers?.location;
  if (!mockLocation?.isAllowed)
    return await refuse(call, "com.android.shell from uid 2000 not allowed to perform MOCK_LOCATION");
  const { providers } = mockLocation;
  if (verb === "add-test-provider") {
    providers.set(provider, null);
    return 0;
  }
  if (verb === "remove-test-provider") {
    providers.delete(provider);
    return 0;
  }
  if (!providers.has(provider)) return await refuse(call, `${provider} provider is not a test provider`, ILLEGAL);
  if (verb === "set-test-provider-enabled") return 0;
  if (verb !== "set-test-provider-location") return await defaultCommand(call, verb, LOCATION_HELP);
  const [, latitude, longitude] = /^(-?[\d.]+),(-?[\d.]+)$/.exec(rest[rest.indexOf("--location") + 1] ?? "") ?? [];
  if (latitude === undefined || longitude === undefined)
    return await refuse(call, 'Option "--location" is required', ILLEGAL);
  providers.set(provider, { latitude: Number(latitude), longitude: Number(longitude) });
  return 0;
};

const ILLEGAL = "java.lang.IllegalArgumentException";

async function refuse(call: CommandCall, message: string, className = "java.lang.SecurityException"): Promise<number> {
  return await printShellException(call, "providers", new JavaError(className, message, FRAMES));
}

const FRAMES = [
  "com.android.server.location.LocationManagerService.addTestProvider(LocationManagerService.java:1370)",
] as const;

const LOCATION_HELP = [
  "Location service commands:",
  "  help or -h",
  "    Print this help text.",
  "  is-location-enabled [--user <USER_ID>]",
  "    Gets the master location switch enabled state. If no user is specified,",
  "    the current user is assumed.",
  "  providers",
  "    The providers command is followed by a subcommand, as listed below:",
];
