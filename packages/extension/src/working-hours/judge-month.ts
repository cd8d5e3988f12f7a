import { createHash } from 'node:crypto';
import { DAY_MS } from '@rastro/base';
import { nextTurn } from '@rastro/base/host';
import type { Driver } from '@rastro/fleet';
import { dateIn, monthOf, type CivilMonth } from '@rastro/fleet/billing';
import {
  activitiesOf,
  canonicalJson,
  correctedActivities,
  hasUnclear,
  judgeHours,
  monthContent,
  monthSpan,
  nextSheet,
  type Activity,
  type DriverMonth,
  type DriverSignals,
  type HoursCorrection,
  type HoursProfile,
  type HoursVerdict,
  type MonthContent,
  type MonthSheet,
  type SheetVersion,
  type StoredHoursSettings,
} from '@rastro/fleet/working-hours';
import type { HoursHere } from './hours-deps.ts';
import { correctionsOf, settingsOf, sheetsOf } from './hours-store.ts';
import { readSignals } from './read-signals.ts';

/** Before a month: its first days are judged by the weeks and rests that they belong to. */
const LEAD_MS = 14 * DAY_MS;
/** After it: a shift of its last night has ended by then. */
const TAIL_MS = 2 * DAY_MS;

export interface Asked {
  readonly driver: Driver;
  /** Null = the present one of the driver's base. */
  readonly month: CivilMonth | null;
}
/** A driver with what a company says of them. */
interface Known extends Asked {
  readonly month: CivilMonth;
  readonly settings: StoredHoursSettings;
  readonly corrections: readonly HoursCorrection[];
  readonly from: number;
  readonly until: number;
  readonly end: number;
}
export interface JudgedMonth extends Known {
  readonly activities: readonly Activity[];
  readonly verdict: HoursVerdict;
  readonly content: MonthContent;
  readonly breachesAtLeast: number;
}

/** Months of drivers, judged until now or the end of the month. @throws TrackingFailure */
export async function judgeMonths(here: HoursHere, asked: readonly Asked[]): Promise<readonly JudgedMonth[]> {
  const zone = await here.zone();
  const known = await Promise.all(asked.map((each) => knownOf(here, each, zone)));
  if (known.length === 0) return [];
  const signals = await readSignals(here, new Set(known.map(({ driver }) => driver.id)), {
    from: Math.min(...known.map(({ from }) => from)),
    to: Math.max(...known.map(({ until }) => until)),
  });
  const months: JudgedMonth[] = [];
  for (const each of known) {
    // A page has a hundred drivers: others are served between them.
    await nextTurn();
    months.push(judged(each, signals(each.driver.id)));
  }
  return months;
}

async function knownOf(here: HoursHere, { driver, month }: Asked, zone: string): Promise<Known> {
  const now = here.clock.now();
  const settings = await settingsOf(here.storage, driver.id, zone);
  const wanted = month ?? monthOf(dateIn(settings.zone, now));
  const { begin, end } = monthSpan(wanted, settings.zone);
  return {
    driver,
    month: wanted,
    settings,
    corrections: await correctionsOf(here.storage, driver.id),
    from: begin - LEAD_MS,
    until: Math.min(now, end + TAIL_MS),
    end,
  };
}

export const profileOf = ({ version: _, ...settings }: StoredHoursSettings): HoursProfile => ({
  ...settings,
  customRules: [],
});

function judged(known: Known, signals: DriverSignals): JudgedMonth {
  const { driver, month, settings, corrections, from, until } = known;
  const profile = profileOf(settings);
  const derived = correctedActivities(activitiesOf(signals, profile, until), corrections);
  const activities = derived.flatMap((each) =>
    each.end > from && each.begin < until ? { ...each, begin: Math.max(each.begin, from) } : [],
  );
  const verdict = judgeHours(activities, profile, until);
  const content = monthContent(verdict, profile, {
    driverUniqueId: driver.uniqueId,
    driverName: driver.name,
    month,
    corrections: corrections.toSorted(
      (a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.id < b.id ? -1 : 1),
    ),
  });
  // Where nothing is unclear, there is nothing else that could have happened.
  const lenient = hasUnclear(activities, until)
    ? judgeHours(restedWhereUnclear(activities, until), profile, until).breaches
    : verdict.breaches;
  const { begin } = monthSpan(month, settings.zone);
  const breachesAtLeast = lenient.filter(({ at }) => at >= begin && at < known.end).length;
  return { ...known, activities, verdict, content, breachesAtLeast };
}

/** Of activities at the same time rest counts least: a span of it fills the gaps. */
function restedWhereUnclear(activities: readonly Activity[], until: number): readonly Activity[] {
  const [first] = activities;
  if (!first) return [];
  const known = activities.filter(({ kind }) => kind !== 'unclear');
  return [...known, { kind: 'rest', begin: first.begin, end: until }];
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
export const versionOf = ({ content: _, ...sheet }: MonthSheet): SheetVersion => sheet;

/** Version of a month as it is now, with those that were signed. */
export async function sheetOf(
  { storage }: HoursHere,
  { driver, content }: JudgedMonth,
): Promise<{ readonly sheet: MonthSheet; readonly signed: readonly MonthSheet[] }> {
  const signed = await sheetsOf(storage, driver.id, content.month);
  return { sheet: nextSheet(signed.at(-1) ?? null, content, hashOf), signed };
}

export async function driverMonth(here: HoursHere, month: JudgedMonth): Promise<DriverMonth> {
  const { driver, settings, until, end, activities, content, corrections, breachesAtLeast } = month;
  const { sheet, signed } = await sheetOf(here, month);
  const { begin } = monthSpan(content.month, settings.zone);
  const shown = new Set(content.corrections.map(({ id }) => id));
  return {
    driverId: driver.id,
    settings,
    until,
    isOver: here.clock.now() >= end,
    activities: activities.filter((each) => each.end > begin && each.begin < end),
    content,
    breachesAtLeast,
    corrections: corrections.filter(({ id }) => shown.has(id)),
    sheet: versionOf(sheet),
    signed: signed.map(versionOf),
  };
}

/** The text that is signed. */
export const sheetText = ({ content }: MonthSheet): string => canonicalJson(content);
