/** What lets a tree be given that was read before, see `hierarchy-cache`. */
export const CACHE_POLICIES = ["exact", "tile", "ratio"] as const;
export type CachePolicy = (typeof CACHE_POLICIES)[number];

/** The options of the hierarchy cache, part of the one table in `config.ts`. */
export const CACHE_OPTIONS = [
  {
    flag: "--hierarchy-cache",
    env: "FOVEA_HIERARCHY_CACHE",
    key: "hierarchyCache",
    type: "string",
    default: "tile",
    doc: "When observe may give a tree that uiautomator read before, by the pixels: tile (nothing changed outside the system bars), exact (no pixel at all), ratio (unsafe: a share of all pixels) or off.",
    example: "off",
  },
  {
    flag: "--hierarchy-cache-limits",
    env: "FOVEA_HIERARCHY_CACHE_LIMITS",
    key: "hierarchyCacheLimits",
    type: "list",
    default: "tile-pixels=0, colour=0, ratio=99.8, hash-bits=6, mb=192, screens=64",
    doc: "Thresholds of these policies and bounds of their memory, as name=number. May be given several times.",
    example: "mb=64",
  },
] as const;
