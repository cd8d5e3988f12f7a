import type { TrackBox } from '@rastro/fleet/tracks';
import type { TripDevice } from '../trips/reduce-device.ts';
import type { DayRange } from './made-days.ts';

/** All that a thread needs to make a track; it can be copied to one. */
export interface TrackJob {
  readonly type: 'track';
  /** One. */
  readonly devices: readonly [TripDevice];
  /** UTC days. */
  readonly days: DayRange;
  /** Null = the finest with few enough points. */
  readonly level: number | null;
  /** Only days that may be seen in it; null = all. */
  readonly view: TrackBox | null;
  /** Values to add at the points: names of attributes, or `altitude`. */
  readonly attributes: readonly string[];
  /**
   * `help` and `prefetch` make only the missing days, from the last one back: until they meet the thread that makes the
   * answer, or all of them.
   */
  readonly part: 'answer' | 'help' | 'prefetch';
}

/** Sent before the days are made: another thread could take some of them. */
export const MANY_MISSING = 'many';
