import { NOTHING_OWED, type Owed } from '@rastro/storage';
import type { DeviceMemory } from '../pipeline/live-device.ts';
import type { FoundRecord } from './late-findings.ts';

/**
 * What late records owe to totals. Who set a total by hand knew all that had happened until then: records from before
 * add nothing to it any more, and what they had added stays what it was.
 */
export function owedSince(
  { distance, engine }: DeviceMemory['setAt'],
  records: readonly FoundRecord[],
): readonly FoundRecord[] {
  return records.map((record): FoundRecord => {
    const { fixTime, owed, before } = record;
    const was: Owed = before ?? NOTHING_OWED;
    return {
      ...record,
      owed: {
        distanceM: fixTime < distance ? was.distanceM : owed.distanceM,
        engineMs: fixTime < engine ? was.engineMs : owed.engineMs,
      },
    };
  });
}
