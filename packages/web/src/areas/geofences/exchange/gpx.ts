import { escapeXml, xmlDecimal } from '@rastro/base';
import type { GeofenceArea, LatLng } from '@rastro/fleet';
import { checked, type FeatureProblem, type FenceFeature, type ReadFeature } from './fence-feature.ts';
import { withoutEnd } from './geojson.ts';
import { allNamed, childText } from './xml.ts';

/**
 * GPX 1.1: lines are tracks, areas are tracks that end where they begin, circles are waypoints with a radius. The
 * standard wants waypoints first.
 */
export function writeGpx(features: readonly FenceFeature[]): string {
  const isCircle = ({ area }: FenceFeature): boolean => area.kind === 'circle';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Rastro" xmlns="http://www.topografix.com/GPX/1/1">',
    ...features.filter(isCircle).map(element),
    ...features.filter((feature) => !isCircle(feature)).map(element),
    '</gpx>',
    '',
  ].join('\n');
}

export function readGpx(document: Document): readonly ReadFeature[] {
  const read = (
    kind: 'wpt' | 'trk' | 'rte',
    areasIn: (item: Element) => readonly (GeofenceArea | FeatureProblem)[],
  ) =>
    allNamed(document, kind).flatMap((item) => {
      const about = {
        name: childText(item, 'name'),
        description: childText(item, 'desc'),
        color: allNamed(item, 'color')[0]?.textContent ?? null,
      };
      const areas = areasIn(item);
      const isMany = areas.length > 1;
      return areas.map((area, at) =>
        checked(area, isMany ? { ...about, name: `${about.name} ${at + 1}` } : about),
      );
    });
  return [
    ...read('wpt', (item) => [circleOf(item)]),
    ...read('trk', (item) => allNamed(item, 'trkseg').map((part) => pathOf(allNamed(part, 'trkpt')))),
    ...read('rte', (item) => [pathOf(allNamed(item, 'rtept'))]),
  ];
}

function element({ name, description, color, area }: FenceFeature): string {
  const texts = `<name>${escapeXml(name)}</name>${description === null ? '' : `<desc>${escapeXml(description)}</desc>`}`;
  const more = [
    color === null ? '' : `<color>${escapeXml(color)}</color>`,
    area.kind === 'circle' ? `<radius>${xmlDecimal(area.radiusM)}</radius>` : '',
  ].join('');
  const extensions = more === '' ? '' : `<extensions>${more}</extensions>`;
  if (area.kind === 'circle') return `<wpt ${place(area.centre)}>${texts}${extensions}</wpt>`;
  const points = area.kind === 'polygon' ? [...area.points, ...area.points.slice(0, 1)] : area.points;
  const path = points.map((point) => `<trkpt ${place(point)}/>`).join('');
  return `<trk>${texts}${extensions}<trkseg>${path}</trkseg></trk>`;
}
const place = ({ latitude, longitude }: LatLng): string =>
  `lat="${xmlDecimal(latitude)}" lon="${xmlDecimal(longitude)}"`;

function circleOf(waypoint: Element): GeofenceArea | FeatureProblem {
  const radiusM = Number(allNamed(waypoint, 'radius')[0]?.textContent ?? 0);
  if (!(radiusM > 0)) return 'noRadius';
  const centre = placeOf(waypoint);
  return centre === null ? 'badPoints' : { kind: 'circle', centre, radiusM };
}

/** A track that returns to its start is the outline of an area. */
function pathOf(items: readonly Element[]): GeofenceArea | FeatureProblem {
  const points: LatLng[] = [];
  for (const item of items) {
    const point = placeOf(item);
    if (point === null) return 'badPoints';
    points.push(point);
  }
  const ring = withoutEnd(points);
  return ring.length >= 3 && ring.length < points.length
    ? { kind: 'polygon', points: ring }
    : { kind: 'line', points };
}

function placeOf(item: Element): LatLng | null {
  const [lat, lon] = [item.getAttribute('lat'), item.getAttribute('lon')];
  if (lat === null || lon === null || lat === '' || lon === '') return null;
  const [latitude, longitude] = [Number(lat), Number(lon)];
  return Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : null;
}
