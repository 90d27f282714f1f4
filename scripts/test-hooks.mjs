// node:test follows every promise and timer of the process, so that a test that is written after an `await` while files are
// loaded belongs to its suite. Where all are loaded that is needed no more, and it costs a sixth to a quarter of all
// that the tests compute. What is lost: an error outside of every test ends the run red, but is not put down to the test
// that caused it.
import hooks from "node:async_hooks";

const made = [];
const { createHook } = hooks;
hooks.createHook = (...parts) => {
  const hook = createHook(...parts);
  made.push(hook);
  return hook;
};
// The hook is made at the first of its tests, so before that of any other module.
const { before } = await import("node:test");
before(() => {});
hooks.createHook = createHook;

/** Ends the following of node:test; of nothing else. */
export function stopFollowing() {
  for (const hook of made.splice(0)) hook.disable();
}
