import assert from "node:assert/strict";
import { test } from "node:test";
import { FoveaError } from "../../../src/base/errors.js";
import { pollUntil } from "../../../src/base/signals.js";
import { isLive, type LinkOptions, OnDeviceLink } from "../../../src/devices/companion/companion-link.js";
import type { OurWays } from "../../../src/devices/companion/our-ways.js";
import { FakeCompanion, fakeEpoch, socketsOnly } from "../../support/fake-companion.js";
import { never } from "../../support/never.js";

const SERVICE = "localabstract:dev.fovea.service.u0";

const WAYS: OurWays = {
  serviceEpoch: async () => fakeEpoch(),
  requireOurs: async () => {},
  shellEpoch: async () => null,
  findShellHost: async () => ({ epoch: null, busy: { by: "Appium" } }),
  startShellHost: async () => {
    throw new FoveaError("INTERNAL", "nothing is started here");
  },
};
const OPTIONS: LinkOptions = { ways: WAYS, companion: "service", preference: "auto" };

/** A link to a device that plays one companion after the other, the last one again and again. */
function linked(companions: readonly (FakeCompanion | undefined)[], options: Partial<LinkOptions> = {}) {
  let next = 0;
  const device = socketsOnly(() => companions[Math.min(next++, companions.length - 1)]);
  return { device, link: new OnDeviceLink(device, { ...OPTIONS, ...options }) };
}

async function reasonOf(link: OnDeviceLink): Promise<{ readonly code: string; readonly isFault: boolean }> {
  const companion = await link.live(never());
  if (isLive(companion)) throw new Error("it is live");
  return { code: companion.reason.code, isFault: companion.isFault };
}

test("simultaneous calls share one connection, and later calls reuse it", async () => {
  const { device, link } = linked([new FakeCompanion({})]);
  using _ = link;
  const companions = await Promise.all([link.live(never()), link.live(never())]);
  assert.ok(companions.every(isLive));
  assert.equal(await link.live(never()), companions[0]);
  assert.deepEqual(device.opened, [SERVICE]);
});

test("a device without a companion is asked every few seconds, and at once after setup, without any warning", async () => {
  const { device, link } = linked([undefined]);
  using _ = link;
  for (let count = 0; count < 5; count += 1) {
    assert.deepEqual(await reasonOf(link), { code: "ON_DEVICE_NOT_BOUND", isFault: false });
  }
  assert.deepEqual(device.opened, [SERVICE]);
  link.reconsider();
  await reasonOf(link);
  assert.equal(device.opened.length, 2);
});

test("a companion is not trusted where the system reports another process under its name, or none", async () => {
  for (const epoch of ["fedcba9876543210", null]) {
    const companion = new FakeCompanion({});
    const { link } = linked([companion], { ways: { ...WAYS, serviceEpoch: async () => epoch } });
    using _ = link;
    assert.deepEqual(await reasonOf(link), { code: "ON_DEVICE_UNTRUSTED", isFault: true });
    assert.equal(companion.isClosed, true);
    assert.deepEqual(companion.asked, []);
  }
});

test("a package with another certificate is not used", async () => {
  const foreign = async () => {
    throw new FoveaError("ON_DEVICE_FOREIGN_CERTIFICATE", "somebody else's");
  };
  const { link } = linked([new FakeCompanion({})], { ways: { ...WAYS, requireOurs: foreign } });
  using _ = link;
  assert.equal((await reasonOf(link)).code, "ON_DEVICE_FOREIGN_CERTIFICATE");
});

test("a lost connection is opened again, and the system is asked again only for another process", async () => {
  const [first, again, other] = [
    new FakeCompanion({}),
    new FakeCompanion({}),
    new FakeCompanion({}, { epoch: "00000000000000aa" }),
  ];
  let asked = 0;
  const ways = {
    ...WAYS,
    serviceEpoch: async () => {
      asked += 1;
      return asked === 1 ? fakeEpoch() : "00000000000000aa";
    },
  };
  const { link } = linked([first, again, other], { ways });
  using _ = link;
  for (const [companion, questions] of [
    [first, 1],
    [again, 1],
    [other, 2],
  ] as const) {
    const live = await link.live(never());
    assert.ok(isLive(live));
    assert.equal(asked, questions);
    companion.end();
    await pollUntil(() => live.client.ended.aborted || undefined, 5, never());
    assert.equal(link.current, undefined);
  }
});

test("a suppressed companion reports it, keeps its connection, and is live again when that is over", async () => {
  const companion = new FakeCompanion({});
  const { device, link } = linked([companion]);
  using _ = link;
  const live = await link.live(never());
  assert.ok(isLive(live));
  companion.event("service", { text: "suppressed" });
  await pollUntil(() => live.events.isSuppressed || undefined, 5, never());
  assert.deepEqual(await reasonOf(link), { code: "ON_DEVICE_SUPPRESSED", isFault: true });
  companion.event("service", { text: "running" });
  await pollUntil(() => (live.events.isSuppressed ? undefined : true), 5, never());
  assert.equal(await link.live(never()), live);
  assert.equal(device.opened.length, 1);
});

test("the companion shell starts only where it is allowed and there is no service, and its failure is reported", async () => {
  const { link } = linked([undefined], { companion: "auto" });
  using _ = link;
  assert.deepEqual(await reasonOf(link), { code: "UIAUTOMATION_BUSY", isFault: true });
  const quiet = linked([undefined]);
  using __ = quiet.link;
  assert.equal((await reasonOf(quiet.link)).code, "ON_DEVICE_NOT_BOUND");
});

test("a caller that cancels leaves the connection to the other callers", async () => {
  const { link } = linked([new FakeCompanion({})]);
  using _ = link;
  const caller = new AbortController();
  const given = link.live(caller.signal);
  const other = link.live(never());
  caller.abort(new Error("enough"));
  await assert.rejects(given, /enough/);
  assert.ok(isLive(await other));
});

test("a closed link ends its connection, and opens no other one", async () => {
  const companion = new FakeCompanion({});
  const { link } = linked([companion]);
  assert.ok(isLive(await link.live(never())));
  link.close();
  assert.equal(companion.isClosed, true);
  assert.ok(!isLive(await link.live(never())));
});

test("another user in front gets that user's service, and a work profile without one gets the first user's", async () => {
  const [first, second] = [new FakeCompanion({}), new FakeCompanion({}, { user: 10, epoch: "00000000000000aa" })];
  const asked: number[] = [];
  const serviceEpoch: OurWays["serviceEpoch"] = async (_device, user) => {
    asked.push(user);
    return user === 10 ? "00000000000000aa" : fakeEpoch();
  };
  const device = socketsOnly((socket) => (socket.endsWith(".u10") ? second : new FakeCompanion({})));
  const link = new OnDeviceLink(device, { ...OPTIONS, ways: { ...WAYS, serviceEpoch } });
  using _ = link;
  link.noteUser(10);
  const live = await link.live(never());
  assert.ok(isLive(live) && live.client.hello.user === 10);
  assert.deepEqual(asked, [10]);
  link.noteUser(0);
  assert.equal(await link.live(never()), live, "a service that answers is kept despite a window of another user");
  second.event("service", { text: "suppressed" });
  await pollUntil(() => live.events.isSuppressed || undefined, 5, never());
  const back = await link.live(never());
  assert.ok(isLive(back) && back.client.hello.user === 0);
  assert.equal(second.isClosed, true);

  const profile = socketsOnly((socket) => (socket.endsWith(".u0") ? first : undefined));
  const other = new OnDeviceLink(profile, OPTIONS);
  using __ = other;
  other.noteUser(10);
  const found = await other.live(never());
  assert.ok(isLive(found) && found.client.hello.user === 0);
  assert.deepEqual(profile.opened, ["localabstract:dev.fovea.service.u10", SERVICE]);
});

test("a service that reports another user than its socket belongs to is not trusted", async () => {
  const { link } = linked([new FakeCompanion({}, { user: 10 })]);
  using _ = link;
  assert.deepEqual(await reasonOf(link), { code: "ON_DEVICE_UNTRUSTED", isFault: true });
});

test("a companion suppressed by Fovea's own dump is waited for, and one suppressed by another program is not", async () => {
  const companion = new FakeCompanion({}, { state: "suppressed" });
  const again = new FakeCompanion({});
  const { device, link } = linked([companion, again]);
  using _ = link;
  assert.equal((await reasonOf(link)).code, "ON_DEVICE_SUPPRESSED");
  assert.equal((await reasonOf(link)).code, "ON_DEVICE_SUPPRESSED");
  assert.equal(device.opened.length, 1);
  link.noteDump({ suppressed: false });
  assert.ok(isLive(await link.live(never())));
  assert.equal(device.opened.length, 2);
});

test("a service whose process ended during Fovea's own dump is waited for, and a disconnected device is not", async () => {
  const { device, link } = linked([undefined, undefined, new FakeCompanion({})]);
  using _ = link;
  link.noteDump({ suppressed: true });
  assert.ok(isLive(await link.live(never())));
  assert.equal(device.opened.length, 3);

  const gone = socketsOnly(() => {
    throw new FoveaError("DEVICE_OFFLINE", "phone-1 is offline");
  });
  using other = new OnDeviceLink(gone, OPTIONS);
  other.noteDump({ suppressed: true });
  assert.equal((await reasonOf(other)).code, "DEVICE_OFFLINE");
  assert.equal(gone.opened.length, 1);
});
