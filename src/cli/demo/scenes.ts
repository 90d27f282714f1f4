import type { Scene } from "./scene.js";
import { act } from "./scenes/act.js";
import { look } from "./scenes/look.js";
import { picture } from "./scenes/picture.js";
import { refuse } from "./scenes/refuse.js";

/** The scenes of the demo, in order. */
export const SCENES: readonly Scene[] = [look, picture, act, refuse];
