import { hasBit } from '../numbers.ts';
import type { PendingRecord } from '../pending-record.ts';

/** The status word. A bit of 0 is the alarm; only the first one counts. */
export function setStatus(pendingRecord: PendingRecord, status: number): void {
  pendingRecord.alarm(alarmOf(status));
  pendingRecord.set('ignition', hasBit(status, 10));
  pendingRecord.set('status', status);
}

export const isSos = (status: number): boolean => alarmOf(status) === 'sos';

function alarmOf(status: number): string | null {
  if (!hasBit(status, 0)) return 'vibration';
  if (!hasBit(status, 1) || !hasBit(status, 18)) return 'sos';
  if (!hasBit(status, 2)) return 'overspeed';
  return hasBit(status, 19) ? null : 'powerCut';
}
