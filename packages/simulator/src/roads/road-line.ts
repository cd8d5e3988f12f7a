import type { LatLng } from '@rastro/fleet';

/** Ranks of streets that a fleet drives along, the fastest first, with what drivers do there, km/h. */
export const ROAD_RANKS = ['motorway', 'trunk', 'primary', 'secondary', 'tertiary'] as const;
export type RoadRank = (typeof ROAD_RANKS)[number];
export const ROAD_LIMITS: Readonly<Record<RoadRank, number>> = {
  motorway: 88,
  trunk: 68,
  primary: 54,
  secondary: 47,
  tertiary: 40,
};

/** The middle of a street, as a map has it. */
export interface RoadLine {
  readonly rank: RoadRank;
  /** Driven from its first point to its last only. */
  readonly isOneWay: boolean;
  readonly points: readonly LatLng[];
}

const LINK = '_link';

/** Rank of a way of OpenStreetMap by its tag `highway`; null = a fleet does not drive through there. */
export function rankOf(highway: string): RoadRank | null {
  const plain = highway.endsWith(LINK) ? highway.slice(0, -LINK.length) : highway;
  return ROAD_RANKS.find((rank) => rank === plain) ?? null;
}
