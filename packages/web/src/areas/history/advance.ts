import { nextDrive, placeAt, type Span, type Track } from './track.ts';

/** Pace of the playback clock. */
export interface Pace {
  /** Seconds since 1970. */
  readonly cursor: number;
  /** Seconds of the past in one of a clock on the wall. */
  readonly rate: number;
  /** Jumps over time in which all vehicles stand or are silent. */
  readonly skip: boolean;
}

/** Time of the replay clock after some real time. */
export function advance(
  { cursor, rate, skip }: Pace,
  passedMs: number,
  { span, tracks }: { readonly span: Span; readonly tracks: readonly Track[] },
): number {
  const next = cursor + (passedMs * rate) / 1000;
  if (!skip || tracks.length === 0) return clamp(next, span);
  const doesDrive = tracks.some((track) => placeAt(track, next)?.state === 'driving');
  return clamp(doesDrive ? next : Math.min(...tracks.map((track) => nextDrive(track, next))), span);
}

export const clamp = (at: number, { from, to }: Span): number => Math.max(from, Math.min(at, to));
