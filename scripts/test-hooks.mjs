// node:test tracks every promise and timer of the process, so that a test that is defined after an `await`, while
// files are loaded, belongs to its suite. After all files are loaded, this is no longer needed (conventions.test.ts
// forbids asynchronous suites), and it takes a sixth to a quarter of the tests' processor time. The disadvantage: an
// error outside of every test still fails the run, but is not attributed to the test that caused it. Has to be imported
// before node:test, and so before any module that imports node:test.
import hooks from "node:async_hooks";

/**
 * node:test gets this function when it is loaded, and creates its hook with its first suite; all other modules get the
 * original function.
 */
const { createHook } = hooks;
const made = [];
hooks.createHook = (...parts) => {
  hooks.createHook = createHook;
  const hook = createHook(...parts);
  made.push(hook);
  return hook;
};

/** Stops the tracking by node:test, and no other hook. */
export function stopFollowing() {
  for (const hook of made.splice(0)) hook.disable();
}
