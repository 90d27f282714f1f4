import { height, width } from "../../../../../src/base/geometry.js";
import type { WindowKind, WindowState } from "../../phone-state.js";

/** The WindowManager.LayoutParams of a window that its dump prints. */
export interface WindowTraits {
  /** The width and height, for example `fillxfill`, `fillx63`, `840x600`. */
  readonly size: string;
  /** The bits of the gravity and their names; 0 for none. */
  readonly gravity: number;
  readonly gravityNames: string;
  /** The bits of softInputMode (low byte `state`, next byte `adjust`) and their names. */
  readonly softInput: number;
  readonly softInputNames: string;
  readonly isAlwaysInCutout: boolean;
  /** The pixel format; 0 for the default. */
  readonly format: number;
  readonly formatName: string;
  readonly animation: string;
  readonly flags: number;
  readonly privateFlagNames: string;
  readonly systemUi: number;
  readonly showForAllUsers: boolean;
  readonly fitTypes: string | null;
  readonly fitSides: string | null;
}

const SECURE = 0x2000;
const NOT_FOCUSABLE = 0x8;

type Row = Partial<WindowTraits> & { readonly flags: number };

const PLAIN: WindowTraits = {
  size: "fillxfill",
  gravity: 0,
  gravityNames: "",
  softInput: 0x20,
  softInputNames: "adjust=pan",
  isAlwaysInCutout: false,
  format: -3,
  formatName: "TRANSLUCENT",
  animation: "",
  flags: 0,
  privateFlagNames: "",
  systemUi: 0,
  showForAllUsers: false,
  fitTypes: null,
  fitSides: null,
};

const PANEL_TOP = { gravity: 0x30, gravityNames: "TOP CENTER_VERTICAL" };
const PANEL_BOTTOM = { gravity: 0x50, gravityNames: "BOTTOM CENTER_VERTICAL" };
const CENTERED = { gravity: 0x11, gravityNames: "CENTER" };

const OF_KIND: Readonly<Record<WindowKind, Row>> = {
  application: {
    softInput: 0x110,
    softInputNames: "adjust=resize forwardNavigation",
    format: 0,
    formatName: "",
    animation: "0x10302f8",
    flags: 0x81810100,
    privateFlagNames: "NO_MOVE_ANIMATION FORCE_DRAW_STATUS_BAR_BACKGROUND USE_BLAST FIT_INSETS_CONTROLLED",
    fitSides: "",
  },
  dialog: {
    ...CENTERED,
    softInput: 0x110,
    softInputNames: "adjust=resize forwardNavigation",
    animation: "0x10302fa",
    flags: 0x01820002,
    privateFlagNames: "USE_BLAST",
    fitTypes: "STATUS_BARS NAVIGATION_BARS CAPTION_BAR",
  },
  popup: {
    gravity: 0x800033,
    gravityNames: "TOP START CENTER",
    flags: 0x01840000,
    privateFlagNames: "USE_BLAST",
    fitTypes: "STATUS_BARS NAVIGATION_BARS CAPTION_BAR",
  },
  inputMethod: {
    ...PANEL_BOTTOM,
    format: -2,
    formatName: "TRANSPARENT",
    animation: "0x1030056",
    flags: 0x81800108,
    privateFlagNames: "USE_BLAST FIT_INSETS_CONTROLLED",
    fitTypes: "STATUS_BARS NAVIGATION_BARS",
    fitSides: "LEFT TOP RIGHT",
  },
  statusBar: {
    ...PANEL_TOP,
    isAlwaysInCutout: true,
    flags: 0x81800008,
    privateFlagNames: "COLOR_SPACE_AGNOSTIC USE_BLAST FIT_INSETS_CONTROLLED",
    showForAllUsers: true,
  },
  notificationShade: {
    ...PANEL_TOP,
    isAlwaysInCutout: true,
    flags: 0x81840040,
    privateFlagNames: "COLOR_SPACE_AGNOSTIC USE_BLAST BEHAVIOR_CONTROLLED FIT_INSETS_CONTROLLED",
    showForAllUsers: true,
  },
  navigationBar: {
    isAlwaysInCutout: true,
    flags: 0x21840068,
    privateFlagNames: "COLOR_SPACE_AGNOSTIC USE_BLAST FIT_INSETS_CONTROLLED TRUSTED_OVERLAY",
    showForAllUsers: true,
  },
  wallpaper: {
    gravity: 0x800033,
    gravityNames: "TOP START CENTER",
    softInput: 0,
    softInputNames: "",
    isAlwaysInCutout: true,
    format: 2,
    formatName: "RGBX_8888",
    animation: "0x1030308",
    flags: 0x10318,
    privateFlagNames: "WANTS_OFFSET_NOTIFICATIONS USE_BLAST",
  },
  toast: {
    gravity: 0x51,
    gravityNames: "BOTTOM CENTER_HORIZONTAL",
    animation: "0x1030004",
    flags: 0x98,
    privateFlagNames: "USE_BLAST",
    showForAllUsers: true,
  },
  systemDialog: { ...CENTERED, animation: "0x10302fa", flags: 0x01820002, privateFlagNames: "USE_BLAST" },
  systemOverlay: {
    flags: 0x20800138,
    isAlwaysInCutout: true,
    privateFlagNames: "SHOW_FOR_ALL_USERS NO_MOVE_ANIMATION USE_BLAST FIT_INSETS_CONTROLLED TRUSTED_OVERLAY",
    showForAllUsers: true,
  },
};

/** The attributes of a window of this kind on this release. */
export function traitsOf(api: number, window: WindowState): WindowTraits {
  const row: WindowTraits = { ...PLAIN, ...OF_KIND[window.kind] };
  const release = releaseTraits(api, window.kind);
  const extra = (window.isSecure ? SECURE : 0) | (window.isFocusable ? 0 : NOT_FOCUSABLE);
  const privateFlagNames = api >= 34 ? row.privateFlagNames.replace(/ ?USE_BLAST/, "").trim() : row.privateFlagNames;
  return {
    ...row,
    privateFlagNames: api >= 31 ? privateFlagNames : earlyPrivateFlags(api, row.privateFlagNames),
    ...release,
    size: release.size ?? sizeText(window),
    flags: (release.flags ?? row.flags) | extra,
    systemUi: systemUiOf(window, api),
  };
}

/** Android 7 to 10: the status bar also watches touches outside it, and there are fewer private flags. */
function releaseTraits(api: number, kind: WindowKind): Partial<WindowTraits> {
  if (kind === "statusBar" && api < 30) {
    return { flags: 0x81840048, softInput: 0x10, softInputNames: "adjust=resize" };
  }
  if (kind === "wallpaper" && api >= 29) return { flags: 0x14318 };
  if (kind === "navigationBar" && api < 32) return { size: "fillxfill" };
  if (kind === "navigationBar") return { ...PANEL_BOTTOM, flags: 0x20840068 };
  return {};
}

/** Android 9 introduced FORCE_DRAW_STATUS_BAR_BACKGROUND, 10 COLOR_SPACE_AGNOSTIC, 11 the insets flags. */
function earlyPrivateFlags(api: number, names: string): string {
  const known = new Set(["FORCE_DRAW_STATUS_BAR_BACKGROUND", "SHOW_FOR_ALL_USERS"]);
  if (api >= 29) for (const name of ["COLOR_SPACE_AGNOSTIC", "WANTS_OFFSET_NOTIFICATIONS"]) known.add(name);
  if (api >= 30) for (const name of ["FIT_INSETS_CONTROLLED", "BEHAVIOR_CONTROLLED"]) known.add(name);
  return names
    .split(" ")
    .filter((name) => known.has(name))
    .join(" ");
}

function sizeText(window: WindowState): string {
  switch (window.kind) {
    case "statusBar":
    case "navigationBar":
    case "systemOverlay":
      return width(window.frame) >= height(window.frame)
        ? `fillx${height(window.frame)}`
        : `${width(window.frame)}xfill`;
    case "dialog":
    case "systemDialog":
    case "toast":
      return "wrapxwrap";
    case "wallpaper":
    case "popup":
      return `${width(window.frame)}x${height(window.frame)}`;
    default:
      return "fillxfill";
  }
}

/** The bits of View.SYSTEM_UI_FLAG_… that a window set. */
function systemUiOf(window: WindowState, api: number): number {
  const isApp = window.kind === "application";
  const hides = (window.hidesStatusBar ? 0x4 : 0) | (window.hidesNavigationBar ? 0x2 : 0);
  const sticky = hides === 0 ? 0 : 0x1000;
  if (!isApp) return api < 30 && window.kind === "statusBar" ? 0x600 : 0;
  if (hides !== 0) return hides | sticky | 0x700;
  return api >= 35 ? 0 : 0x2010;
}
