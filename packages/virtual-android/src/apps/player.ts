import { rectOf } from "../../../../src/base/geometry.js";
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
  { title: "Paper Lanterns", artist: "Atlas & the Maps", seconds: 187, color: 0xffb4553a },
  { title: "Northern Line", artist: "Quiet Machines", seconds: 243, color: 0xff5a4fa0 },
];

/** A music player; during playback the position changes every second. */
export function playerApp(): App {
  return {
    packageName: PACKAGE,
    label: "Player",
    icon: { symbol: "music", color: 0xffb04a9c },
    activities: [{ className: `${PACKAGE}.PlayerActivity`, isLauncher: true, open: playerScreen }],
  };
}

interface PlayerState {
  index: number;
  position: number;
  isPlaying: boolean;
  isLiked: boolean;
}

interface PlayerActions {
  readonly skip: (step: number) => void;
  readonly playOrPause: () => void;
  readonly like: () => void;
  readonly seek: (position: number) => void;
}

function playerScreen(host: ActivityHost): Screen {
  const state: PlayerState = { index: 0, position: 47, isPlaying: false, isLiked: false };
  const act = actionsOn(host, state);
  return {
    content: () => {
      const { width, height } = host.screenDp();
      const isWide = width > height;
      const side = Math.min(260, Math.floor((isWide ? height - 150 : height * 0.36) / 4) * 4);
      const picture = cover(trackOf(state).color, side, act.like);
      const below = column([titleRow(state, act), timeline(state, act), controls(state.isPlaying, act)], {
        ...(isWide ? { weight: 1 } : { width: "fill" as const }),
        gap: isWide ? 8 : 20,
        align: "center",
      });
      const body = {
        width: "fill",
        weight: 1,
        padding: { x: 28, bottom: isWide ? 8 : 24 },
        gap: 20,
        justify: "center",
        align: "center",
      } as const;
      return page({ title: "Now playing" }, [isWide ? row([picture, below], body) : column([picture, below], body)]);
    },
  };
}

function trackOf(state: PlayerState): Track {
  return TRACKS[state.index] ?? { title: "", artist: "", seconds: 1, color: 0 };
}

function actionsOn(host: ActivityHost, state: PlayerState): PlayerActions {
  const skip = (step: number) => {
    state.index = (state.index + step + TRACKS.length) % TRACKS.length;
    state.position = 0;
  };
  const tick = () => {
    if (!state.isPlaying) return;
    state.position += 1;
    if (state.position > trackOf(state).seconds) skip(1);
    host.after(1000, tick);
  };
  return {
    skip,
    playOrPause: () => {
      state.isPlaying = !state.isPlaying;
      if (state.isPlaying) host.after(1000, tick);
    },
    like: () => {
      state.isLiked = !state.isLiked;
    },
    seek: (position) => {
      state.position = position;
    },
  };
}

function titleRow(state: PlayerState, act: PlayerActions): View {
  const { title, artist } = trackOf(state);
  const heart = iconButton("heart", state.isLiked ? "Remove from favourites" : "Add to favourites", act.like, {
    id: "like",
    color: state.isLiked ? "error" : "textFaint",
    checked: state.isLiked,
  });
  const words = [
    text(title, { id: "title", size: 24, bold: "medium", lines: 1 }),
    text(artist, { id: "artist", size: 16, color: "textSoft" }),
  ];
  return row([column(words, { weight: 1, gap: 2 }), heart], { width: "fill" });
}

function timeline(state: PlayerState, act: PlayerActions): View {
  const { seconds } = trackOf(state);
  const bar = slider(
    { min: 0, max: seconds, value: state.position, onChange: act.seek },
    { id: "position", label: "Position", padding: { x: 2 } },
  );
  const times = row(
    [
      text(time(state.position), { id: "elapsed", size: 13, color: "textSoft" }),
      spacer(),
      text(time(seconds), { id: "total", size: 13, color: "textSoft" }),
    ],
    { width: "fill" },
  );
  return column([bar, times], { width: "fill" });
}

/** The cover; a double tap on it likes the track. */
function cover(color: number, side: number, like: () => void): View {
  return {
    className: "android.widget.ImageView",
    id: "cover",
    label: "Album cover",
    width: side,
    height: side,
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
  const side = rect.right - rect.left;
  for (const [size, share] of [
    [0.4, 40],
    [0.3, 90],
    [0.19, 150],
    [0.08, 220],
  ] as const) {
    canvas.fillCircle(x, y, Math.round(side * size), mix(color, 0xffffffff, share));
  }
  canvas.fillRoundRect(rectOf(x - brush.px(4), y - brush.px(4), x + brush.px(4), y + brush.px(4)), brush.px(4), color);
}

function controls(isPlaying: boolean, act: PlayerActions): View {
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
