/** So that what changed is not taken for what the action did. */
export const OVERTAKEN = "! another client acted on the device since you were last shown its screen";
