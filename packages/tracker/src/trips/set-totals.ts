import { NO_CORRECTION, type PendingCorrection } from '@rastro/storage';
import type { DeviceMemory } from '../pipeline/live-device.ts';
import type { FoundRecord } from './late-findings.ts';

/**
 * What late records owe to totals. Who set a total by hand knew all that had happened until then: records from before
 * add nothing to it any more, and what they had added stays what it was.
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
