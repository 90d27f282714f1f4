import * as z from "zod";
import { type RecordedVideo, recordingState, startRecording, stopRecording } from "../actions/video/record-screen.js";
import { requireFileName } from "../answers/save-new.js";
import { unseenAnswer } from "../answers/unseen-answer.js";
import { FoveaError } from "../base/errors.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

export const recordScreen = defineTool({
  name: "record_screen",
  title: "Video of the screen",
  description:
    "Start a video of the screen, or stop it and save it as MP4; without `action`, say whether one is recorded.",
  group: "media",
  kind: "act",
  actsWith: ["action"],
  destructive: false,
  idempotent: false,
  deadlineMs: 170_000,
  example: { action: "start" },
  input: z.strictObject({
    device: deviceField,
    action: z.enum(["start", "stop"]).optional(),
    save_as: z
      .string()
      .max(200)
      .optional()
      .describe("e.g. login.mp4")
      .meta({ help: "Of `stop`: the name of the file in the output folder, e.g. login.mp4; default: the time" }),
    size: z
      .string()
      .regex(/^\d{2,4}x\d{2,4}$/, "it has to be width and height in pixels, as 540x960")
      .optional()
      .describe("e.g. 540x960")
      .meta({ help: "Of `start`: in pixels, e.g. 540x960; default the size of the screen" }),
  }),
  run: async ({ device, action, save_as: saveAs, size }, context, signal) => {
    if (saveAs !== undefined && action !== "stop")
      throw new FoveaError("INVALID_ARGUMENT", "`save_as` belongs to `action: stop`");
    if (size !== undefined && action !== "start")
      throw new FoveaError("INVALID_ARGUMENT", "`size` belongs to `action: start`");
    const name = saveAs === undefined ? nameByTime(new Date()) : requireFileName(saveAs, "mp4");
    const session = await context.session(device, signal);
    if (action === "start") return await startRecording(session, { size }, signal);
    if (action === "stop") return await stopRecording(session, { folder: context.config.outputDir, name }, signal);
    const state = recordingState(session);
    return { isRecording: state === "recording", isUnsaved: state === "ended" };
  },
  render: (data) => {
    if ("did" in data) return unseenAnswer(data);
    if ("videos" in data) return { text: videoText(data) };
    if (data.isUnsaved) return { text: "a video ended by itself and is not saved yet: `action: stop` saves it" };
    return { text: data.isRecording ? "a video is being recorded" : "no video is being recorded" };
  },
  toJson: (data) => data,
});

/** `screen-2026-11-28-14-05-09-123.mp4`: with milliseconds, so that two names in one second differ. */
function nameByTime(now: Date): string {
  return `screen-${now.toISOString().slice(0, 23).replace(/[T:.]/g, "-")}.mp4`;
}

function videoText({ videos, notes }: RecordedVideo): string {
  const lines = videos.map(({ path, durationMs }) => `saved ${(durationMs / 1_000).toFixed(1)} s of video as ${path}`);
  return [...lines, ...notes].join("\n");
}
