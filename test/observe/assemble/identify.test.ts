import assert from "node:assert/strict";
import { test } from "node:test";
import { startDirectPhone } from "../../support/direct-phone.js";

test("a large screen gets the refs of the last observation, even one that came while they were computed", async (t) => {
  await using phone = await startDirectPhone({ app: "com.fovea.stress/com.fovea.stress.HugeActivity" });
  const first = await phone.observe();
  const nodes = first.viewHierarchy?.nodes.length ?? 0;
  assert.ok(nodes > 1_000, `${nodes} nodes`);
  const renamed = (ref: string) => `e9${ref.slice(1)}`;
  const elements = first.elements.map((element) => ({
    ...element,
    ref: renamed(element.ref),
    parent: element.parent === null ? null : renamed(element.parent),
  }));
  const { screens } = phone.session;
  const looksOf = screens.looksOf.bind(screens);
  let came = 0;
  t.mock.method(screens, "looksOf", (...asked: Parameters<typeof looksOf>) => {
    came += 1;
    if (came === 1) phone.session.remember({ ...first, elements }, () => "");
    return looksOf(...asked);
  });
  const second = await phone.observe({ fresh: "forced" });
  assert.ok(came > 0);
  assert.deepEqual(
    second.elements.map(({ ref }) => ref),
    elements.map(({ ref }) => ref),
  );
});
