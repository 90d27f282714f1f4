import * as z from "zod";
import { type CommandReader, reader } from "./command-reader.js";
import type { GeoPoint, PermissionChange } from "./flow.js";
import { app, name, text } from "./flow-fields.js";

/*
 * Commands that change the device itself, or check its state.
 */

/**
 * Sorts changes for `all` first, so that a named permission may differ. As in Maestro, any value but `allow` revokes.
 */
export function permissionsOf(given: Readonly<Record<string, string>>): readonly PermissionChange[] {
  const changes = Object.entries(given).map(([word, value]): PermissionChange => {
    const says = value.trim().toLowerCase();
    return { name: word, isGiven: says === "allow", said: says };
  });
  return [...changes.filter(({ name: one }) => one === "all"), ...changes.filter(({ name: one }) => one !== "all")];
}

const permissionFields = z.strictObject({
  appId: app,
  url: name.optional(),
  permissions: z.record(z.string(), z.string()),
});
const setPermissions = reader(permissionFields, ({ appId, permissions }) => ({
  kind: "permissions",
  appId,
  permissions: permissionsOf(permissions),
}));

const setOrientation = reader(z.strictObject({ orientation: text }), ({ orientation }) => {
  switch (orientation.toLowerCase().replaceAll("_", "")) {
    case "portrait":
      return { kind: "orientation", to: "portrait" };
    case "landscapeleft":
      return { kind: "orientation", to: "landscape" };
    case "landscaperight":
      return { kind: "orientation", to: "landscape-right" };
    case "upsidedown":
      return { kind: "orientation", to: "upside-down" };
    default:
      return `"${orientation}" is not one of PORTRAIT, LANDSCAPE_LEFT, LANDSCAPE_RIGHT and UPSIDE_DOWN`;
  }
});

const modeFields = z.strictObject({
  value: z.enum(["enabled", "disabled"], "enabled or disabled is expected, in small letters"),
});
const setDarkMode = reader(modeFields, ({ value }) => ({ kind: "darkMode", isOn: value === "enabled" }));

const setAirplaneMode = reader(modeFields, ({ value }) => ({ kind: "airplane", isOn: value === "enabled" }));

const mediaFields = z.strictObject({
  flow: z.object({ file: z.string(), root: z.string() }),
  files: z.array(name).min(1, "at least one file is expected"),
});
const addMedia = reader(mediaFields, ({ flow, files }) => ({ kind: "media", flow, files }));

/** Degrees, as a text: the value may come from a script. */
function degrees(most: number) {
  const says = `a number from -${most} to ${most} is expected`;
  return z
    .string()
    .refine((given) => /^\s*[-+]?(?:\d{1,3}(?:\.\d*)?|\.\d+)(?:e-?\d)?\s*$/i.test(given), says)
    .transform(Number)
    .refine((value) => Math.abs(value) <= most, says);
}

const locationFields = z.strictObject({ latitude: degrees(90), longitude: degrees(180) });
const setLocation = reader(locationFields, (at) => ({ kind: "location", at }));

const point = z.string().transform((given, context): GeoPoint => {
  const parts = given.split(",").map((part) => part.trim());
  const read = locationFields.safeParse({ latitude: parts[0], longitude: parts[1] });
  if (parts.length === 2 && read.success) return read.data;
  context.addIssue({
    code: "custom",
    message: `"${given.slice(0, 60)}" is not a place: latitude and longitude, as 52.5,13.4`,
  });
  return z.NEVER;
});

/** Walking speed in metres per second, as in Maestro. */
const TRAVEL_SPEED = 4;

const travelFields = z.strictObject({
  points: z.array(point).min(1, "at least one place is expected"),
  speed: z.string().transform(Number).optional(),
});
const travel = reader(travelFields, ({ points, speed = TRAVEL_SPEED }) => {
  if (speed > 0) return { kind: "travel", points, metresPerSecond: speed };
  return "speed: a number above 0 is expected, in metres per second";
});

/** Every command about the device itself, by its name. */
export const DEVICE_COMMANDS: Readonly<Record<string, CommandReader>> = {
  setPermissions,
  setOrientation,
  setDarkMode,
  toggleDarkMode: reader(z.strictObject({}), () => ({ kind: "darkMode", isOn: null })),
  assertDarkMode: reader(z.strictObject({}), () => ({ kind: "isDark", expected: true })),
  assertLightMode: reader(z.strictObject({}), () => ({ kind: "isDark", expected: false })),
  setAirplaneMode,
  toggleAirplaneMode: reader(z.strictObject({}), () => ({ kind: "airplane", isOn: null })),
  setLocation,
  travel,
  addMedia,
};
