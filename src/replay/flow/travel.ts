import type { GeoPoint } from "./flow.js";

/** A part of a journey: places that are reached one after another. */
export interface Leg {
  /** The places, the first of which is the start. */
  readonly points: readonly GeoPoint[];
  /** The time between two places, in s. */
  readonly pauseSeconds: number;
}

/** The mean radius of the earth, in m. */
const EARTH_M = 6_371_008.8;
/**
 * The most places of a leg. A receiver reports about one place a second; on a long leg the places are further apart.
 */
const MOST_STEPS = 20;

/** The legs of a journey at this speed, in straight lines; a single place is one leg. */
export function legsOf(points: readonly GeoPoint[], metresPerSecond: number): readonly Leg[] {
  const [first] = points;
  if (!first) return [];
  if (points.length === 1) return [{ points: [first], pauseSeconds: 0 }];
  return points.slice(1).map((to, place) => {
    const from = points[place] ?? first;
    const seconds = metresBetween(from, to) / metresPerSecond;
    const steps = Math.min(MOST_STEPS, Math.max(1, Math.ceil(seconds)));
    const along = Array.from({ length: steps }, (_, step) => between(from, to, (step + 1) / steps));
    return { points: [from, ...along], pauseSeconds: seconds / steps };
  });
}

/** The distance by the haversine formula, in m. */
export function metresBetween(from: GeoPoint, to: GeoPoint): number {
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const half = (angle: number) => Math.sin(angle / 2) ** 2;
  const share = half(b - a) + Math.cos(a) * Math.cos(b) * half(radians(to.longitude - from.longitude));
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(share)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function between(from: GeoPoint, to: GeoPoint, share: number): GeoPoint {
  return {
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    longitude: from.longitude + (to.longitude - from.longitude) * share,
  };
}

/** The duration of a journey, in s. */
export function secondsOf(legs: readonly Leg[]): number {
  return legs.reduce((sum, { points, pauseSeconds }) => sum + (points.length - 1) * pauseSeconds, 0);
}
