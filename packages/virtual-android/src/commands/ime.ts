import type { Command, CommandCall } from "../command.js";
import type { PhoneState } from "../phone-state.js";

/** Lists, enables and selects input methods. From Android 9 on, its texts name the user. */
export const ime: Command = {
  name: "ime",
  isScript: true,
  run: async (call) => {
    const [command, ...args] = call.argv.slice(1);
    const id = args.filter((word) => word !== "--user" && !/^\d+$/.test(word))[0];
    if (command === "list") return await list(call, args);
    if (command === "enable" && id !== undefined) return await setEnabled(call, id, true);
    if (command === "disable" && id !== undefined) return await setEnabled(call, id, false);
    if (command === "set" && id !== undefined) return await choose(call, id);
    if (command === "reset") return await reset(call);
    return await printUsage(call, command);
  },
};

function enabledOf(state: PhoneState): readonly string[] {
  return (state.settings.secure.get("enabled_input_methods") ?? "").split(":").filter((id) => id !== "");
}

/** " for user #0" on releases that print it. */
function userWords(state: PhoneState): string {
  return state.build.apiLevel >= 28 ? " for user #0" : "";
}

async function list(call: CommandCall, args: readonly string[]): Promise<number> {
  const state = call.phone.state();
  const shown = args.includes("-a") ? (state.ime.installedMethods ?? enabledOf(state)) : enabledOf(state);
  const lines = args.includes("-s") ? shown : shown.flatMap(describe);
  if (lines.length > 0) await call.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

function describe(id: string): readonly string[] {
  const [packageName = "", className = ""] = id.split("/");
  return [
    `${id}:`,
    `  mId=${id} mSettingsActivityName=null mIsVrOnly=false mSupportsSwitchingToNextInputMethod=true`,
    "  mIsDefaultResId=0x7f050004",
    "  Service:",
    "    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false",
    "    ServiceInfo:",
    `      name=${className.startsWith(".") ? packageName + className : className}`,
    `      packageName=${packageName}`,
    "      enabled=true exported=true directBootAware=true",
    "      permission=android.permission.BIND_INPUT_METHOD",
  ];
}

async function setEnabled(call: CommandCall, id: string, isWanted: boolean): Promise<number> {
  const state = call.phone.state();
  const user = userWords(state);
  if (!(state.ime.installedMethods ?? []).includes(id)) {
    await call.stderr.write(`Unknown input method ${id} cannot be ${isWanted ? "enabled" : "disabled"}${user}\n`);
    return 255;
  }
  const enabled = enabledOf(state);
  const already = enabled.includes(id) === isWanted ? "already" : "now";
  const others = enabled.filter((other) => other !== id);
  call.phone.putSetting("secure", "enabled_input_methods", (isWanted ? [...others, id] : others).join(":"));
  await call.stdout.write(`Input method ${id}: ${already} ${isWanted ? "enabled" : "disabled"}${user}\n`);
  return 0;
}

async function choose(call: CommandCall, id: string): Promise<number> {
  const state = call.phone.state();
  if (!enabledOf(state).includes(id)) {
    await call.stderr.write(`Unknown input method ${id} cannot be selected${userWords(state)}\n`);
    return 255;
  }
  call.phone.putSetting("secure", "default_input_method", id);
  await call.stdout.write(`Input method ${id} selected${userWords(state)}\n`);
  return 0;
}

async function reset(call: CommandCall): Promise<number> {
  const [first = ""] = call.phone.state().ime.installedMethods ?? [];
  call.phone.putSetting("secure", "enabled_input_methods", first);
  call.phone.putSetting("secure", "default_input_method", first);
  const lines = ["Reset current and enabled IMEs for user #0", `  Selected: ${first}`, `  Enabled: ${first}`];
  await call.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

async function printUsage(call: CommandCall, command: string | undefined): Promise<number> {
  const lines = [
    ...(command === undefined ? [] : [`Unknown command: ${command}`]),
    "ime <command>:",
    "  list [-a] [-s]",
    "    prints all enabled input methods.",
    "  enable [--user <USER_ID>] <ID>",
    "  disable [--user <USER_ID>] <ID>",
    "  set [--user <USER_ID>] <ID>",
    "  reset [--user <USER_ID>]",
  ];
  await call.stdout.write(`${lines.join("\n")}\n`);
  return command === undefined ? 0 : 255;
}
