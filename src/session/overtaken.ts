/** A warning, so that changes by another client do not seem to be effects of the caller's action. */
export const OVERTAKEN = "! another client acted on the device since you were last shown its screen";
