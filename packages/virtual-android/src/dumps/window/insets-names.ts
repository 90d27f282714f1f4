import type { InsetsKind } from "../../phone-state.js";

/** `Insets{left=0, top=63, right=0, bottom=0}`. */
export function insetsText(insets: Partial<Record<"left" | "top" | "right" | "bottom", number>>): string {
  const { left = 0, top = 0, right = 0, bottom = 0 } = insets;
  return `Insets{left=${left}, top=${top}, right=${right}, bottom=${bottom}}`;
}

/** The `type=` of an insets source from Android 14 on: the public WindowInsets.Type. */
export function publicType(kind: InsetsKind): string {
  return kind.replace(/(Left|Right|Top|Bottom)$/, "");
}

/** `ITYPE_…` of Android 11 to 13; Android 11 has no MANDATORY in the name of the mandatory gestures. */
export function internalType(api: number, kind: Exclude<InsetsKind, "displayCutout">): string {
  const mandatory = api >= 31 ? "_MANDATORY" : "";
  switch (kind) {
    case "statusBars":
      return "ITYPE_STATUS_BAR";
    case "navigationBars":
      return "ITYPE_NAVIGATION_BAR";
    case "ime":
      return "ITYPE_IME";
    case "systemGesturesLeft":
      return "ITYPE_LEFT_GESTURES";
    case "systemGesturesRight":
      return "ITYPE_RIGHT_GESTURES";
    case "mandatorySystemGesturesTop":
      return `ITYPE_TOP${mandatory}_GESTURES`;
    case "mandatorySystemGesturesBottom":
      return `ITYPE_BOTTOM${mandatory}_GESTURES`;
    case "tappableElementTop":
      return "ITYPE_TOP_TAPPABLE_ELEMENT";
    case "tappableElementBottom":
      return "ITYPE_BOTTOM_TAPPABLE_ELEMENT";
  }
}

/** `TYPE_…` of Android 10, which has no name for the input method's source. */
export function typeOf10(kind: Exclude<InsetsKind, "displayCutout">): string {
  if (kind === "statusBars") return "TYPE_TOP_BAR";
  if (kind === "navigationBars") return "TYPE_SIDE_BAR_1";
  if (kind === "ime") return "TYPE_UNKNOWN_10";
  return internalType(30, kind).slice(1);
}

/** The low bits of a source id for each kind: WindowInsets.Type.indexOf, and a second number for the right gestures. */
const LOW_BITS: Readonly<Record<InsetsKind, number>> = {
  statusBars: 0x00,
  navigationBars: 0x01,
  ime: 0x03,
  systemGesturesLeft: 0x04,
  systemGesturesRight: 0x24,
  mandatorySystemGesturesTop: 0x05,
  mandatorySystemGesturesBottom: 0x05,
  tappableElementTop: 0x06,
  tappableElementBottom: 0x06,
  displayCutout: 0x27,
};

/**
 * The id of an insets source from Android 14 on, in hex: `owner.hashCode() << 16 | index << 5 | type`. The input
 * method and the cutout have no owner (`3`, `27`).
 */
export function sourceId(kind: InsetsKind, ownerHash: string | null): string {
  if (ownerHash === null || kind === "ime" || kind === "displayCutout") return LOW_BITS[kind].toString(16);
  const owner = Number.parseInt(ownerHash, 16) & 0xffff;
  return (((owner << 16) | LOW_BITS[kind]) >>> 0).toString(16);
}
