import { hasBit } from '../numbers.ts';
import type { RecordDraft } from '../record-draft.ts';

/** The status word. A bit of 0 is the alarm; only the first one counts. */
export function setStatus(draft: RecordDraft, status: number): void {
  draft.alarm(alarmOf(status));
  draft.set('ignition', hasBit(status, 10));
  draft.set('status', status);
}

export const saysSos = (status: number): boolean => alarmOf(status) === 'sos';

function alarmOf(status: number): string | null {
  if (!hasBit(status, 0)) return 'vibration';
  if (!hasBit(status, 1) || !hasBit(status, 18)) return 'sos';
  if (!hasBit(status, 2)) return 'overspeed';
  return hasBit(status, 19) ? null : 'powerCut';
}
