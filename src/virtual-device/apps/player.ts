import { rectOf } from "../../base/geometry.js";
import { mix } from "../draw/color.js";
import type { Brush, View } from "../ui/view.js";
import { column, row, spacer, text } from "../ui/widgets/basic.js";
import { iconButton } from "../ui/widgets/buttons.js";
import { slider } from "../ui/widgets/inputs.js";
import type { ActivityHost, App, Screen } from "./app.js";
import { page } from "./builder.js";

const PACKAGE = "com.fovea.player";

interface Track {
  readonly title: string;
  readonly artist: string;
  readonly seconds: number;
  readonly color: number;
}

const TRACKS: readonly Track[] = [
  { title: "Morning Ferry", artist: "The Low Tides", seconds: 214, color: 0xff2f7f9e },
  { title: "Paper Lanterns", artist: "Ada & the Maps", seconds: 187, color: 0xffb4553a },
  { title: "Northern Line", artist: "Quiet Machines", seconds: 243, color: 0xff5a4fa0 },
];

/** Music that plays: the position moves on every second while it does. */
export function playerApp(): App {
  return {
    packageName: PACKAGE,
    label: "Player",
    icon: { symbol: "music", color: 0xffb04a9c },
    activities: [{ className: `${PACKAGE}.PlayerActivity`, isLauncher: true, open: playerScreen }],
  };
}

function playerScreen(host: ActivityHost): Screen {
  const state = { index: 0, position: 47, isPlaying: false, isLiked: false };
  const track = () => TRACKS[state.index] ?? { title: "", artist: "", seconds: 1, color: 0 };
  const tick = () => {
    if (!state.isPlaying) return;
    state.position += 1;
    if (state.position > track().seconds) skip(1);
    host.after(1000, tick);
  };
  const skip = (step: number) => {
    state.index = (state.index + step + TRACKS.length) % TRACKS.length;
    state.position = 0;
  };
  const playOrPause = () => {
    state.isPlaying = !state.isPlaying;
    if (state.isPlaying) host.after(1000, tick);
  };
  const like = () => {
    state.isLiked = !state.isLiked;
  };
  const seek = (position: number) => {
    state.position = position;
  };
  return {
    content: () =>
      page({ title: "Now playing" }, [
        column(
          [
            cover(track().color, like),
            row(
              [
                column(
                  [
                    text(track().title, { id: "title", size: 24, bold: "medium", lines: 1 }),
                    text(track().artist, { id: "artist", size: 16, color: "textSoft" }),
                  ],
                  { weight: 1, gap: 2 },
                ),
                iconButton("heart", state.isLiked ? "Remove from favourites" : "Add to favourites", like, {
                  id: "like",
                  color: state.isLiked ? "error" : "textFaint",
                  checked: state.isLiked,
                }),
              ],
              { width: "fill" },
            ),
            column(
              [
                slider(
                  { min: 0, max: track().seconds, value: state.position, onChange: seek },
                  { id: "position", label: "Position", padding: { x: 2 } },
                ),
                row(
                  [
                    text(time(state.position), { id: "elapsed", size: 13, color: "textSoft" }),
                    spacer(),
                    text(time(track().seconds), { id: "total", size: 13, color: "textSoft" }),
                  ],
                  { width: "fill" },
                ),
              ],
              { width: "fill" },
            ),
            controls(state.isPlaying, { skip, playOrPause }),
          ],
          { width: "fill", weight: 1, padding: { x: 28, bottom: 24 }, gap: 20, align: "center", justify: "center" },
        ),
      ]),
  };
}

/** A double tap on the cover likes the track. */
function cover(color: number, like: () => void): View {
  return {
    className: "android.widget.ImageView",
    id: "cover",
    label: "Album cover",
    width: 260,
    height: 260,
    radius: 24,
    background: color,
    elevation: 6,
    onDoubleTap: like,
    draw: (brush) => drawCover(brush, color),
  };
}

function drawCover(brush: Brush, color: number): void {
  const { canvas, rect } = brush;
  const [x, y] = [(rect.left + rect.right) >> 1, (rect.top + rect.bottom) >> 1];
  for (const [radius, share] of [
    [104, 40],
    [78, 90],
    [50, 150],
    [20, 220],
  ] as const) {
    canvas.fillCircle(x, y, brush.px(radius), mix(color, 0xffffffff, share));
  }
  canvas.fillRoundRect(rectOf(x - brush.px(4), y - brush.px(4), x + brush.px(4), y + brush.px(4)), brush.px(4), color);
}

function controls(isPlaying: boolean, act: { skip: (step: number) => void; playOrPause: () => void }): View {
  const main = iconButton(isPlaying ? "pause" : "play", isPlaying ? "Pause" : "Play", act.playOrPause, {
    id: "play_pause",
    width: 72,
    height: 72,
    padding: 22,
    radius: 36,
    background: "primary",
    color: "onPrimary",
  });
  return row(
    [
      iconButton("previous", "Previous", () => act.skip(-1), { id: "previous" }),
      main,
      iconButton("next", "Next", () => act.skip(1), { id: "next" }),
    ],
    { gap: 28 },
  );
}

function time(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
