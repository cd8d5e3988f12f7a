import type { Logger } from 'pino';
import { RoadNet, shippedAreas, STREET_TOWNS, type Areas, type HomeArea } from '@rastro/simulator';
import { archiveRoads } from '../map-tiles/archive-roads.ts';
import { findArchives, type ServedArchive } from '../map-tiles/find-archives.ts';

const METRES_PER_DEGREE = 111_320;
/** Farther from the middle of an archive nobody drives. */
const MAX_REACH_M = 6000;

/**
 * Where vehicles of the demonstration live. The streets of a town are those of the operator's own map, where it has
 * that town, else the ones that are shipped. A map of elsewhere has the vehicles of the first town in its middle.
 */
export async function demoAreas(place: string, log: Logger): Promise<Areas> {
  const shipped = shippedAreas();
  const archives = await findArchives(place);
  const own: Partial<Record<keyof Areas, HomeArea>> = {};
  for (const name of STREET_TOWNS) {
    const archive = archives.find((each) => isInside(each, shipped[name].centre));
    const area = archive && (await onStreetsOf(archive, shipped[name], log));
    if (area) own[name] = area;
  }
  const [elsewhere] = archives;
  const [first] = STREET_TOWNS;
  if (elsewhere && Object.keys(own).length === 0) {
    const moved = await onStreetsOf(elsewhere, movedTo(elsewhere, shipped[first]), log);
    if (moved) own[first] = moved;
  }
  return { ...shipped, ...own };
}

async function onStreetsOf(archive: ServedArchive, area: HomeArea, log: Logger): Promise<HomeArea | null> {
  const lines = await archiveRoads(archive, area);
  const roads = RoadNet.of(lines, area);
  if (roads) return { ...area, roads };
  log.warn({ archive: archive.name, area: area.name }, 'a map has too few streets to drive about in');
  return null;
}

function isInside({ bounds }: ServedArchive, { latitude, longitude }: HomeArea['centre']): boolean {
  const { west, south, east, north } = bounds;
  return longitude > west && longitude < east && latitude > south && latitude < north;
}

function movedTo({ bounds: { west, south, east, north } }: ServedArchive, area: HomeArea): HomeArea {
  const centre = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const across = (east - west) * METRES_PER_DEGREE * Math.cos((centre.latitude * Math.PI) / 180);
  const radiusM = Math.min(MAX_REACH_M, across / 2, ((north - south) * METRES_PER_DEGREE) / 2);
  return { ...area, centre, radiusM };
}
