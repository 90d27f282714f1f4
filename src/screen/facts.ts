import * as z from "zod";
import { ERROR_CODES, type ErrorCode } from "../base/errors.js";

/*
 * The facts that Android reports about a screen besides its elements, in device pixels of the current rotation.
 * Null always means that the device did not report the fact, never "no" or 0; an entry in `errors` names the fact.
 */

/** No place on a screen or in a scrolled page is farther from the origin, in pixels; larger figures mean "unset". */
export const FARTHEST_PIXEL = 1_000_000;

const pixel = z.number().int().min(-FARTHEST_PIXEL).max(FARTHEST_PIXEL);
const thickness = z.number().int().min(0).max(FARTHEST_PIXEL);

export const sizeSchema = z.object({ width: thickness, height: thickness }).readonly();
export const rectSchema = z.object({ left: pixel, top: pixel, right: pixel, bottom: pixel }).readonly();

/** Quarter turns counter-clockwise from the natural orientation, as Surface.ROTATION_0..270. */
export const rotationSchema = z.literal([0, 1, 2, 3]);
export type Rotation = z.infer<typeof rotationSchema>;

/**
 * One kind of insets (android.view.WindowInsets.Type): how far it reaches in from each edge, in pixels, *whether or
 * not it is visible now*, and whether it is. `frame` is its rectangle, null if there is none.
 */
export const insetsSchema = z
  .object({
    visible: z.boolean().nullable(),
    left: thickness,
    top: thickness,
    right: thickness,
    bottom: thickness,
    frame: rectSchema.nullable(),
  })
  .readonly();
export type Insets = z.infer<typeof insetsSchema>;

/**
 * The insets by their Android names. A kind that is null was not reported; for a kind that the screen does not have,
 * `frame` is null.
 */
export const systemInsetsSchema = z
  .object({
    statusBars: insetsSchema.nullable(),
    navigationBars: insetsSchema.nullable(),
    ime: insetsSchema.nullable(),
    displayCutout: insetsSchema.nullable(),
    captionBar: insetsSchema.nullable(),
    systemGestures: insetsSchema.nullable(),
    mandatorySystemGestures: insetsSchema.nullable(),
    tappableElement: insetsSchema.nullable(),
    /**
     * How far the visible bars (without the cutout) reach in from each edge; null until it is known whether both are
     * shown.
     */
    edges: z.object({ left: thickness, top: thickness, right: thickness, bottom: thickness }).readonly().nullable(),
  })
  .readonly();
export type SystemInsets = z.infer<typeof systemInsetsSchema>;
export type InsetsKind = Exclude<keyof SystemInsets, "edges">;

export const WINDOW_TYPES = [
  "application",
  "permissionDialog",
  "intentChooser",
  "notificationShade",
  "keyguard",
  "anrDialog",
  "crashDialog",
  "popup",
  "overlay",
  "splash",
  "system",
] as const;

/** The window that has the focus, and the app behind it. */
export const activeWindowSchema = z
  .object({
    /** Package that owns the window; null for a popup whose owner is not in the dump. */
    package: z.string().nullable(),
    /** Full class name of the activity; null for windows without one. */
    activity: z.string().nullable(),
    /** `package/.Class` in Android's short form, where both are known. */
    component: z.string().nullable(),
    /** The window's title, as dumped. */
    title: z.string(),
    /**
     * Null for the window that is both the shade and the lock screen, if it is unknown whether the device is locked.
     */
    type: z.enum(WINDOW_TYPES).nullable(),
    /** Identity hash of the window: a different hash is a different window, even with the same title. */
    windowId: z.string().nullable(),
    userId: z.number().int().nullable(),
    displayId: z.number().int().nullable(),
    /** The focused app; it differs from the window while a system window (shade, dialog) lies over it. */
    app: z.object({ package: z.string(), activity: z.string(), component: z.string() }).readonly().nullable(),
    /** How the window was found: the window manager reports `focus`; `topWindow` is inferred from the z-order. */
    basis: z.enum(["focus", "focusedApp", "resumedActivity", "topWindow"]),
  })
  .readonly();
export type ActiveWindow = z.infer<typeof activeWindowSchema>;
export type WindowType = NonNullable<ActiveWindow["type"]>;

export const imeSchema = z
  .object({
    visible: z.boolean().nullable(),
    /** The rectangle of the keyboard; null while it is hidden. */
    frame: rectSchema.nullable(),
    /** Component of the selected input method. */
    inputMethod: z.string().nullable(),
  })
  .readonly();
export type Ime = z.infer<typeof imeSchema>;

export const powerSchema = z
  .object({
    /** PowerManager.isInteractive: awake, and able to react to touch. */
    interactive: z.boolean().nullable(),
    wakefulness: z.enum(["Awake", "Asleep", "Dreaming", "Dozing"]).nullable(),
    displayState: z.enum(["ON", "OFF", "DOZE", "DOZE_SUSPEND", "ON_SUSPEND", "VR", "UNKNOWN"]).nullable(),
  })
  .readonly();
export type Power = z.infer<typeof powerSchema>;

export const keyguardSchema = z
  .object({
    showing: z.boolean().nullable(),
    /** A PIN, pattern or password is needed to leave it. */
    secure: z.boolean().nullable(),
    /** An activity (camera, alarm, call) is drawn over it. */
    occluded: z.boolean().nullable(),
  })
  .readonly();
export type Keyguard = z.infer<typeof keyguardSchema>;

const ERROR_CODE_LIST = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];

/** A fact that could not be read, or that may be wrong. */
export const factErrorSchema = z
  .object({
    /** The probe or parser that reports it, for example `hierarchy`. */
    probe: z.string(),
    code: z.enum(ERROR_CODE_LIST),
    message: z.string(),
  })
  .readonly();
export type FactError = z.infer<typeof factErrorSchema>;
