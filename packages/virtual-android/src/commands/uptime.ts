import { formatDate } from "../toybox/format-date.js";
import { defineTool } from "../toybox/tool.js";

/** Prints how long the phone has been running. */
export const uptime = defineTool({
  name: "uptime",
  async run(tool) {
    const { uptimeMs, wallClockMs } = tool.call.phone.state();
    const minutes = Math.floor(uptimeMs / 60_000);
    const hours = `${Math.floor(minutes / 60) % 24}:${String(minutes % 60).padStart(2, "0")}`;
    const days = Math.floor(minutes / 1440);
    const up = days > 0 ? `${days} day${days === 1 ? "" : "s"}, ${hours}` : minutes < 60 ? `${minutes} min` : hours;
    await tool.write(` ${formatDate("%T", wallClockMs)} up ${up},  0 users,  load average: 0.00, 0.00, 0.00\n`);
    return undefined;
  },
});
