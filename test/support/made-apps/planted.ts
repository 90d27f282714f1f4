import type { Caller } from "./callers.js";

/**
 * A caller behind which the old rule holds again: what is found in the place of a ref, by its id or its place, is taken
 * for what the ref meant, whatever it says now. With it the trials have to fail: else they prove nothing.
 */
export function withOldRule(caller: Caller): Caller {
  return {
    ...caller,
    call: async (tool, args = {}) => {
      const said = await caller.call(tool, args);
      const now = said.isError ? /^REF_CHANGED: .*\nNext: It is (e\d+) now\b/.exec(said.text)?.[1] : undefined;
      return now === undefined || !("target" in args) ? said : await caller.call(tool, { ...args, target: now });
    },
  };
}
