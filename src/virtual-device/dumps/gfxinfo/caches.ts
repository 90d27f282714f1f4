import type { FrameState } from "../../phone-state.js";
import { type Lines, linesOf, NOW, type VersionedLine } from "../text.js";

/**
 * What the render thread keeps in memory, between the statistics and the profile data: OpenGL caches up to Android 8,
 * Skia's from 9 on. A process that drew nothing has none on 9.
 */
export function cacheLines(api: number, frames: FrameState): Lines {
  if (api <= 27) return FRAME_BUILDER;
  if (api <= 30)
    return frames.totalFrames === 0 ? [...NO_CACHE, ...layoutCache(api)] : [...skiaEarly(api), ...layoutCache(api)];
  return linesOf(api, SKIA_LATE);
}

const FRAME_BUILDER: Lines = [
  "Caches:",
  "Current memory usage / total memory usage (bytes):",
  "  TextureCache          4210236 / 55987200",
  "  Layers total          0 (numLayers = 0)",
  "  RenderBufferCache           0 /  4665600",
  "  GradientCache           24576 /  1048576",
  "  PathCache                9180 /  9331200",
  "  TessellationCache         744 /  1048576",
  "  TextDropShadowCache         0 /  4665600",
  "  PatchCache                576 /   131072",
  "  FontRenderer A8         47731 /  1478656",
  "    A8   texture 0        47731 /  1478656",
  "  FontRenderer RGBA           0 /        0",
  "  FontRenderer total      47731 /  1478656",
  "Other:",
  "  FboCache                    0 /        0",
  "Total memory usage:",
  "  5723968 bytes, 5.46 MB",
  "",
  "",
  "Pipeline=FrameBuilder",
];

const NO_CACHE: Lines = ["No valid cache instance.", "", "", "Pipeline=Skia (OpenGL)"];

function skiaEarly(api: number): Lines {
  return linesOf(api, [
    [28, 30, "Font Cache (CPU):"],
    [28, 30, "  Size: 44.50 kB "],
    [28, 30, "  Glyph Count: 22 "],
    [28, 30, "CPU Caches:"],
    [28, 30, "GPU Caches:"],
    [28, 30, "  Other:"],
    [28, 29, "    Buffer Object: 48.00 KB (1 entry)"],
    [30, 30, "    Other: 28.44 KB (1 entry)"],
    [28, 30, "  Image:"],
    [28, 30, "    Texture: 656.93 KB (7 entries)"],
    [28, 30, "  Scratch:"],
    [28, 29, "    Buffer Object: 64.00 KB (2 entries)"],
    [28, 29, "    Texture: 1.00 MB (1 entry)"],
    [28, 30, "    RenderTarget: 18.86 KB (4 entries)"],
    [30, 30, "    Texture: 1.00 MB (1 entry)"],
    [30, 30, "    Buffer Object: 64.00 KB (2 entries)"],
    [28, 30, "Other Caches:"],
    [28, 30, "                         Current / Maximum"],
    [28, 29, "  VectorDrawableAtlas    0.00 kB /   0.00 KB (entries = 0)"],
    [28, 30, "  Layers Total           0.00 KB (numLayers = 0)"],
    [28, 30, "Total GPU memory usage:"],
    [28, 30, "  1855272 bytes, 1.77 MB (675.09 KB is purgeable)"],
    [28, 30, ""],
    [28, 30, ""],
    [28, 30, "Pipeline=Skia (OpenGL)"],
  ]);
}

function layoutCache(api: number): Lines {
  return api <= 29 ? ["", "Layout Cache Info:", "  Usage: 37/5000 entries", "  Hit ratio: 822/859 (0.956927)"] : [];
}

const SKIA_LATE: readonly VersionedLine[] = [
  [31, NOW, ""],
  [31, NOW, "Pipeline=Skia (OpenGL)"],
  [34, NOW, "Memory policy:"],
  [34, NOW, "  Max surface area: 2592000"],
  [34, NOW, "  Max resource usage: 124.42MB (x48)"],
  [34, NOW, "  Background retention: 50% (altUiHidden = true)"],
  [34, NOW, "  GPU Context timeout: 10"],
  [34, NOW, "Contexts: 1 (stopped = 0)"],
  [31, NOW, "CPU Caches:"],
  [31, NOW, "  Glyph Cache: 191.80 KB (1 entry)"],
  [31, NOW, "  Glyph Count: 42 "],
  [31, NOW, "Total CPU memory usage:"],
  [31, NOW, "  196401 bytes, 191.80 KB (0.00 bytes is purgeable)"],
  [31, NOW, "GPU Caches:"],
  [31, NOW, "  Other:"],
  [31, NOW, "    Other: 57.05 KB (1 entry)"],
  [31, NOW, "  Image:"],
  [31, NOW, "    Texture: 405.98 KB (98 entries)"],
  [31, NOW, "  Scratch:"],
  [31, NOW, "    Texture: 2.00 MB (2 entries)"],
  [31, NOW, "    Buffer Object: 78.00 KB (2 entries)"],
  [31, NOW, "Total GPU memory usage:"],
  [31, NOW, "  2651288 bytes, 2.53 MB (431.34 KB is purgeable)"],
  [31, NOW, ""],
];
