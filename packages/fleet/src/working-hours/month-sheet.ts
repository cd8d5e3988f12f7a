import { dateIn, monthOf, type CivilMonth } from '../billing/civil-date.ts';
import type { RuleFamily } from './activity.ts';
import type { HoursFinding } from './finding.ts';
import type { HoursCorrection } from './hours-correction.ts';
import type { HoursProfile } from './hours-profile.ts';
import type { HoursVerdict } from './judge-hours.ts';
import type { WeeklyRest } from './check-weekly-rest.ts';
import type { WorkDay } from './work-days.ts';

/** A month of a driver: all that is printed and signed. */
export interface MonthContent {
  readonly driverUniqueId: string;
  readonly driverName: string;
  readonly month: CivilMonth;
  readonly zone: string;
  readonly family: RuleFamily;
  readonly days: readonly WorkDay[];
  readonly breaches: readonly HoursFinding[];
  readonly excesses: readonly HoursFinding[];
  readonly weeklyRests: readonly WeeklyRest[];
  /** Their authors by id: a name that is forgotten leaves no other content. */
  readonly corrections: readonly Omit<HoursCorrection, 'byName'>[];
}
export interface MonthSignature {
  readonly name: string;
  /** ISO 8601. */
  readonly at: string;
  /** Of what was signed. */
  readonly hash: string;
}
/** A version of a month's sheet. Another content is another version, which nobody has signed. */
export interface MonthSheet {
  readonly version: number;
  readonly hash: string;
  readonly content: MonthContent;
  readonly signature: MonthSignature | null;
}
/** Hexadecimal hash of a text; the caller has one of its machine. */
export type HashText = (text: string) => string;

/**
 * Cuts a month out of a verdict that began before it and may go on after it. A weekly rest belongs to the month in which
 * it ends: one that goes on would be another each day.
 */
export function monthContent(
  verdict: HoursVerdict,
  profile: HoursProfile,
  of: Pick<MonthContent, 'driverUniqueId' | 'driverName' | 'month'> & {
    readonly corrections: readonly HoursCorrection[];
  },
): MonthContent {
  const days = verdict.days.filter(({ date }) => monthOf(date) === of.month);
  const isIn = (instant: number): boolean => monthOf(dateIn(profile.zone, instant)) === of.month;
  return {
    ...of,
    zone: profile.zone,
    family: profile.family,
    days,
    breaches: verdict.breaches.filter(({ at }) => isIn(at)),
    excesses: verdict.excesses.filter(({ at }) => isIn(at)),
    weeklyRests: verdict.weeklyRests.filter(({ end }) => end !== null && isIn(end)),
    corrections: of.corrections
      .filter(({ begin }) => isIn(begin))
      .map(({ byName: _, ...correction }) => correction),
  };
}

/** The version for a content: the one there is when nothing has changed, else the next one, unsigned. */
export function nextSheet(previous: MonthSheet | null, content: MonthContent, hash: HashText): MonthSheet {
  const own = hash(canonicalJson(content));
  if (previous?.hash === own) return previous;
  return { version: (previous?.version ?? 0) + 1, hash: own, content, signature: null };
}

/** @returns null when the driver signs another content than this one, or somebody has signed it. */
export function signSheet(sheet: MonthSheet, signature: MonthSignature): MonthSheet | null {
  const mayBeSigned = sheet.signature === null && signature.hash === sheet.hash;
  return mayBeSigned ? { ...sheet, signature } : null;
}

/** JSON that is the same for equal values: keys in order, absent ones left out. @source RFC 8785, without its numbers */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
