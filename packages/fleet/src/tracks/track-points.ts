/**
 * Points of a device's track within one UTC day, column by column. A point is the vehicle's place in that second;
 * places are whole hundred-thousandths of a degree (1.1 m).
 */
export interface TrackPoints {
  /** Seconds since the beginning of the day; never decreases. */
  readonly second: readonly number[];
  readonly latE5: readonly number[];
  readonly lonE5: readonly number[];
  /** km/h. */
  readonly speed: readonly number[];
  /** Level in the lowest three bits, and `TRACK_FLAGS`. */
  readonly flags: readonly number[];
}

export const TRACK_FLAGS = {
  /** Nothing is known of the way from the point before. */
  gap: 8,
  /** It stood here until the next point. */
  held: 16,
  ignition: 32,
  /** Something happened here, or a speeding begins, peaks or ends. */
  event: 64,
} as const;
export const LEVEL_BITS = 7;

/**
 * Tolerance of a track against the recorded points, by level. The two finest keep the vehicle's place at each second,
 * so that replay and speed stay right; the others keep the shape. A point belongs to its level and all finer ones.
 */
export const TRACK_LEVELS = [
  { toleranceM: 5, keeps: 'place-in-time' },
  { toleranceM: 20, keeps: 'place-in-time' },
  { toleranceM: 80, keeps: 'shape' },
  { toleranceM: 320, keeps: 'shape' },
  { toleranceM: 1280, keeps: 'shape' },
  // Of many years: only the ends of a day are certain to be included.
  { toleranceM: 5120, keeps: 'shape' },
] as const;
export const COARSEST = TRACK_LEVELS.length - 1;

/** The level whose tolerance is about a pixel (of tiles of 512). */
export function levelOfZoom(zoom: number): number {
  if (zoom <= 6) return 4;
  if (zoom <= 8) return 3;
  if (zoom <= 10) return 2;
  return zoom <= 12 ? 1 : 0;
}

export const DAY_S = 86_400;
export const levelAt = (points: TrackPoints, i: number): number => (points.flags[i] ?? 0) & LEVEL_BITS;

/** The points of a level, with those of all coarser ones. */
export function pointsOfLevel(points: TrackPoints, level: number): TrackPoints {
  if (level === 0) return points;
  return pickPoints(points, (i) => levelAt(points, i) >= level);
}

export function pickPoints(points: TrackPoints, isWanted: (i: number) => boolean): TrackPoints {
  const at: number[] = [];
  for (let i = 0; i < points.second.length; i++) if (isWanted(i)) at.push(i);
  const column = (values: readonly number[]): number[] => at.map((i) => values[i] ?? 0);
  return {
    second: column(points.second),
    latE5: column(points.latE5),
    lonE5: column(points.lonE5),
    speed: column(points.speed),
    flags: column(points.flags),
  };
}

/** Points of each level, with those of all coarser ones. */
export function countsOf(points: TrackPoints): readonly number[] {
  const counts = TRACK_LEVELS.map(() => 0);
  for (let i = 0; i < points.second.length; i++)
    for (let level = 0; level <= levelAt(points, i); level++) counts[level] = (counts[level] ?? 0) + 1;
  return counts;
}
