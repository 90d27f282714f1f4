/** When detectors look at the picture: where the tree tells too little, always, never. */
export const VISION_MODES = ["auto", "on", "off"] as const;
export type VisionMode = (typeof VISION_MODES)[number];

export const VISION_MODE_OPTIONS = [
  {
    flag: "--vision",
    env: "FOVEA_VISION",
    key: "vision",
    type: "string",
    default: "auto",
    doc: "When detectors look at the picture: auto (where the tree is poor or missing), on (each time the elements are read), off.",
    example: "off",
  },
] as const;
