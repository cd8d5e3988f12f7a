import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rastro/base';
import type { HoursRule } from './hours-rule.ts';

const FROM_2007 = '2007-04-11';
/** Mobility Package: Regulation (EU) 2020/1054. */
const FROM_2020 = '2020-08-20';
/** Occasional services: Regulation (EU) 2024/1258. */
const FROM_2024 = '2024-05-22';
const SINCE_2007 = { validFrom: FROM_2007, validUntil: null } as const;
const REGULATION = 'Regulation (EC) 561/2006';

const BREAK = {
  kind: 'break',
  drivingMs: 4.5 * HOUR_MS,
  breakMs: 45 * MINUTE_MS,
  pieceMs: 15 * MINUTE_MS,
  excusedBy: ['noSafePlace'],
} as const;
const DAILY_REST = {
  kind: 'dailyRest',
  shiftEndMs: 7 * HOUR_MS,
  firstPart: null,
  movingRestCounts: false,
  ferry: { times: 2, ms: HOUR_MS },
} as const;
const WEEKLY_REST = {
  kind: 'weeklyRest',
  restMs: 45 * HOUR_MS,
  leastMs: DAY_MS,
  everyMs: 6 * DAY_MS,
  reducedInRow: 1,
  dueAtOnce: 1,
  giveBackWeeks: 3,
  giveBackWithMs: 9 * HOUR_MS,
} as const;
const DRIVING_DAY = {
  kind: 'drivingDay',
  limitMs: 9 * HOUR_MS,
  extendedMs: 10 * HOUR_MS,
  timesPerWeek: 2,
  excusedBy: ['noSafePlace'],
} as const;

/** Rules of the European Union. Of two that fit, the first counts. */
export const RULES_OF_EU: readonly HoursRule[] = [
  {
    ...BREAK,
    id: 'EU.break.occasional',
    validFrom: FROM_2024,
    validUntil: null,
    services: ['occasional'],
    parts: null,
    source: 'Regulation (EU) 2024/1258',
  },
  {
    ...SINCE_2007,
    ...BREAK,
    id: 'EU.break',
    parts: [15 * MINUTE_MS, 30 * MINUTE_MS],
    source: `${REGULATION}, art. 7`,
  },
  {
    ...DRIVING_DAY,
    id: 'EU.drivingDay.2007',
    validFrom: FROM_2007,
    validUntil: FROM_2020,
    toBase: null,
    source: `${REGULATION}, art. 6`,
  },
  {
    ...DRIVING_DAY,
    id: 'EU.drivingDay',
    validFrom: FROM_2020,
    validUntil: null,
    toBase: { ms: HOUR_MS, afterBreakMs: 2 * HOUR_MS, breakMs: 30 * MINUTE_MS },
    source: `${REGULATION}, art. 6 and 12 (2020/1054)`,
  },
  {
    ...SINCE_2007,
    kind: 'drivingWeek',
    id: 'EU.drivingWeek',
    limitMs: 56 * HOUR_MS,
    source: `${REGULATION}, art. 6`,
  },
  {
    ...SINCE_2007,
    kind: 'drivingFortnight',
    id: 'EU.drivingFortnight',
    limitMs: 90 * HOUR_MS,
    source: `${REGULATION}, art. 6`,
  },
  {
    ...SINCE_2007,
    ...DAILY_REST,
    id: 'EU.dailyRest.crew',
    crew: 2,
    restMs: 9 * HOUR_MS,
    windowMs: 30 * HOUR_MS,
    split: null,
    reduced: null,
    source: `${REGULATION}, art. 8 (5)`,
  },
  {
    ...SINCE_2007,
    ...DAILY_REST,
    id: 'EU.dailyRest',
    restMs: 11 * HOUR_MS,
    windowMs: DAY_MS,
    split: [3 * HOUR_MS, 9 * HOUR_MS],
    reduced: { ms: 9 * HOUR_MS, times: 3 },
    source: `${REGULATION}, art. 4 and 8`,
  },
  {
    ...WEEKLY_REST,
    id: 'EU.weeklyRest.2007',
    validFrom: FROM_2007,
    validUntil: FROM_2020,
    reducedInRowAbroad: 1,
    source: `${REGULATION}, art. 8 (6)`,
  },
  {
    ...WEEKLY_REST,
    id: 'EU.weeklyRest',
    validFrom: FROM_2020,
    validUntil: null,
    reducedInRowAbroad: 2,
    source: `${REGULATION}, art. 8 (6) (2020/1054)`,
  },
];
