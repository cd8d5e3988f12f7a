import type { Result } from '@rastro/base';
import type { LatLng } from '@rastro/fleet';
import type { ServiceFailure } from '@rastro/fleet/routing';
import type { OutgoingRequest } from '../safe-fetch.ts';

export const ROUTER_DIALECTS = ['osrm', 'valhalla', 'graphhopper'] as const;
export type RouterDialect = (typeof ROUTER_DIALECTS)[number];

/** Cells row by row; Infinity = no way. */
export interface Cells {
  readonly seconds: readonly number[];
  readonly meters: readonly number[];
}
export interface RouteOnRoad {
  readonly legs: readonly { readonly seconds: number; readonly meters: number }[];
  readonly line: readonly LatLng[];
}
export interface Question<T> {
  readonly request: OutgoingRequest;
  /** Of a status and a JSON answer; null = it is none that can be read. */
  readonly read: (status: number, answer: unknown) => Result<T, ServiceFailure> | null;
}

/** Questions and answers of one kind of router. */
export interface Dialect {
  /** Places on each side of a part of a matrix, and in all of it. */
  readonly side: number;
  readonly mostPlaces: number;
  /** Places of one route; a longer one is asked in pieces. */
  readonly placesOfRoute: number;
  matrix(url: string, from: readonly LatLng[], to: readonly LatLng[]): Question<Cells>;
  route(url: string, places: readonly LatLng[]): Question<RouteOnRoad>;
}

/** Address below that of the operator, whose own query (a key) stays. */
export function addressOf(base: string, path: string, query = ''): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  url.search = [url.search.replace('?', ''), query].filter((part) => part !== '').join('&');
  return url;
}

/** Six digits are a tenth of a meter. */
export const degrees = (value: number): string => value.toFixed(6);
/** Longest travel that is believed, in seconds and in meters. */
const MOST = 1e8;

/** Cells of rows of numbers, where null is no way; null = they are not what was asked for. */
export function cellsOf(
  rows: readonly (readonly (number | null)[])[],
  height: number,
  width: number,
  scale: number,
): readonly number[] | null {
  if (rows.length !== height || rows.some((row) => row.length !== width)) return null;
  const cells = rows.flat().map((cell) => (cell === null ? Infinity : cell * scale));
  return cells.every((cell) => cell >= 0 && (cell === Infinity || cell <= MOST)) ? cells : null;
}

/** Points of an encoded polyline; null = it is none. @source the format that Google published for its maps */
export function decodePolyline(text: string, digits: number): readonly LatLng[] | null {
  const scale = 10 ** digits;
  const points: LatLng[] = [];
  let [at, latitude, longitude] = [0, 0, 0];
  const next = (): number => {
    let [value, factor] = [0, 1];
    for (;;) {
      const code = text.charCodeAt(at++) - 63;
      // NaN behind the end.
      if (!(code >= 0 && code < 64) || factor > 2 ** 40) return NaN;
      value += (code & 31) * factor;
      factor *= 32;
      if (code < 32) return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    }
  };
  while (at < text.length) {
    latitude += next();
    longitude += next();
    const point = { latitude: latitude / scale, longitude: longitude / scale };
    if (!isOnEarth(point)) return null;
    points.push(point);
  }
  return points;
}

export const isOnEarth = ({ latitude, longitude }: LatLng): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
