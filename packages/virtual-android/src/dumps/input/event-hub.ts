import type { PhoneState } from "../../phone-state.js";
import { hex8, type Lines, linesOf, NOW, when } from "../text.js";
import { descriptorOf, devicesOf, type InputDevice } from "./devices.js";

/** EventHub::dump: the devices as the kernel reports them. */
export function eventHubLines(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  return [
    "Event Hub State:",
    "  BuiltInKeyboardId: -2",
    "  Devices:",
    ...devicesOf(state).flatMap((device) => deviceLines(api, device)),
    ...when(api >= 29, "  Unattached video devices:", "    <none>"),
  ];
}

function deviceLines(api: number, device: InputDevice): Lines {
  const isVirtual = device.id < 0;
  const isPanel = device.touches !== null;
  const identifier = `bus=0x${isVirtual ? "0000" : "0019"}, vendor=0x0000, product=0x0000, version=0x0000`;
  return linesOf(api, [
    [24, NOW, `    ${device.id}: ${device.name}`],
    [24, 30, `      Classes: ${hex8(device.classes)}`],
    [31, NOW, `      Classes: ${device.classNames}`],
    [24, NOW, `      Path: ${device.path}`],
    [26, NOW, "      Enabled: true"],
    [24, NOW, `      Descriptor: ${descriptorOf(device)}`],
    [24, NOW, `      Location: ${device.location}`],
    [24, NOW, "      ControllerNumber: 0"],
    [24, NOW, `      UniqueId: ${isVirtual ? "<virtual>" : ""}`],
    [24, 33, `      Identifier: ${identifier}`],
    [34, NOW, `      Identifier: ${identifier}, bluetoothAddress=<not set>`],
    [24, NOW, `      KeyLayoutFile: ${isPanel ? "" : "/system/usr/keylayout/Generic.kl"}`],
    [24, NOW, `      KeyCharacterMapFile: ${isPanel ? "" : `/system/usr/keychars/${device.keyCharacterMap}.kcm`}`],
    [24, NOW, "      ConfigurationFile: "],
    [24, 33, "      HaveKeyboardLayoutOverlay: false"],
    [29, NOW, "      VideoDevice: <none>"],
    [34, NOW, `      SysfsDevicePath: ${isVirtual ? "<none>" : `/sys/devices/platform/${device.name}`}`],
    ...(isVirtual ? [] : ([[35, NOW, "      KeyState (pressed): <none>"]] as const)),
    ...(isPanel
      ? ([[35, NOW, "      AbsState: ABS_MT_SLOT=0, ABS_MT_POSITION_X=0, ABS_MT_POSITION_Y=0"]] as const)
      : []),
  ]);
}
