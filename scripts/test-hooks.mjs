// node:test follows every promise and timer of the process, so that a test that is defined after an `await`, while
// files are loaded, belongs to its suite. Once all files are loaded, this is no longer needed (conventions.test.ts: no
// suite is built over time), and it costs a sixth to a quarter of all that the tests compute. What is lost: an error
// outside of every test still fails the run, but is not attributed to the test that caused it. Has to be imported
// before node:test, so before any module that imports it.
import hooks from "node:async_hooks";

/**
 * node:test takes this function when it is loaded, and makes its hook with its first suite; everybody else gets the
 * real one.
 */
const { createHook } = hooks;
const made = [];
hooks.createHook = (...parts) => {
  hooks.createHook = createHook;
  const hook = createHook(...parts);
  made.push(hook);
  return hook;
};

/** Ends the following of node:test; of nothing else. */
export function stopFollowing() {
  for (const hook of made.splice(0)) hook.disable();
}
