import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { parseDeviceRows } from "../../src/devices/adb/device-row.js";
import { type DeviceEvent, DeviceEvents } from "../../src/devices/device-events.js";

interface Watched {
  readonly reported: string[];
  /** The list as it is now, for example `A device 1; B offline 2`. */
  see(list: string): void;
  later(ms: number): void;
}

function watching(work: (watched: Watched) => void): void {
  mock.timers.enable({ apis: ["setTimeout"] });
  const reported: string[] = [];
  const emit = ({ kind, device }: DeviceEvent) => reported.push(`${kind} ${device.serial} ${device.state}`);
  using events = new DeviceEvents(emit, 500);
  const lines = (list: string) => list.replace(/ (\d+)(?:; |$)/g, " transport_id:$1\n");
  try {
    work({ reported, see: (list) => events.update(parseDeviceRows(lines(list))), later: (ms) => mock.timers.tick(ms) });
  } finally {
    mock.timers.reset();
  }
}

test("each device that connects, disconnects or changes is reported once", () => {
  watching(({ reported, see }) => {
    see("A device 1; B unauthorized 2");
    see("A device 1; B unauthorized 2");
    see("A device 1; B device 2");
    see("B device 2");
    assert.deepEqual(reported, ["added A device", "added B unauthorized", "changed B device", "removed A device"]);
  });
});

test("a short time offline is not reported", () => {
  watching(({ reported, see, later }) => {
    see("A device 1");
    see("A offline 1");
    later(499);
    see("A device 1");
    later(5_000);
    assert.deepEqual(reported, ["added A device"]);
  });
});

test("a device that stays offline is reported after the flap time", () => {
  watching(({ reported, see, later }) => {
    see("A device 1");
    see("A offline 1");
    later(500);
    see("A offline 1");
    assert.deepEqual(reported, ["added A device", "changed A offline"]);
    see("A device 1");
    assert.equal(reported.at(-1), "changed A device");
  });
});

test("a new device is reported in the state in which it settles", () => {
  watching(({ reported, see, later }) => {
    see("A offline 1");
    see("A authorizing 1");
    later(100);
    see("A device 1");
    later(5_000);
    assert.deepEqual(reported, ["added A device"]);
  });
});

test("a device that connects and disconnects within the flap time is not reported", () => {
  watching(({ reported, see, later }) => {
    see("A offline 1");
    see("");
    later(5_000);
    assert.deepEqual(reported, []);
  });
});

test("a device that was reconnected between two lists is reported as removed and added", () => {
  watching(({ reported, see }) => {
    see("A device 1");
    see("A device 2");
    assert.deepEqual(reported, ["added A device", "removed A device", "added A device"]);
  });
});
