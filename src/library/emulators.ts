import { openFovea } from "../app/open-app.js";
import { readConfig } from "../base/config.js";
import { outcomeOf, runCall } from "../server/run-call.js";
import { toolContext } from "../server/tool-context.js";
import { Caller } from "../session/caller.js";
import { emulator } from "../tools/emulator.js";
import { flagsOf, requireListOptions } from "./connect-options.js";
import { describedFailure } from "./failures.js";
import { type Fields, withoutUndefined } from "./fields.js";
import type { BootOptions, Emulators, HostOptions } from "./types.js";

/** See {@link Emulators}. */
export const emulators: Emulators = {
  list: async (options = {}) => {
    const data = await call({}, "emulators.list", options);
    if (!("emulators" in data)) throw new TypeError("the emulators were not listed");
    return data.emulators;
  },
  boot: async (name, { timeoutMs, ...options }: BootOptions = {}) => {
    const data = await call(withoutUndefined({ boot: name, timeout_ms: timeoutMs }), "emulators.boot", options);
    if (!("serial" in data) || data.serial === null) throw new TypeError("no emulator was named");
    return data.serial;
  },
  stop: async (serial, options = {}) => {
    await call({ stop: serial }, "emulators.stop", options);
  },
};

type EmulatorOutcome = Awaited<ReturnType<typeof emulator.perform>>;

/** Calls the tool `emulator`, without a phone. */
async function call(fields: Fields, name: string, { options = {}, signal, ...unknown }: HostOptions) {
  requireListOptions({ options, ...unknown }, name);
  try {
    const config = readConfig(flagsOf(options));
    await using app = await openFovea(config, {
      program: "a program with the library",
      startsCompanion: false,
      entry: "library",
    });
    const context = { ...toolContext({ ...app, caller: new Caller() }, () => {}), gate: app.guard.newGate() };
    const asked = { tool: emulator, raw: fields, context, agree: null };
    return outcomeOf(await runCall<EmulatorOutcome, never>(asked, signal ?? new AbortController().signal)).data;
  } catch (error) {
    throw describedFailure(error, name);
  }
}
