/** Choices of how far back the list goes; the first is the default. @source SPEC §9 "Date presets" */
export const PERIODS = ['24h', 'today', 'yesterday', '7d', '30d'] as const;
export type PeriodName = (typeof PERIODS)[number];

const DAY_MS = 86_400_000;
const DAYS = { today: 1, '7d': 7, '30d': 30 } as const;

export interface Period {
  readonly from: Date;
  readonly to: Date;
  /** It ends now, so what happens belongs to it. */
  readonly isOpen: boolean;
}

/** @param now decides the day, in the time zone of the browser; today counts as one of the last days. */
export function periodOf(name: PeriodName, now: Date): Period {
  if (name === '24h') return { from: new Date(now.getTime() - DAY_MS), to: now, isOpen: true };
  if (name !== 'yesterday') return { from: midnight(now, 1 - DAYS[name]), to: now, isOpen: true };
  const end = midnight(now, 0).getTime() - 1;
  return { from: midnight(now, -1), to: new Date(end), isOpen: false };
}

/** Not so many hours ago: a day of summer time has 23 or 25. */
const midnight = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
