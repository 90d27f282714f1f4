import assert from "node:assert/strict";
import { test } from "node:test";
import { getevent } from "../../../packages/virtual-android/src/commands/getevent.js";
import { openPhone, runCommand } from "../../support/virtual-phone.js";

test("getevent lists possible events as toolbox does, by name or by number", async () => {
  using device = openPhone();
  const { stdout } = await runCommand(device, getevent, ["-lp"]);
  assert.equal(
    stdout.toString(),
    `add device 1: /dev/input/event1
  name:     "touch_panel"
  events:
    KEY (0001): BTN_TOUCH            
    ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
                ABS_MT_TOUCH_MAJOR    : value 0, min 0, max 255, fuzz 0, flat 0, resolution 0
                ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0
                ABS_MT_POSITION_Y     : value 0, min 0, max 2399, fuzz 0, flat 0, resolution 0
                ABS_MT_TRACKING_ID    : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
  input props:
    INPUT_PROP_DIRECT
add device 2: /dev/input/event0
  name:     "gpio-keys"
  events:
    KEY (0001): KEY_VOLUMEDOWN        KEY_VOLUMEUP          KEY_POWER            
  input props:
    <none>
`,
  );
  const numbers = (await runCommand(device, getevent, ["-p", "/dev/input/event1"])).stdout.toString();
  assert.match(numbers, /^ {4}KEY \(0001\): 014a $/m);
  assert.match(numbers, /^ {16}0035 {2}: value 0, min 0, max 1079,/m);
  assert.match(
    (await runCommand(device, getevent, ["-i"])).stdout.toString(),
    /^ {2}location: "touch_panel\/input0"$/m,
  );
});

test("getevent reports a finger by protocol B with the phone's time, no injected input, and no value twice", {
  timeout: 20_000,
}, async () => {
  using device = openPhone();
  const heard = runCommand(device, getevent, ["-lt", "-c", "10"]);
  device.phone.touchDown({ x: 5, y: 5 });
  device.phone.touchUp({ x: 5, y: 5 });
  device.phone.hooks.tapAt({ x: 300, y: 700 });
  device.phone.hooks.tapAt({ x: 300, y: 900 });
  const lines = (await heard).stdout.toString().trimEnd().split("\n").slice(4);
  const at = /^\[ *\d+\.\d{6}\] \/dev\/input\/event1: /;
  for (const line of lines) assert.match(line, at);
  assert.deepEqual(
    lines.map((line) => line.replace(at, "").trimEnd().split(/ +/).join(" ")),
    [
      "EV_ABS ABS_MT_TRACKING_ID 00000000",
      "EV_ABS ABS_MT_POSITION_X 0000012c",
      "EV_ABS ABS_MT_POSITION_Y 000002bc",
      "EV_ABS ABS_MT_TOUCH_MAJOR 0000000c",
      "EV_KEY BTN_TOUCH DOWN",
      "EV_SYN SYN_REPORT 00000000",
      "EV_ABS ABS_MT_TRACKING_ID ffffffff",
      "EV_KEY BTN_TOUCH UP",
      "EV_SYN SYN_REPORT 00000000",
      "EV_ABS ABS_MT_TRACKING_ID 00000001",
    ],
  );
});

test("getevent refuses a missing device and an unknown option", async () => {
  using device = openPhone();
  const nowhere = await runCommand(device, getevent, ["/dev/input/event9"]);
  assert.deepEqual(
    [nowhere.status, nowhere.stderr],
    [1, "could not open /dev/input/event9, No such file or directory\n"],
  );
  assert.match((await runCommand(device, getevent, ["-z"])).stderr, /^Usage: getevent \[-t\]/);
});
