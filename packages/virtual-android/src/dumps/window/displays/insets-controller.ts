import type { InsetsKind, PhoneState, WindowState } from "../../../phone-state.js";
import { cutoutText } from "../../cutout.js";
import type { DisplayView } from "../../display-views.js";
import { boundsOf, sourceOf } from "../../frames.js";
import { EMPTY_RECT, indent, type Lines, longRect, shortRect, when } from "../../text.js";
import { windowToken } from "../../tokens.js";
import { insetsText, internalType, publicType } from "../insets-names.js";
import { windowBlock } from "../window-block.js";
import { leashName } from "../window-surface.js";
import { type InsetsLine, insetsLines } from "./insets-sources.js";

/**
 * InsetsStateController.dump: the state that apps get, then the same sources again under their providers (`mSource=`),
 * with the controls. Only the lines that start with `InsetsSource` are the state. The lines include the indentation of
 * two spaces, because Android 11 omits it in some of them.
 */
export function insetsController(state: PhoneState, view: DisplayView): Lines {
  const api = state.build.apiLevel;
  const lines = insetsLines(state, view);
  return [
    "  WindowInsetsStateController",
    "    InsetsState",
    ...indent("      ", api >= 31 ? stateHeader(api, view) : []),
    ...lines.map((line) => `      ${api >= 31 ? "  " : ""}${line.text}`),
    "    Control map:",
    ...indent(api === 30 ? "    " : "      ", controlMap(api, view, lines)),
    ...when(api >= 30, `    InsetsSourceProviders${api === 30 ? " map" : ""}:`),
    ...providerLines(state, view, lines),
  ];
}

function stateHeader(api: number, view: DisplayView): Lines {
  const { size } = view.display;
  const shape = `displayWidth=${size.width}${api >= 35 ? "," : ""} displayHeight=${size.height}`;
  return [
    `mDisplayFrame=${longRect(boundsOf(size))}`,
    `mDisplayCutout=${cutoutText(api, view)}`,
    `mRoundedCorners=RoundedCorners{[${["TopLeft", "TopRight", "BottomRight", "BottomLeft"].map(corner).join(", ")}]}`,
    ...when(api >= 33, `mRoundedCornerFrame=${longRect(EMPTY_RECT)}`),
    `mPrivacyIndicatorBounds=PrivacyIndicatorBounds {static bounds=${privacyBounds(view)} rotation=${view.display.rotation}}`,
    ...when(
      api === 34,
      `mDisplayShape=DisplayShape{ spec=-311912193 ${shape} physicalPixelDisplaySizeRatio=1.0 rotation=0 offsetX=0 offsetY=0 scale=1.0}`,
    ),
    ...when(
      api >= 35,
      `mDisplayShape=DisplayShape{type=2, ${shape}, physicalPixelDisplaySizeRatio=1.0, rotation=0, offsetX=0, offsetY=0, scale=1.0}`,
    ),
  ];
}

function corner(position: string): string {
  return `RoundedCorner{position=${position}, radius=0, center=Point(0, 0)}`;
}

/** The position of the camera and microphone dots: the right end of the status bar. */
function privacyBounds(view: DisplayView): string {
  const bottom = sourceOf(view, "statusBars")?.frame.bottom ?? 0;
  const right = view.display.size.width;
  return longRect({ left: Math.floor(right * 0.76), top: 0, right: Math.floor(right * 0.96), bottom });
}

const CONTROLLABLE: readonly InsetsKind[] = ["ime", "navigationBars", "statusBars"];

/** The window that controls each source: a map by source up to Android 13, then by window. */
function controlMap(api: number, view: DisplayView, lines: readonly InsetsLine[]): Lines {
  const target = controlTarget(view);
  const controlled = lines.filter((line) => CONTROLLABLE.includes(line.kind));
  if (!target || api === 29) return [];
  if (api >= 34) return [`${windowToken(target)}:`, ...controlled.map((line) => `  ${controlLine(api, line)}`)];
  const sorted = controlled.toSorted((a, b) => CONTROLLABLE.indexOf(a.kind) - CONTROLLABLE.indexOf(b.kind));
  return sorted.map((line) => `${typeName(api, line.kind)} -> ${windowToken(target)}`);
}

function typeName(api: number, kind: InsetsKind): string {
  return kind === "displayCutout" || api >= 34 ? publicType(kind) : internalType(api, kind);
}

function controlTarget(view: DisplayView): WindowState | null {
  return view.focusedWindow;
}

/** `InsetsSourceControl: {…}` of Android 14 and later; its text starts with the same letters as that of a source. */
function controlLine(api: number, line: InsetsLine): string {
  const initially = line.kind === "ime" ? "" : " initiallyVisible";
  const position = `mSurfacePosition=Point(${line.frame.left}, ${line.frame.top})`;
  const leash = api >= 35 ? ` mLeash=${line.owner && line.kind !== "ime" ? leashName(api, line.owner) : "null"}` : "";
  return `InsetsSourceControl: {${line.id} mType=${publicType(line.kind)}${initially} ${position} mInsetsHint=${hint(line)}${leash}}`;
}

function hint(line: InsetsLine): string {
  const size = line.frame.bottom - line.frame.top;
  if (line.kind === "statusBars") return insetsText({ top: size });
  return line.kind === "navigationBars" ? insetsText({ bottom: size }) : insetsText({});
}

function providerLines(state: PhoneState, view: DisplayView, lines: readonly InsetsLine[]): Lines {
  const api = state.build.apiLevel;
  if (api === 29) return [];
  const provided = lines.filter((line) => line.owner !== null).toReversed();
  if (api === 30) return provided.flatMap((line) => providerOf11(state, view, line));
  return indent(
    "      ",
    provided.flatMap((line) => providerOf12(api, view, line)),
  );
}

/** Android 11 prints the windows of provider and target in full, and starts each on the line of its label. */
function providerOf11(state: PhoneState, view: DisplayView, line: InsetsLine): Lines {
  const { owner, kind, frame } = line;
  if (!owner || kind === "displayCutout") return [];
  const type = internalType(30, kind);
  const position = `mSurfacePosition=Point(${frame.left}, ${frame.top})`;
  const target = CONTROLLABLE.includes(kind) ? controlTarget(view) : null;
  const expanded = (window: WindowState) => windowBlock({ state, view, window, isFull: false }, "    ");
  const ready = ` mIsLeashReadyForDispatching=true mImeOverrideFrame=${longRect(EMPTY_RECT)}   mWin=`;
  const adapter = ["   mAdapter=    ControlAdapter", `     mCapturedLeash=${leashName(30, owner)}   mControlTarget=`];
  return [
    `    ${type} -> `,
    "  InsetsSourceProvider",
    `   mSource=    ${line.text}`,
    ...when(
      target !== null,
      `   mControl=    InsetsSourceControl type=${type} mLeash=${leashName(30, owner)} ${position}`,
    ),
    `   mFakeControl=    InsetsSourceControl type=${type} mLeash=null ${position}`,
    ...joined([ready], expanded(owner)),
    ...(target ? joined(adapter, expanded(target)) : []),
  ];
}

/** Two lists, with the first line of the second list on the last line of the first list. */
function joined(head: Lines, tail: Lines): Lines {
  return [...head.slice(0, -1), `${head.at(-1) ?? ""}${tail[0] ?? ""}`, ...tail.slice(1)];
}

function providerOf12(api: number, view: DisplayView, line: InsetsLine): Lines {
  const target = controlTarget(view);
  const owner = line.owner;
  if (!owner) return [];
  const isControlled = CONTROLLABLE.includes(line.kind) && target !== null;
  const leash = leashName(api, owner);
  const container = api >= 35 ? "mWin" : "mWindowContainer";
  return [
    providerName(api, line.kind),
    `  mSource=${line.text}`,
    ...when(api >= 34, `  mSourceFrame=${longRect(line.frame)}`),
    ...when(isControlled, `  mControl=${providerControl(api, line, leash)}`),
    ...when(isControlled && api >= 35, `  mInsetsHint=${hint(line)}`),
    `  ${readyWords(api, isControlled)}`,
    `  ${container}=${windowToken(owner)}`,
    ...when(
      isControlled,
      `  mAdapter=ControlAdapter mCapturedLeash=${leash}`,
      `  mControlTarget=${windowToken(target)}`,
    ),
    ...when(
      line.kind === "ime",
      `  mImeShowing=${view.ime?.isVisible ?? false}${api >= 35 ? " mLastDrawn=false" : ""}`,
    ),
  ];
}

function providerName(api: number, kind: InsetsKind): string {
  if (kind === "ime") return "ImeInsetsSourceProvider";
  return api === 33 ? "WindowContainerInsetsSourceProvider" : "InsetsSourceProvider";
}

function providerControl(api: number, line: InsetsLine, leash: string): string {
  const type = typeName(api, line.kind);
  const position = `mSurfacePosition=Point(${line.frame.left}, ${line.frame.top}) mInsetsHint=${hint(line)} mSkipAnimationOnce=false`;
  if (api <= 33) return `InsetsSourceControl type=${type} mLeash=${leash} ${position}`;
  const token = api >= 35 ? " mImeStatsToken=null" : "";
  return `InsetsSourceControl mId=${line.id} mType=${type} mLeash=${leash} mInitiallyVisible=${line.kind !== "ime"} ${position}${token}`;
}

function readyWords(api: number, isControlled: boolean): string {
  if (api >= 35) return `mIsLeashInitialized=${isControlled} mHasPendingPosition=false`;
  return `mIsLeashReadyForDispatching=true${api <= 33 ? ` mImeOverrideFrame=${shortRect(EMPTY_RECT)}` : ""}`;
}
