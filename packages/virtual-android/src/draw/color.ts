/** A colour as 0xAARRGGBB, as Android writes it. */
export type Color = number;

/** The colour with its opacity multiplied by `opacity`, from 0 to 1. */
export function fade(color: Color, opacity: number): Color {
  const alpha = Math.round((color >>> 24) * Math.max(0, Math.min(1, opacity)));
  return ((alpha << 24) | (color & 0xffffff)) >>> 0;
}

export function alphaOf(color: Color): number {
  return color >>> 24;
}

/** The bytes R, G, B, A in memory order, as one little-endian word. */
export function pixelOf(color: Color): number {
  const red = (color >>> 16) & 0xff;
  const blue = color & 0xff;
  return ((color & 0xff00ff00) | (blue << 16) | red) >>> 0;
}

/** The colour of `under` covered by `over`, with an opacity in 255ths. */
export function mix(under: Color, over: Color, alpha: number): Color {
  const channel = (shift: number) => {
    const [a, b] = [(under >>> shift) & 0xff, (over >>> shift) & 0xff];
    return Math.floor((b * alpha + a * (255 - alpha) + 127) / 255) << shift;
  };
  return (0xff000000 | channel(16) | channel(8) | channel(0)) >>> 0;
}
