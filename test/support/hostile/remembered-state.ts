import type { Command } from "../../../packages/virtual-android/src/command.js";
import type { PhoneState } from "../../../packages/virtual-android/src/phone-state.js";
import type { VirtualPhone } from "../../../packages/virtual-android/src/virtual-phone.js";

/**
 * Makes a phone compute its state only once while nothing changes and no time passes, because every dump needs the
 * whole state. A test compares the remembered state with the phone's own.
 */
export function rememberState(phone: VirtualPhone): void {
  const { state, setUiAutomationConnected, resetFrameStats, pixels, touchDown, touchUp } = phone;
  let last: { readonly atMs: number; readonly state: PhoneState } | undefined;
  const forget = () => {
    last = undefined;
  };
  phone.hooks.onChange(forget);
  const forgetting =
    <Args extends unknown[], Result>(act: (...args: Args) => Result) =>
    (...args: Args): Result => {
      forget();
      return act.apply(phone, args);
    };
  Object.assign(phone, {
    state: () => {
      const atMs = phone.clock.nowMs();
      if (last?.atMs !== atMs) last = { atMs, state: state.call(phone) };
      return last.state;
    },
    // These changes are not reported.
    setUiAutomationConnected: forgetting(setUiAutomationConnected),
    resetFrameStats: forgetting(resetFrameStats),
    pixels: forgetting(pixels),
    // A touch without an effect changes the state, too.
    touchDown: forgetting(touchDown),
    touchUp: forgetting(touchUp),
  });
}

/** The same program, which repeats its earlier output for the same arguments and the same state. */
export function rememberDumps(command: Command): Command {
  const printed = new WeakMap<PhoneState, Map<string, Uint8Array>>();
  return {
    ...command,
    run: async (call) => {
      const state = call.phone.state();
      const words = call.argv.join(" ");
      if (words.endsWith(" reset")) return await command.run(call);
      const known = printed.get(state)?.get(words);
      if (known) {
        await call.stdout.write(known);
        return 0;
      }
      const chunks: Uint8Array[] = [];
      const write = async (chunk: string | Uint8Array) => {
        chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
        await call.stdout.write(chunk);
      };
      const exitCode = await command.run({ ...call, stdout: { write } });
      if (exitCode !== 0) return exitCode;
      const all = printed.get(state) ?? new Map<string, Uint8Array>();
      printed.set(state, all.set(words, Buffer.concat(chunks)));
      return exitCode;
    },
  };
}
