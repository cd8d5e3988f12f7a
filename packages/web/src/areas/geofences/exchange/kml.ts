import { escapeXml, xmlDecimal } from '@rastro/base';
import type { CircleArea, GeofenceArea, LatLng } from '@rastro/fleet';
import { geometryOf } from '../../../map/drawing/area-shapes.ts';
import { checked, type FeatureProblem, type FenceFeature, type ReadFeature } from './fence-feature.ts';
import { withoutEnd } from './geojson.ts';
import { allNamed, childText } from './xml.ts';

/** KML 2.2. A circle is drawn as a polygon for others and carries its center and radius for us. */
export function writeKml(features: readonly FenceFeature[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>',
    ...features.map(placemark),
    '</Document></kml>',
    '',
  ].join('\n');
}

export function readKml(document: Document): readonly ReadFeature[] {
  return allNamed(document, 'Placemark').flatMap((element) => {
    const about = {
      name: childText(element, 'name'),
      description: childText(element, 'description'),
      color: colorOf(extended(element, 'color')),
    };
    const circle = circleIn(element);
    if (circle !== null) return [checked(circle, about)];
    const areas = [
      ...allNamed(element, 'Polygon').map(polygonOf),
      ...allNamed(element, 'LineString').map((line): GeofenceArea | FeatureProblem => {
        const points = pointsOf(childText(line, 'coordinates'));
        return points === null ? 'badPoints' : { kind: 'line', points };
      }),
      ...allNamed(element, 'Point').map((): FeatureProblem => 'noRadius'),
    ];
    if (areas.length === 0) return [checked('unknownShape', about)];
    const isMany = areas.length > 1;
    return areas.map((area, at) =>
      checked(area, isMany ? { ...about, name: `${about.name} ${at + 1}` } : about),
    );
  });
}

function placemark({ name, description, color, area }: FenceFeature): string {
  const details = {
    ...(color === null ? {} : { color }),
    ...(area.kind === 'circle'
      ? {
          centre: `${xmlDecimal(area.centre.latitude)},${xmlDecimal(area.centre.longitude)}`,
          radius: xmlDecimal(area.radiusM),
        }
      : {}),
  };
  const fields = Object.entries(details).map(
    ([key, value]) => `<Data name="${key}"><value>${escapeXml(value)}</value></Data>`,
  );
  return [
    `<Placemark><name>${escapeXml(name)}</name>`,
    description === null ? '' : `<description>${escapeXml(description)}</description>`,
    fields.length === 0 ? '' : `<ExtendedData>${fields.join('')}</ExtendedData>`,
    shape(area),
    '</Placemark>',
  ].join('');
}

function shape(area: GeofenceArea): string {
  const tuple = ({ latitude, longitude }: LatLng): string =>
    `${xmlDecimal(longitude)},${xmlDecimal(latitude)}`;
  if (area.kind === 'line') {
    return `<LineString><coordinates>${area.points.map(tuple).join(' ')}</coordinates></LineString>`;
  }
  const outline = geometryOf(area);
  const ring =
    area.kind === 'circle' && outline.type === 'Polygon'
      ? (outline.coordinates[0] ?? []).map(([x = 0, y = 0]) => tuple({ latitude: y, longitude: x }))
      : area.kind === 'polygon'
        ? [...area.points, ...area.points.slice(0, 1)].map(tuple)
        : [];
  const inner = `<LinearRing><coordinates>${ring.join(' ')}</coordinates></LinearRing>`;
  return `<Polygon><outerBoundaryIs>${inner}</outerBoundaryIs></Polygon>`;
}

function extended(element: Element, name: string): string {
  const field = allNamed(element, 'Data').find((each) => each.getAttribute('name') === name);
  return field === undefined ? '' : childText(field, 'value');
}
const colorOf = (text: string): string | null => (text === '' ? null : text);

function circleIn(element: Element): CircleArea | null {
  const radiusM = Number(extended(element, 'radius'));
  const [latitude, longitude] = extended(element, 'centre').split(',').map(Number);
  if (radiusM > 0 && Number.isFinite(latitude) && Number.isFinite(longitude)) {
    return { kind: 'circle', centre: { latitude: latitude ?? 0, longitude: longitude ?? 0 }, radiusM };
  }
  const [point] = allNamed(element, 'Point');
  const [centre] = (point && pointsOf(childText(point, 'coordinates'))) ?? [];
  return radiusM > 0 && centre !== undefined ? { kind: 'circle', centre, radiusM } : null;
}

function polygonOf(polygon: Element): GeofenceArea | FeatureProblem {
  if (allNamed(polygon, 'innerBoundaryIs').length > 0) return 'hasHoles';
  const [ring] = allNamed(polygon, 'LinearRing');
  const points = ring === undefined ? null : pointsOf(childText(ring, 'coordinates'));
  return points === null ? 'badPoints' : { kind: 'polygon', points: withoutEnd(points) };
}

/** `longitude,latitude[,height]`, blanks between. */
function pointsOf(text: string): readonly LatLng[] | null {
  const points: LatLng[] = [];
  for (const tuple of text.split(/\s+/)) {
    if (tuple === '') continue;
    const [longitude = Number.NaN, latitude = Number.NaN] = tuple.split(',').map(Number);
    if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
    points.push({ latitude, longitude });
  }
  return points;
}
