import { center, containsPoint } from "../base/geometry.js";
import type { ViewHierarchy } from "../screen/hierarchy.js";
import type { Detection } from "./detection.js";

/** The detections without words that were read in password fields. */
export function withoutSecrets(
  detections: readonly Detection[],
  hierarchy: Pick<ViewHierarchy, "nodes"> | null,
): readonly Detection[] {
  const nodes = hierarchy?.nodes ?? [];
  const secrets = nodes.flatMap(({ password, bounds }) => (password === true && bounds ? [bounds] : []));
  const isSecret = ({ text, bounds }: Detection) =>
    text !== null && secrets.some((place) => containsPoint(place, center(bounds)));
  return detections.flatMap((one) => {
    if (!isSecret(one)) return [one];
    return one.source === "ocr" ? [] : [{ ...one, text: null }];
  });
}
