import { readFileSync } from 'node:fs';
import { AREAS, type AreaName, type HomeArea } from '../motion/areas.ts';
import { toLatLng } from '../motion/plane.ts';
import { readLines } from './line-text.ts';
import { ROAD_LIMITS, ROAD_RANKS, type RoadLine, type RoadRank } from './road-line.ts';
import { RoadNet } from './road-net.ts';
import { shortened } from './shortened.ts';

export type Areas = Readonly<Record<AreaName, HomeArea>>;

/** Towns whose main streets come with the demonstration, so that its vehicles drive on them over any map. */
export const STREET_TOWNS = ['saoPaulo', 'portoAlegre'] as const satisfies readonly AreaName[];

/** Largest deviation of a shipped street from the original, meters: invisible on a map. */
const STRAIGHT_M = 3;
let shipped: Areas | null = null;

/** The areas, with the streets that are shipped. Read once. */
export function shippedAreas(): Areas {
  shipped ??= { ...AREAS, ...Object.fromEntries(STREET_TOWNS.map((name) => [name, withStreets(name)])) };
  return shipped;
}

function withStreets(name: (typeof STREET_TOWNS)[number]): HomeArea {
  const area = AREAS[name];
  const text = readFileSync(new URL(`./streets/${name}.txt`, import.meta.url), 'utf8');
  const roads = RoadNet.of(readLines(text), area);
  return roads ? { ...area, roads } : area;
}

/** Returns the streets of an area to ship: each stretch once, with the points of its bends. */
export function shippableLines(net: RoadNet, { centre }: Pick<HomeArea, 'centre'>): readonly RoadLine[] {
  const known = new Set(net.edges.map(({ from, to, lengthM }) => `${from} ${to} ${Math.round(lengthM)}`));
  return net.edges.flatMap(({ from, to, limitKmh, lengthM, points }): RoadLine[] => {
    const isOneWay = !known.has(`${to} ${from} ${Math.round(lengthM)}`);
    if (!isOneWay && from > to) return [];
    const places = shortened(points, STRAIGHT_M).map((spot) => toLatLng(spot, centre));
    return [{ rank: rankAt(limitKmh), isOneWay, points: places }];
  });
}

const rankAt = (limitKmh: number): RoadRank =>
  ROAD_RANKS.find((rank) => ROAD_LIMITS[rank] === limitKmh) ?? 'tertiary';
