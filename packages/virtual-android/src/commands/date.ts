import { formatDate, zoneAt } from "../toybox/format-date.js";
import { defineTool, UsageError } from "../toybox/tool.js";

const DEFAULT_FORMAT = "%a %b %e %H:%M:%S %Z %Y";

/** Prints the phone's wall clock, in the time zone of `persist.sys.timezone`; with `-u` in UTC. */
export const date = defineTool({
  name: "date",
  flags: "u",
  values: "dDr",
  async run(tool) {
    const given = tool.value("d");
    const ms = given === undefined ? tool.call.phone.state().wallClockMs : parseMoment(given);
    const [format] = tool.args;
    if (format !== undefined && !format.startsWith("+"))
      throw new UsageError("cannot set date: Operation not permitted");
    const name = tool.has("u") ? "UTC" : (tool.call.phone.state().properties.get("persist.sys.timezone") ?? "UTC");
    await tool.write(`${formatDate(format?.slice(1) ?? DEFAULT_FORMAT, ms, zoneAt(name, ms))}\n`);
    return undefined;
  },
});

function parseMoment(text: string): number {
  const seconds = /^@(-?\d+(?:\.\d+)?)$/.exec(text)?.[1];
  const ms = seconds === undefined ? Date.parse(`${text.replace(" ", "T")}Z`) : Number(seconds) * 1000;
  if (Number.isNaN(ms)) throw new UsageError(`bad date '${text}'`);
  return ms;
}
