import type { PhoneState } from "../../phone-state.js";
import { hex8, type Lines, linesOf, NOW, type VersionedLine, when } from "../text.js";
import { devicesOf, type InputDevice } from "./devices.js";
import { motionRanges, touchMapperLines } from "./touch-mapper.js";
import { configurationViewports } from "./viewports.js";

/** InputReader::dump: the devices as the framework reports them, then the reader's configuration. */
export function readerLines(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const devices = devicesOf(state);
  return [
    api <= 30 ? "Input Reader State:" : `Input Reader State (Nums of device: ${devices.length}):`,
    ...devices.flatMap((device, index) => deviceLines(api, device, index)),
    ...when(api >= 31, "  NextTimeout: 9223372036854775807"),
    ...linesOf(api, CONFIGURATION),
    ...configurationViewports(state),
  ];
}

function deviceLines(api: number, device: InputDevice, index: number): Lines {
  const view = device.touches;
  const table: readonly VersionedLine[] = [
    [24, NOW, `  Device ${device.id < 0 ? device.id : device.id + (api >= 30 ? 1 : 0)}: ${device.name}`],
    [30, NOW, `    EventHub Devices: [ ${device.id} ] `],
    [24, NOW, `    Generation: ${2 * index + 2}`],
    [24, NOW, "    IsExternal: false"],
    [35, NOW, "    IsWaking: false"],
    [29, NOW, "    AssociatedDisplayPort: <none>"],
    [31, 33, "    AssociatedDisplayUniqueId: <none>"],
    [34, NOW, "    AssociatedDisplayUniqueIdByPort: <none>"],
    [35, NOW, "    AssociatedDisplayUniqueIdByDescriptor: <none>"],
    [35, NOW, `    SysfsRootPath:     ${device.id < 0 ? "<none>" : `/sys/devices/platform/${device.name}`}`],
    [24, NOW, "    HasMic:     false"],
    [24, 32, `    Sources: ${hex8(device.sources)}`],
    [33, NOW, `    Sources: ${device.sourceNames}`],
    [24, NOW, `    KeyboardType: ${device.keyboardType}`],
    [31, NOW, "    ControllerNum: 0"],
  ];
  return [
    ...linesOf(api, table),
    ...(view ? [...motionRanges(api, view), ...touchMapperLines(api, view)] : keyboardMapper(api, device)),
  ];
}

function keyboardMapper(api: number, device: InputDevice): Lines {
  return linesOf(api, [
    [24, NOW, "    Keyboard Input Mapper:"],
    [24, NOW, "      Parameters:"],
    [24, 33, "        HasAssociatedDisplay: false"],
    [24, NOW, "        OrientationAware: false"],
    [24, NOW, "        HandlesKeyRepeat: false"],
    [24, 33, `      KeyboardType: ${device.keyboardType}`],
    [24, 33, "      Orientation: 0"],
    [34, NOW, "      Orientation: Rotation0"],
    [24, NOW, "      KeyDowns: 0 keys currently down"],
    [24, NOW, "      MetaState: 0x0"],
    [24, 32, "      DownTime: 0"],
    [34, NOW, "      KeyboardLayoutInfo: <not set>"],
  ]);
}

const CONFIGURATION: readonly VersionedLine[] = [
  [24, NOW, "  Configuration:"],
  [24, NOW, "    ExcludedDeviceNames: []"],
  [24, NOW, "    VirtualKeyQuietTime: 100.0ms"],
  [
    24,
    NOW,
    "    PointerVelocityControlParameters: scale=1.000, lowThreshold=500.000, highThreshold=3000.000, acceleration=3.000",
  ],
  [
    24,
    NOW,
    "    WheelVelocityControlParameters: scale=1.000, lowThreshold=15.000, highThreshold=50.000, acceleration=4.000",
  ],
  [24, NOW, "    PointerGesture:"],
  [24, NOW, "      Enabled: true"],
  [24, NOW, "      QuietInterval: 100.0ms"],
  [24, NOW, "      DragMinSwitchSpeed: 50.0px/s"],
  [24, NOW, "      TapInterval: 150.0ms"],
  [24, NOW, "      TapDragInterval: 300.0ms"],
  [24, NOW, "      TapSlop: 20.0px"],
  [24, NOW, "      MultitouchSettleInterval: 100.0ms"],
  [24, NOW, "      MultitouchMinDistance: 15.0px"],
  [24, NOW, "      SwipeTransitionAngleCosine: 0.3"],
  [24, NOW, "      SwipeMaxWidthRatio: 0.2"],
  [24, NOW, "      MovementSpeedRatio: 0.8"],
  [24, NOW, "      ZoomSpeedRatio: 0.3"],
];
