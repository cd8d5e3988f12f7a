import type { TripRecord } from './trip-record.ts';
import type { TripSettings } from './trip-settings.ts';

export type LeftOutReason = 'nowhere' | 'approximate' | 'noFix' | 'clockAhead' | 'poorFix' | 'spike';

/**
 * Returns why a record does not show where the vehicle was; null = it does.
 * @source docs/reference/history-and-reports.md §1.4
 */
export function whyLeftOut(r: TripRecord, settings: TripSettings): LeftOutReason | null {
  if (r.time > r.serverTime + settings.clockAheadS * 1000) return 'clockAhead';
  if (r.isApproximate) return 'approximate';
  if (isNowhere(r)) return 'nowhere';
  if (!r.valid) return 'noFix';
  if (r.hdop !== null && r.hdop > 8) return 'poorFix';
  // Many devices send 0 satellites for "not counted".
  if (r.satellites !== null && r.satellites > 0 && r.satellites < 3) return 'poorFix';
  return null;
}

export const isNowhere = ({ latitude, longitude }: TripRecord): boolean => latitude === 0 && longitude === 0;

/** Whether nothing on wheels covers the meters in the time between two records. */
export const isTooFast = (
  m: number,
  ms: number,
  { spikeKmh, spikeM }: TripSettings,
  saidKmh: number,
): boolean => m > spikeM && m * 3600 > Math.max(spikeKmh, FASTER * saidKmh) * Math.max(ms, 1);

/** A plane reports its speed; the distance between two records is not much more. */
const FASTER = 1.5;
