import { knots, type Position } from '@rastro/fleet';
import type { FenceShape } from '../../../packages/web/src/map/layers/fence-features.ts';

/** São Paulo, where the view of the benchmark is. */
const LATITUDE = -23.55;
const LONGITUDE = -46.63;
const COLOURS = ['#2f6fde', '#c77700', '#2f9e44', '#e8463a'] as const;
const EDGES = 12;
const SELECTED = 8;
const FIRST_FIX = Date.UTC(2026, 10, 20, 1);

/** Geofences in rows over the city: circles, polygons of twelve edges and lines in turn. */
export function madeFences(count: number): FenceShape[] {
  const perRow = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, index) => {
    const latitude = LATITUDE + (Math.floor(index / perRow) / perRow - 0.5) * 0.7;
    const longitude = LONGITUDE + ((index % perRow) / perRow - 0.5) * 1.2;
    return {
      id: index + 1,
      name: `Place ${index + 1}`,
      area: areaAt(latitude, longitude, index % 3),
      color: COLOURS[index % COLOURS.length] ?? COLOURS[0],
    };
  });
}

/** A way of so many points that winds through the same city, older than anything that comes live. */
export function madeTrail(points: number): Position[] {
  return Array.from({ length: points }, (_, index) => {
    const at = new Date(FIRST_FIX + index * 1_000).toISOString();
    const angle = (index / points) * 40 * Math.PI;
    const far = 0.05 + (index / points) * 0.3;
    return {
      id: index + 1,
      deviceId: SELECTED,
      protocol: 'teltonika',
      serverTime: at,
      deviceTime: at,
      fixTime: at,
      valid: true,
      latitude: LATITUDE + Math.sin(angle) * far,
      longitude: LONGITUDE + Math.cos(angle) * far,
      altitude: 760,
      speed: knots(20),
      course: 90,
      address: null,
      accuracy: 0,
      network: null,
      geofenceIds: null,
      attributes: {},
    };
  });
}

function areaAt(latitude: number, longitude: number, kind: number): string {
  if (kind === 0) return `CIRCLE (${latitude.toFixed(5)} ${longitude.toFixed(5)}, 400)`;
  const corners = Array.from({ length: EDGES }, (_, edge) => {
    const angle = (edge / EDGES) * 2 * Math.PI;
    return `${(latitude + Math.sin(angle) * 0.004).toFixed(5)} ${(longitude + Math.cos(angle) * 0.005).toFixed(5)}`;
  });
  return kind === 1
    ? `POLYGON ((${[...corners, corners[0]].join(', ')}))`
    : `LINESTRING (${corners.slice(0, 6).join(', ')})`;
}
