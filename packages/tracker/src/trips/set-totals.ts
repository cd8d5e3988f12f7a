import { NO_CORRECTION, type PendingCorrection } from '@rastro/storage';
import type { DeviceMemory } from '../pipeline/live-device.ts';
import type { FoundRecord } from './late-findings.ts';

/**
 * Corrections of totals by late records. A total set by hand includes everything up to then: earlier records add
 * nothing to it any more, and what they had added stays.
 */
export function correctionsSince(
  { distance, engine }: DeviceMemory['setAt'],
  records: readonly FoundRecord[],
): readonly FoundRecord[] {
  return records.map((record): FoundRecord => {
    const { fixTime, correction, before } = record;
    const was: PendingCorrection = before ?? NO_CORRECTION;
    return {
      ...record,
      correction: {
        distanceM: fixTime < distance ? was.distanceM : correction.distanceM,
        engineMs: fixTime < engine ? was.engineMs : correction.engineMs,
      },
    };
  });
}
