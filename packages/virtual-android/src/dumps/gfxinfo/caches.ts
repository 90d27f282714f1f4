import type { FrameState } from "../../phone-state.js";
import { type Lines, linesOf, NOW, type VersionedLine } from "../text.js";

/**
 * The caches of the render thread, between the statistics and the profile data: OpenGL's up to Android 8, Skia's from 9
 * on. On 9, a process that never drew has no caches.
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
  "  TextureCache          1843200 / 25165824",
  "  Layers total          0 (numLayers = 0)",
  "  RenderBufferCache           0 /  2097152",
  "  GradientCache           16384 /  1048576",
  "  PathCache                6720 /  4194304",
  "  TessellationCache         512 /  1048576",
  "  TextDropShadowCache         0 /  2097152",
  "  PatchCache                384 /   131072",
  "  FontRenderer A8         32768 /  1048576",
  "    A8   texture 0        32768 /  1048576",
  "  FontRenderer RGBA           0 /        0",
  "  FontRenderer total      32768 /  1048576",
  "Other:",
  "  FboCache                    0 /        0",
  "Total memory usage:",
  "  2916352 bytes, 2.78 MB",
  "",
  "",
  "Pipeline=FrameBuilder",
];

const NO_CACHE: Lines = ["No valid cache instance.", "", "", "Pipeline=Skia (OpenGL)"];

function skiaEarly(api: number): Lines {
  return linesOf(api, [
    [28, 30, "Font Cache (CPU):"],
    [28, 30, "  Size: 32.00 kB "],
    [28, 30, "  Glyph Count: 18 "],
    [28, 30, "CPU Caches:"],
    [28, 30, "GPU Caches:"],
    [28, 30, "  Other:"],
    [28, 29, "    Buffer Object: 48.00 KB (1 entry)"],
    [30, 30, "    Other: 16.00 KB (1 entry)"],
    [28, 30, "  Image:"],
    [28, 30, "    Texture: 512.00 KB (5 entries)"],
    [28, 30, "  Scratch:"],
    [28, 29, "    Buffer Object: 64.00 KB (2 entries)"],
    [28, 29, "    Texture: 1.00 MB (1 entry)"],
    [28, 30, "    RenderTarget: 24.00 KB (3 entries)"],
    [30, 30, "    Texture: 1.00 MB (1 entry)"],
    [30, 30, "    Buffer Object: 64.00 KB (2 entries)"],
    [28, 30, "Other Caches:"],
    [28, 30, "                         Current / Maximum"],
    [28, 29, "  VectorDrawableAtlas    0.00 kB /   0.00 KB (entries = 0)"],
    [28, 30, "  Layers Total           0.00 KB (numLayers = 0)"],
    [28, 30, "Total GPU memory usage:"],
    [28, 30, "  1703936 bytes, 1.63 MB (512.00 KB is purgeable)"],
    [28, 30, ""],
    [28, 30, ""],
    [28, 30, "Pipeline=Skia (OpenGL)"],
  ]);
}

function layoutCache(api: number): Lines {
  return api <= 29 ? ["", "Layout Cache Info:", "  Usage: 41/5000 entries", "  Hit ratio: 780/821 (0.950061)"] : [];
}

const SKIA_LATE: readonly VersionedLine[] = [
  [31, NOW, ""],
  [31, NOW, "Pipeline=Skia (OpenGL)"],
  [34, NOW, "Memory policy:"],
  [34, NOW, "  Max surface area: 2592000"],
  [34, NOW, "  Max resource usage: 118.65MB (x48)"],
  [34, NOW, "  Background retention: 50% (altUiHidden = true)"],
  [34, NOW, "  GPU Context timeout: 10"],
  [34, NOW, "Contexts: 1 (stopped = 0)"],
  [31, NOW, "CPU Caches:"],
  [31, NOW, "  Glyph Cache: 160.00 KB (1 entry)"],
  [31, NOW, "  Glyph Count: 36 "],
  [31, NOW, "Total CPU memory usage:"],
  [31, NOW, "  163840 bytes, 160.00 KB (0.00 bytes is purgeable)"],
  [31, NOW, "GPU Caches:"],
  [31, NOW, "  Other:"],
  [31, NOW, "    Other: 48.00 KB (1 entry)"],
  [31, NOW, "  Image:"],
  [31, NOW, "    Texture: 384.00 KB (90 entries)"],
  [31, NOW, "  Scratch:"],
  [31, NOW, "    Texture: 2.00 MB (2 entries)"],
  [31, NOW, "    Buffer Object: 78.00 KB (2 entries)"],
  [31, NOW, "Total GPU memory usage:"],
  [31, NOW, "  2609152 bytes, 2.49 MB (384.00 KB is purgeable)"],
  [31, NOW, ""],
];
