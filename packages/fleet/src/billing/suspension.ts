import { addDays, daysBetween, type CivilDate } from './civil-date.ts';

/** Agreement with a customer about unpaid invoices. @source docs/reference/requirements.md SPEC §3 "Billing fields" */
export interface SuspensionTerms {
  /** So many days after a due date the account is suspended; null = never. */
  readonly afterDays: number | null;
  /** Days for which the customer may lift the suspension once without paying; 0 = never. */
  readonly trustDays: number;
}

/** The one time that an account was lifted on trust. */
export interface TrustUnlock {
  readonly takenOn: CivilDate;
  /** The last day that it holds. */
  readonly until: CivilDate;
}

export interface SuspensionStatus {
  readonly isSuspended: boolean;
  /** The day that it began; null = it has not. */
  readonly since: CivilDate | null;
  /** It is suspended, and may be lifted once. */
  readonly trustAvailable: boolean;
  /** It is lifted on trust, until the end of this day; null = it is not lifted. */
  readonly trustUntil: CivilDate | null;
}
const GOOD: SuspensionStatus = { isSuspended: false, since: null, trustAvailable: false, trustUntil: null };

/**
 * Is a customer suspended on a day? Paying what is overdue lifts the suspension at once: the oldest unpaid due date
 * counts.
 * A debt uses up a trust unlock: another one is available when everything overdue has been paid.
 * @param oldestDue Oldest overdue date; null = nothing is overdue.
 * @source docs/reference/requirements.md PRODUCT §9
 */
export function suspensionStatusOn(
  day: CivilDate,
  oldestDue: CivilDate | null,
  { afterDays, trustDays }: SuspensionTerms,
  trust: TrustUnlock | null,
): SuspensionStatus {
  if (oldestDue === null || afterDays === null) return GOOD;
  if (daysBetween(oldestDue, day) <= afterDays) return GOOD;
  const ofThisDebt = trust !== null && trust.takenOn > oldestDue ? trust : null;
  if (ofThisDebt !== null && day <= ofThisDebt.until) return { ...GOOD, trustUntil: ofThisDebt.until };
  const began = addDays(oldestDue, afterDays + 1);
  return {
    isSuspended: true,
    since: ofThisDebt === null ? began : addDays(ofThisDebt.until, 1),
    trustAvailable: ofThisDebt === null && trustDays > 0,
    trustUntil: null,
  };
}

/** An unlock that begins on a day and holds so many days, that one included. */
export const trustFrom = (day: CivilDate, days: number): TrustUnlock => ({
  takenOn: day,
  until: addDays(day, days - 1),
});

/** Days before (negative) and after the due date on which a customer is reminded. */
export const REMINDER_DAYS = [-5, -1, 0, 3, 7, 15, 30] as const;

/**
 * Which reminder is due on a day: of those that have passed since the last one was sent only the newest, so that a
 * server that was off does not send them all at once.
 * @param sent The day of the reminder sent last, counted from the due date; null = none was.
 */
export function reminderOn(day: CivilDate, dueDate: CivilDate, sent: number | null): number | null {
  const late = daysBetween(dueDate, day);
  const passed = REMINDER_DAYS.filter((each) => each <= late && (sent === null || each > sent));
  return passed.at(-1) ?? null;
}
