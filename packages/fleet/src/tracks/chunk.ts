import type { TrackAnnotation } from './track-annotations.ts';
import type { TrackPoints } from './track-points.ts';

/** Places between two latitudes and two longitudes, in hundred-thousandths of a degree. */
export interface TrackBox {
  readonly southE5: number;
  readonly westE5: number;
  readonly northE5: number;
  readonly eastE5: number;
}
/** Head of a chunk, readable before its points. */
export interface TrackHead {
  readonly deviceId: number;
  /** Days since 1970, UTC. */
  readonly day: number;
  /** Another one: the day has changed. */
  readonly revision: number;
  /** The finest level that is in it. */
  readonly level: number;
  /** Points of each level that the day has, whether they are in it or not. */
  readonly counts: readonly number[];
  /** Around all points of the day; null = it has none. */
  readonly box: TrackBox | null;
}
/** Measured value at each point; null = unknown. */
export type TrackValues = readonly (number | null)[];
export interface TrackChunk extends TrackHead {
  readonly points: TrackPoints;
  /** A column for each attribute that was asked for, in that order. */
  readonly values: readonly TrackValues[];
  /** Of records, also those that are no points; only of the finest levels. */
  readonly annotations: readonly TrackAnnotation[];
}

/** First bytes of a chunk: `RTK1`. */
export const MAGIC = [0x52, 0x54, 0x4b, 0x31] as const;
/** Columns by number; a reader passes over those that it does not know. */
export const COLUMNS = { second: 1, latE5: 2, lonE5: 3, speed: 4, flags: 5, annotations: 6 } as const;
/** Numbers of the columns of attributes begin here. */
export const FIRST_ATTRIBUTE = 16;
/** Attributes that one answer carries. */
export const MAX_ATTRIBUTES = 4;
/** Fractions of a unit in which measured values are stored; larger values are dropped. */
export const VALUE_SCALE = 1000;
export const MAX_VALUE = 1e9;
/** Bytes of a head at most: enough to read of a stored chunk. */
export const HEAD_BYTES = 128;
/** Maximum size of a chunk in bytes: a day with a record in each second stays below. */
export const MAX_BYTES = 2_097_152;

export const MAX_LAT_E5 = 9_000_000;
export const MAX_LON_E5 = 18_000_000;

export function boxOf({ latE5, lonE5 }: Pick<TrackPoints, 'latE5' | 'lonE5'>): TrackBox | null {
  if (latE5.length === 0) return null;
  let [southE5, northE5, westE5, eastE5] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < latE5.length; i++) {
    const [lat, lon] = [latE5[i] ?? 0, lonE5[i] ?? 0];
    southE5 = Math.min(southE5, lat);
    northE5 = Math.max(northE5, lat);
    westE5 = Math.min(westE5, lon);
    eastE5 = Math.max(eastE5, lon);
  }
  return { southE5, westE5, northE5, eastE5 };
}

/** Whether a day's box meets a view; a view whose west is east of its east crosses the antimeridian. */
export function boxesMeet(box: TrackBox, view: TrackBox): boolean {
  if (box.northE5 < view.southE5 || box.southE5 > view.northE5) return false;
  if (view.westE5 <= view.eastE5) return box.eastE5 >= view.westE5 && box.westE5 <= view.eastE5;
  return box.eastE5 >= view.westE5 || box.westE5 <= view.eastE5;
}
