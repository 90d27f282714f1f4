import type { App } from "../../packages/virtual-android/src/apps/app.js";
import type { Brush } from "../../packages/virtual-android/src/ui/view.js";
import { rectOf } from "../../src/base/geometry.js";

export const TILE_APP = "com.example.tiles";

/** A tile: its colour (ARGB), and its column (of four) and row (of six). */
export interface Tile {
  readonly color: number;
  readonly column: number;
  readonly row: number;
}

export const RED: Tile = { color: 0xffd03030, column: 0, row: 1 };
export const GREEN: Tile = { color: 0xff30b050, column: 2, row: 1 };
export const BLUE: Tile = { color: 0xff3050d0, column: 1, row: 3 };

/** A game of coloured tiles on a SurfaceView, which are not in the hierarchy. */
export interface TileApp {
  readonly make: () => App;
  show(tiles: readonly Tile[]): void;
  /** The colours of the touched tiles; "none" for a touch outside of the tiles. */
  readonly touched: readonly (number | "none")[];
}

export function tileApp(first: readonly Tile[], { isSecure = false } = {}): TileApp {
  let tiles = first;
  let update = () => {};
  let size = { width: 1, height: 1 };
  const touched: (number | "none")[] = [];
  const boxOf = ({ column, row }: Tile) => {
    const [wide, high] = [size.width / 4, size.height / 6];
    const [left, top] = [column * wide + wide * 0.15, row * high + high * 0.25];
    return rectOf(Math.round(left), Math.round(top), Math.round(left + wide * 0.7), Math.round(top + high * 0.5));
  };
  const draw = ({ canvas, rect }: Brush) => {
    size = { width: rect.right - rect.left, height: rect.bottom - rect.top };
    canvas.fillRect(rect, 0xfff4f0e8);
    for (const tile of tiles) {
      const { left, top, right, bottom } = boxOf(tile);
      canvas.fillRect(rectOf(rect.left + left, rect.top + top, rect.left + right, rect.top + bottom), tile.color);
    }
  };
  const touch = (x: number, y: number) => {
    const hit = tiles.find((tile) => {
      const { left, top, right, bottom } = boxOf(tile);
      return x >= left && x < right && y >= top && y < bottom;
    });
    touched.push(hit?.color ?? "none");
  };
  const make = (): App => ({
    packageName: TILE_APP,
    label: "Tiles",
    icon: { symbol: "game", color: 0xff5a4fa0 },
    activities: [
      {
        className: `${TILE_APP}.TileActivity`,
        isLauncher: true,
        isSecure,
        open: (host) => {
          update = () => host.update();
          return {
            content: () => ({
              className: "android.view.SurfaceView",
              width: "fill",
              height: "fill",
              draw,
              onTouch: (kind, x, y) => {
                if (kind === "down") touch(x, y);
              },
            }),
          };
        },
      },
    ],
  });
  return {
    make,
    touched,
    show: (others) => {
      tiles = others;
      update();
    },
  };
}
