import type { Caller } from "./callers.js";

/**
 * A caller with the old rule: the control with the id or at the place of a ref counts as the ref's element, even if its
 * words have changed. The trials have to fail with this caller; otherwise they would prove nothing.
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
