import { MapFlag } from './map-feed.ts';
import { latitudeOf, longitudeOf } from './mercator.ts';
import type { VehicleTable } from './vehicle-table.ts';

/** Area of the vehicles of a group. */
export interface GroupArea {
  /** Number of its vehicles on the map; those of groups below count there. */
  readonly count: number;
  /** Around those that are together: longitudes and latitudes, closed. Longitudes may go on past 180. */
  readonly outline: readonly (readonly [number, number])[];
}
/** By id of the group; a group that shows nothing is missing. */
export type GroupAreas = ReadonlyMap<number, GroupArea>;
export const NO_AREAS: GroupAreas = new Map();

/** In the square map, 0 to 1. */
type Spot = readonly [number, number];

/** The share of a group that says how far it reaches, and how much farther one may be and still belong to its area. */
const CORE_SHARE = 0.8;
const REACH = 2;
/** Some 200 m: what stands on one spot is an area, too. */
const MIN_PADDING = 5e-6;
/** Air around the outermost, as a share of the extent. */
const PAD_SHARE = 0.06;
const ROUND_CORNERS = 12;
/** A corner that moved less than this share of the extent has not moved: areas do not tremble while vehicles drive. */
const CALM_SHARE = 0.1;

/**
 * The groups of the vehicles that are shown, each around most of them: one that is far away does not stretch it.
 * @returns `before` when the difference would not be visible.
 */
export function groupAreas(
  table: VehicleTable,
  isVisible: (slot: number) => boolean,
  before: GroupAreas = NO_AREAS,
): GroupAreas {
  const areas = new Map<number, GroupArea>();
  let isSame = true;
  for (const [id, spots] of spotsByGroup(table, isVisible)) {
    const former = before.get(id);
    const area = { count: spots.length, outline: outlineOf(spots) };
    const isAlike = former?.count === area.count && isCalm(former.outline, area.outline);
    isSame &&= isAlike;
    areas.set(id, isAlike ? former : area);
  }
  return isSame && areas.size === before.size ? before : areas;
}

function spotsByGroup(table: VehicleTable, isVisible: (slot: number) => boolean): Map<number, Spot[]> {
  const found = new Map<number, Spot[]>();
  for (let slot = 0; slot < table.end; slot++) {
    const groupId = table.devices[slot]?.groupId ?? 0;
    if (groupId === 0 || ((table.flags[slot] ?? 0) & MapFlag.placed) === 0 || !isVisible(slot)) continue;
    const [x, y] = [table.x[slot] ?? 0, table.y[slot] ?? 0];
    const spots = found.get(groupId);
    const [first] = spots ?? [];
    // The short way round the world from the first of them.
    if (spots === undefined || first === undefined) found.set(groupId, [[x, y]]);
    else spots.push([x + Math.round(first[0] - x), y]);
  }
  return found;
}

function outlineOf(spots: readonly Spot[]): GroupArea['outline'] {
  const middle: Spot = [median(spots.map(([x]) => x)), median(spots.map(([, y]) => y))];
  const distances = spots.map(([x, y]) => Math.hypot(x - middle[0], y - middle[1]));
  const reach = REACH * (at(distances.toSorted(ascending), CORE_SHARE) ?? 0) + MIN_PADDING;
  const corners = hullOf(spots.filter((_, index) => (distances[index] ?? 0) <= reach));
  const pad = MIN_PADDING + PAD_SHARE * extentOf(corners);
  const round = corners.flatMap(([x, y]) =>
    Array.from({ length: ROUND_CORNERS }, (_, corner): Spot => {
      const angle = (corner / ROUND_CORNERS) * 2 * Math.PI;
      return [x + pad * Math.sin(angle), y + pad * Math.cos(angle)];
    }),
  );
  const around = hullOf(round);
  return [...around, ...around.slice(0, 1)].map(([x, y]) => [longitudeOf(x), latitudeOf(y)] as const);
}

/** The convex hull, by Andrew's chain. */
function hullOf(spots: readonly Spot[]): readonly Spot[] {
  const sorted = spots.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const half = (path: readonly Spot[]): Spot[] => {
    const chain: Spot[] = [];
    for (const spot of path) {
      while (chain.length >= 2 && orientation(chain.at(-2), chain.at(-1), spot) <= 0) chain.pop();
      chain.push(spot);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

/** Above 0 = to the left. */
function orientation(a: Spot = [0, 0], b: Spot = [0, 0], c: Spot = [0, 0]): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

const ascending = (a: number, b: number): number => a - b;
const at = (sorted: readonly number[], share: number): number | undefined =>
  sorted[Math.ceil(share * sorted.length) - 1];
const median = (values: readonly number[]): number => at(values.toSorted(ascending), 0.5) ?? 0;

function boxOf(corners: readonly Spot[]): readonly [number, number, number, number] {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
function extentOf(corners: readonly Spot[]): number {
  const [west, south, east, north] = boxOf(corners);
  return Math.hypot(east - west, north - south);
}
function isCalm(before: GroupArea['outline'], after: GroupArea['outline']): boolean {
  const max = CALM_SHARE * extentOf(before);
  const box = boxOf(after);
  return boxOf(before).every((edge, index) => Math.abs(edge - (box[index] ?? 0)) <= max);
}
