import type { WindowPart } from "./unmoved.js";

/** The places of the parts of one container, in their order. The parts that scroll in it are a group of their own. */
type Group = readonly number[];

interface Index {
  readonly groups: ReadonlyMap<string, Group>;
  /** The position of each place in its group. */
  readonly positions: ReadonlyMap<number, number>;
}

/** The next parts of its container on one side; at most `most` of them, if given. */
export function* siblings(
  place: number,
  step: 1 | -1,
  part: WindowPart,
  most = Number.POSITIVE_INFINITY,
): Generator<number> {
  const { groups, positions } = indexOf(part);
  const group = groups.get(groupOf(place, part)) ?? [];
  const start = positions.get(place) ?? -1;
  // Parts come after the element that contains them.
  const parent = part.traits.around(place) ?? -1;
  for (let count = 1; start >= 0 && count <= most; count += 1) {
    const found = group[start + step * count];
    if (found === undefined || found <= parent) return;
    yield found;
  }
}

/** Cached: the index is needed for every element of the window. */
const indexes = new WeakMap<WindowPart["traits"], Map<number, Index>>();

function indexOf(part: WindowPart): Index {
  const ofScreen = indexes.get(part.traits) ?? new Map<number, Index>();
  indexes.set(part.traits, ofScreen);
  const index = ofScreen.get(part.window) ?? readIndex(part);
  ofScreen.set(part.window, index);
  return index;
}

function readIndex(part: WindowPart): Index {
  const groups = new Map<string, number[]>();
  const positions = new Map<number, number>();
  for (const [place, { window }] of part.screen.elements.entries()) {
    if (window !== part.window) continue;
    const key = groupOf(place, part);
    const group = groups.get(key);
    positions.set(place, group?.length ?? 0);
    if (group) group.push(place);
    else groups.set(key, [place]);
  }
  return { groups, positions };
}

function groupOf(place: number, { traits }: WindowPart): string {
  return `${traits.around(place)} ${traits.list(place) !== null}`;
}
