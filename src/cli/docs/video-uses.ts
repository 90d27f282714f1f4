import type { EverydayUse } from "./everyday-use.js";

const FACTS = {
  tool: "record_screen",
  group: "media",
  guard: "`capture`, noted",
  undo: "the recording ends with the server or connection; no file stays on the device",
} as const;

/** Uses of the tool `record_screen`, in the order of the document. */
export const VIDEO_USES: readonly EverydayUse[] = [
  {
    ...FACTS,
    what: "begin a video",
    args: { action: "start", size: "180x400" },
    releases: [
      {
        since: 24,
        runs: ["screenrecord --bit-rate 4000000 --time-limit 180 --size 180x400 /data/local/tmp/fovea-record-"],
        source: "frameworks/av/cmds/screenrecord/screenrecord.cpp: kMaxTimeLimitSec is 180",
      },
    ],
    seen: "`ps`, the file in /data/local/tmp",
    verdict: "`confirmed` once the device writes the file; UNSUPPORTED_ON_DEVICE if the device has no encoder for it",
  },
  {
    ...FACTS,
    what: "end the video and save it",
    args: { action: "stop", save_as: "a.mp4" },
    releases: [
      {
        since: 24,
        runs: ["kill -2", "rm -f /data/local/tmp/fovea-record-"],
        source: "screenrecord.cpp: configureSignals takes SIGINT; adb's sync service (RECV)",
      },
    ],
    seen: "the MP4 on the host, which ffprobe reads (H.264)",
    verdict: "none: the file is read, and its length reported; parts of 3 minutes are joined",
  },
];
