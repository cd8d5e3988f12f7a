import type { StoredPosition } from '../records.ts';

/** Positions of one device, packed. What readers of tracks need is in the head. */
export interface PackedRun {
  readonly head: Uint8Array;
  readonly body: Uint8Array;
}

/** Of another version this program reads nothing. */
export const VERSION = 1;
/** Records of a run, at most. */
export const MAX_RECORDS = 65_536;
/** Of a content key. */
export const KEY_BYTES = 7;

/** Columns of numbers in the head, in their stored order; the instants come as their difference to the fixTime. */
export const NUMBER_COLUMNS = [
  'fixTime',
  'deviceTime',
  'serverTime',
  'latitude',
  'longitude',
  'speed',
  'course',
  'altitude',
  'accuracy',
  'id',
] as const satisfies readonly (keyof StoredPosition)[];
export type NumberColumn = (typeof NUMBER_COLUMNS)[number];
export const isBesideFixTime = (name: NumberColumn): boolean =>
  name === 'deviceTime' || name === 'serverTime';
