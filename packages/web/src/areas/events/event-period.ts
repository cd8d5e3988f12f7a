import { DAY_MS } from '@rastro/base';
import { isCalendarPeriod } from '@rastro/fleet';
import { startOfDay } from '@rastro/fleet/calendars';
import { periodOf as periodOfChoice, type Place } from '../../kernel/period/period.ts';

/**
 * Choices of how far back the list goes; the first is the default.
 * @source docs/reference/requirements.md SPEC §9 "Date presets"
 */
export const PERIODS = [
  '24h',
  'today',
  'yesterday',
  '7d',
  '30d',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
] as const;
export type PeriodName = (typeof PERIODS)[number];

const DAYS = { today: 1, '7d': 7, '30d': 30 } as const;

export interface Period {
  readonly from: Date;
  readonly to: Date;
  /** It ends now, so what happens belongs to it. */
  readonly isOpen: boolean;
}

/** @param now decides the day, in the user's zone; today counts as one of the last days. */
export function periodOf(name: PeriodName, now: Date, place: Place): Period {
  const midnight = (days: number): number => startOfDay(now.getTime(), place.zone, days);
  if (name === '24h') return { from: new Date(now.getTime() - DAY_MS), to: now, isOpen: true };
  if (isCalendarPeriod(name))
    return { ...periodOfChoice({ preset: name }, now.getTime(), place), isOpen: name.startsWith('this') };
  if (name !== 'yesterday') return { from: new Date(midnight(1 - DAYS[name])), to: now, isOpen: true };
  return { from: new Date(midnight(-1)), to: new Date(midnight(0) - 1), isOpen: false };
}
