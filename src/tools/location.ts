import * as z from "zod";
import { parsePoint, readLocation, setLocation } from "../actions/device/location.js";
import { statesAnswer, statesJson } from "../answers/states-answer.js";
import { FoveaError } from "../base/errors.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

/** The longest journey, in s, so that the call ends in time. */
const MOST_SECONDS = 40;

/**
 * The time for the journey, including the time that the device needs for each place; the rest of the deadline is for
 * observing.
 */
const TRAVEL_MS = 46_000;

export const location = defineTool({
  name: "location",
  title: "Location of the device",
  description: "Set the device's location, or travel a route; without arguments, read it. Restored at the end.",
  group: "device",
  kind: "act",
  actsWith: ["at", "route"],
  destructive: false,
  idempotent: true,
  deadlineMs: 58_000,
  example: { at: "52.52,13.405" },
  input: z.strictObject({
    device: deviceField,
    at: z
      .string()
      .max(60)
      .optional()
      .describe("e.g. 52.52,13.405")
      .meta({ help: "Latitude and longitude in degrees, e.g. 52.52,13.405" }),
    route: z
      .array(z.string().max(60))
      .min(2)
      .max(20)
      .optional()
      .describe("e.g. 52.52,13.40")
      .meta({ help: "Places one after another, e.g. 52.52,13.40" }),
    seconds: z
      .int()
      .min(0)
      .max(MOST_SECONDS)
      .optional()
      .describe("default 1")
      .meta({
        help: `Seconds from one place of the route to the next; default 1, ${MOST_SECONDS} for the whole route at most`,
      }),
  }),
  run: async ({ device, at, route, seconds }, context, signal) => {
    if (at !== undefined && route !== undefined)
      throw new FoveaError("INVALID_ARGUMENT", "give either `at` or `route`");
    if (seconds !== undefined && route === undefined)
      throw new FoveaError("INVALID_ARGUMENT", "`seconds` belongs to `route`");
    const points = (route ?? (at === undefined ? [] : [at])).map(parsePoint);
    const pauseSeconds = seconds ?? 1;
    if ((points.length - 1) * pauseSeconds > MOST_SECONDS)
      throw new FoveaError("INVALID_ARGUMENT", `the route takes longer than ${MOST_SECONDS} s: travel it in parts`);
    const session = await context.session(device, signal);
    if (points.length > 0) return await setLocation(session, { points, pauseSeconds, mostMs: TRAVEL_MS }, signal);
    return await readLocation(session, signal);
  },
  render: (data) => {
    if ("did" in data) return statesAnswer(data);
    return { text: data.place ?? (data.isUnknown ? UNKNOWN : "no location was set on the device") };
  },
  toJson: (data) => ("did" in data ? statesJson(data) : data),
});

const UNKNOWN = "the location of the emulator is unknown: no app asked for it since it booted";
