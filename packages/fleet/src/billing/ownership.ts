import { addDays, type CivilDate } from './civil-date.ts';
import type { BilledDevice } from './monthly-value.ts';

/** A vehicle that the customer has now. */
export type PresentDevice = Pick<BilledDevice, 'deviceId' | 'monthlyValue'>;

/**
 * Updates the ownership of vehicles after a check of the customer's present ones. A vehicle counts from the day of the
 * check that found it until the last day on which a check saw it: a customer who sells it is not charged for the
 * buyer's days.
 * A clock that was set back shortens what was counted in advance.
 * @param lookedOn Day of the check before; null = this is the first one.
 */
export function stepOwnership(
  rows: readonly BilledDevice[],
  present: readonly PresentDevice[],
  { today, lookedOn }: { readonly today: CivilDate; readonly lookedOn: CivilDate | null },
): readonly BilledDevice[] {
  const now = new Map(present.map(({ deviceId, monthlyValue }) => [deviceId, monthlyValue]));
  const yesterday = addDays(today, -1);
  const lastSeen = lookedOn !== null && lookedOn < yesterday ? lookedOn : yesterday;
  const after: BilledDevice[] = [];
  for (const row of rows) {
    const isLater = row.from !== null && row.from > today;
    const monthlyValue = row.until === null ? now.get(row.deviceId) : undefined;
    if (monthlyValue !== undefined) {
      now.delete(row.deviceId);
      after.push(
        isLater || monthlyValue !== row.monthlyValue
          ? { ...row, monthlyValue, from: isLater ? today : row.from }
          : row,
      );
      continue;
    }
    const until = row.until === null ? lastSeen : row.until < yesterday ? row.until : yesterday;
    if (row.from === null || row.from <= until) after.push(until === row.until ? row : { ...row, until });
  }
  for (const [deviceId, monthlyValue] of now)
    after.push({ deviceId, monthlyValue, from: today, until: null });
  return after;
}
