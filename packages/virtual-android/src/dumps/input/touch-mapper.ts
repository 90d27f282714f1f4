import type { DisplayView } from "../display-views.js";
import { type Lines, linesOf, NOW, type VersionedLine } from "../text.js";
import { viewportText } from "./viewports.js";

/** The ranges of coordinates for apps, in pixels of the display. */
export function motionRanges(api: number, { display }: DisplayView): Lines {
  const { width, height } = display.size;
  const source = api <= 32 ? "0x00001002" : "TOUCHSCREEN";
  const range = (name: string, max: number): string =>
    `      ${name}: source=${source}, min=0.000, max=${max.toFixed(3)}, flat=0.000, fuzz=0.000, resolution=0.000`;
  const diagonal = Math.hypot(width, height);
  return [
    "    Motion Ranges:",
    range("X", width - 1),
    range("Y", height - 1),
    range("PRESSURE", 1),
    range("SIZE", 1),
    ...["TOUCH_MAJOR", "TOUCH_MINOR", "TOOL_MAJOR", "TOOL_MINOR"].map((name) => range(name, diagonal)),
  ];
}

/** TouchInputMapper::dump: the panel's raw axes, the target area of its touches, and the last touches. */
export function touchMapperLines(api: number, view: DisplayView): Lines {
  return linesOf(api, [
    ...PARAMETERS,
    ...axesTable(view),
    ...CALIBRATION,
    ...surfaceTable(api, view),
    ...SCALING,
    ...LAST,
  ]);
}

const PARAMETERS: readonly VersionedLine[] = [
  [24, 32, "    Touch Input Mapper (mode - direct):"],
  [33, NOW, "    Touch Input Mapper (mode - DIRECT):"],
  [24, NOW, "      Parameters:"],
  [24, 32, "        GestureMode: multi-touch"],
  [33, NOW, "        GestureMode: MULTI_TOUCH"],
  [24, 32, "        DeviceType: touchScreen"],
  [33, NOW, "        DeviceType: TOUCH_SCREEN"],
  [24, NOW, "        AssociatedDisplay: hasAssociatedDisplay=true, isExternal=false, displayId=''"],
  [24, NOW, "        OrientationAware: true"],
  [33, NOW, "        Orientation: Rotation0"],
  [34, NOW, "        UsiVersion: <not set>"],
  [35, NOW, "        EnableForInactiveViewport: false"],
];

function axesTable({ display }: DisplayView): readonly VersionedLine[] {
  const { width, height } = display.physicalSize;
  const axis = (name: string, max: number | null): VersionedLine => [
    24,
    NOW,
    `        ${name}: ${max === null ? "unknown range" : `min=0, max=${max}, flat=0, fuzz=0, resolution=0`}`,
  ];
  return [
    [24, NOW, "      Raw Touch Axes:"],
    axis("X", width - 1),
    axis("Y", height - 1),
    axis("Pressure", null),
    axis("TouchMajor", 255),
    axis("TouchMinor", null),
    ...["ToolMajor", "ToolMinor", "Orientation", "Distance", "TiltX", "TiltY"].map((name) => axis(name, null)),
    axis("TrackingId", 65_535),
    axis("Slot", 9),
  ];
}

const CALIBRATION: readonly VersionedLine[] = [
  [24, NOW, "      Calibration:"],
  [24, 32, "        touch.size.calibration: geometric"],
  [33, NOW, "        touch.size.calibration: GEOMETRIC"],
  [24, NOW, "        touch.pressure.calibration: none"],
  [24, NOW, "        touch.orientation.calibration: none"],
  [24, NOW, "        touch.distance.calibration: none"],
  [24, 33, "        touch.coverage.calibration: none"],
  [24, NOW, "      Affine Transformation:"],
  [24, NOW, "        X scale: 1.000"],
  [24, NOW, "        X ymix: 0.000"],
  [24, NOW, "        X offset: 0.000"],
  [24, NOW, "        Y xmix: 0.000"],
  [24, NOW, "        Y scale: 1.000"],
  [24, NOW, "        Y offset: 0.000"],
];

/** The target area of the panel's touches; Android 13 removed `SurfaceOrientation`. */
function surfaceTable(api: number, view: DisplayView): readonly VersionedLine[] {
  const { size, rotation, physicalSize } = view.display;
  const turned = rotation % 2 === 0 ? physicalSize : { width: physicalSize.height, height: physicalSize.width };
  const scale = (size.width / turned.width).toFixed(3);
  return [
    [24, NOW, `      ${viewportText(api, view)}`],
    [24, 32, `      SurfaceWidth: ${size.width}px`],
    [24, 32, `      SurfaceHeight: ${size.height}px`],
    [24, 32, "      SurfaceLeft: 0"],
    [24, 32, "      SurfaceTop: 0"],
    [30, 32, `      SurfaceRight: ${size.width}`],
    [30, 32, `      SurfaceBottom: ${size.height}`],
    [33, 33, `      DisplayWidth: ${size.width}px`],
    [33, 33, `      DisplayHeight: ${size.height}px`],
    [28, 33, `      PhysicalWidth: ${turned.width}px`],
    [28, 33, `      PhysicalHeight: ${turned.height}px`],
    [28, 33, "      PhysicalLeft: 0"],
    [28, 33, "      PhysicalTop: 0"],
    [24, 32, `      SurfaceOrientation: ${rotation}`],
    [33, 33, `      InputDeviceOrientation: ${rotation}`],
    [34, NOW, `      DisplayBounds: ${size.width}x${size.height}`],
    [34, NOW, `      PhysicalFrameInRotatedDisplay: Rect{0, 0, ${turned.width}, ${turned.height}}`],
    [34, NOW, `      InputDeviceOrientation: Rotation${rotation * 90}`],
    [24, NOW, "      Translation and Scaling Factors:"],
    [24, 33, "        XTranslate: 0.000"],
    [24, 33, "        YTranslate: 0.000"],
    [24, 33, `        XScale: ${scale}`],
    [24, 33, `        YScale: ${scale}`],
    [24, 33, "        XPrecision: 1.000"],
    [24, 33, "        YPrecision: 1.000"],
    [34, NOW, `        RawToDisplay Transform: (ROT_${rotation * 90}) (IDENTITY)`],
    [34, NOW, `        RawRotation Transform: (ROT_${rotation * 90}) (IDENTITY)`],
    [34, NOW, "        OrientedXPrecision: 1.000"],
    [34, NOW, "        OrientedYPrecision: 1.000"],
  ];
}

const SCALING: readonly VersionedLine[] = [
  [24, NOW, "        GeometricScale: 1.000"],
  [24, NOW, "        PressureScale: 0.000"],
  [24, NOW, "        SizeScale: 0.004"],
  [24, NOW, "        OrientationScale: 0.000"],
  [24, NOW, "        DistanceScale: 0.000"],
  [24, NOW, "        HaveTilt: false"],
  [24, NOW, "        TiltXCenter: 0.000"],
  [24, NOW, "        TiltXScale: 0.000"],
  [24, NOW, "        TiltYCenter: 0.000"],
  [24, NOW, "        TiltYScale: 0.000"],
];

const LAST: readonly VersionedLine[] = [
  [24, NOW, "      Last Raw Button State: 0x00000000"],
  [24, 34, "      Last Raw Touch: pointerCount=0"],
  [35, NOW, "      Last Raw Touch:"],
  [35, NOW, "        When: 0"],
  [35, NOW, "        Read time: 0"],
  [35, NOW, "        Button state: 0x00000000"],
  [35, NOW, "        Raw pointer data:"],
  [35, NOW, "          0 pointers:"],
  [35, NOW, "          ID bits: hovering = 0x00000000, touching = 0x00000000, canceled = 0x00000000"],
  [24, NOW, "      Last Cooked Button State: 0x00000000"],
  [24, NOW, "      Last Cooked Touch: pointerCount=0"],
  [24, NOW, "      Stylus Fusion:"],
  [24, 33, "        ExternalStylusConnected: false"],
  [24, 33, "        External Stylus ID: -1"],
  [34, NOW, "        ExternalStylusPresence: NONE"],
  [34, NOW, "        Fused External Stylus Pointer ID: <not set>"],
  [24, NOW, "        External Stylus Data Timeout: 9223372036854775807"],
  [34, NOW, "        External Stylus Buttons Applied: 0x00000000"],
  [24, NOW, "      External Stylus State:"],
  [24, 33, "        When: 9223372036854775807"],
  [34, NOW, "        When: 0"],
  [24, 33, "        Pressure: 0.000000"],
  [34, NOW, "        Pressure: <not set>"],
  [24, NOW, "        Button State: 0x00000000"],
  [24, 32, "        Tool Type: 0"],
  [33, NOW, "        Tool Type: UNKNOWN"],
];
