import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rastro/base';
import type { HoursRule } from './hours-rule.ts';

/** Lei 13.103/2015 came into force. */
const FROM_2015 = '2015-04-17';
/** The minutes of ADI 5322 appeared; the embargos made its effects begin on that day. */
const FROM_2023 = '2023-07-12';
const OF_2015 = { validFrom: FROM_2015, validUntil: FROM_2023 } as const;
const OF_2023 = { validFrom: FROM_2023, validUntil: null } as const;
const SINCE_2015 = { validFrom: FROM_2015, validUntil: null } as const;
const STRUCK = 'STF, ADI 5322';

const WORKING_DAY = {
  kind: 'workingDay',
  normalMs: 8 * HOUR_MS,
  overtimeMs: 2 * HOUR_MS,
  agreedOvertimeMs: 4 * HOUR_MS,
  excusedBy: ['noSafePlace'],
} as const;
const BREAK = {
  kind: 'break',
  breakMs: 30 * MINUTE_MS,
  pieceMs: 5 * MINUTE_MS,
  parts: null,
  excusedBy: ['noSafePlace'],
} as const;
const DAILY_REST = {
  kind: 'dailyRest',
  restMs: 11 * HOUR_MS,
  windowMs: DAY_MS,
  shiftEndMs: 8 * HOUR_MS,
  split: null,
  reduced: null,
  ferry: null,
} as const;
const WEEKLY_REST = {
  kind: 'weeklyRest',
  restMs: 35 * HOUR_MS,
  leastMs: DAY_MS,
  everyMs: 6 * DAY_MS,
  reducedInRow: 0,
  reducedInRowAbroad: 0,
  giveBackWeeks: 0,
  giveBackWithMs: 0,
} as const;

/** Rules of Brazil, before and after ADI 5322. Of two that fit, the first counts. */
export const RULES_OF_BRAZIL: readonly HoursRule[] = [
  {
    ...SINCE_2015,
    ...WORKING_DAY,
    id: 'BR-2015.workingDay.twelveBy36',
    agreement: 'twelveBy36',
    normalMs: 12 * HOUR_MS,
    overtimeMs: 0,
    agreedOvertimeMs: 0,
    waitingIsWork: true,
    source: 'CLT 235-F',
  },
  { ...OF_2015, ...WORKING_DAY, id: 'BR-2015.workingDay', waitingIsWork: false, source: 'CLT 235-C, §1, §8' },
  {
    ...OF_2023,
    ...WORKING_DAY,
    id: 'BR-2023.workingDay',
    waitingIsWork: true,
    source: `CLT 235-C; ${STRUCK} (§1, §8)`,
  },
  {
    ...SINCE_2015,
    kind: 'workingWeek',
    id: 'BR-2015.workingWeek',
    normalMs: 44 * HOUR_MS,
    source: 'Constituição Federal 7, XIII',
  },
  {
    ...SINCE_2015,
    ...BREAK,
    id: 'BR-2015.break.passengers',
    services: ['passengers', 'occasional'],
    drivingMs: 4 * HOUR_MS,
    source: 'CTB 67-C, §1-A; CLT 235-E, I',
  },
  {
    ...SINCE_2015,
    ...BREAK,
    id: 'BR-2015.break.goods',
    services: ['goods'],
    drivingMs: 5.5 * HOUR_MS,
    source: 'CTB 67-C, §1',
  },
  {
    ...SINCE_2015,
    kind: 'meal',
    id: 'BR-2015.meal',
    afterMs: 6 * HOUR_MS,
    mealMs: HOUR_MS,
    source: 'CLT 235-C, §2; CLT 71',
  },
  {
    ...SINCE_2015,
    kind: 'night',
    id: 'BR-2015.night',
    fromHour: 22,
    untilHour: 5,
    hourMs: 52.5 * MINUTE_MS,
    source: 'CLT 235-C, §6; CLT 73',
  },
  {
    ...SINCE_2015,
    ...DAILY_REST,
    id: 'BR-2015.dailyRest.twelveBy36',
    agreement: 'twelveBy36',
    restMs: 36 * HOUR_MS,
    windowMs: 2 * DAY_MS,
    firstPart: null,
    movingRestCounts: false,
    source: 'CLT 235-F',
  },
  {
    ...OF_2015,
    ...DAILY_REST,
    id: 'BR-2015.dailyRest',
    firstPart: { ms: 8 * HOUR_MS, withinMs: 16 * HOUR_MS },
    movingRestCounts: true,
    source: 'CLT 235-C, §3; 235-D, §5; CTB 67-C, §3',
  },
  {
    ...OF_2023,
    ...DAILY_REST,
    id: 'BR-2023.dailyRest',
    firstPart: null,
    movingRestCounts: false,
    source: `CLT 235-C, §3; CTB 67-C, §3; ${STRUCK}`,
  },
  {
    ...OF_2015,
    kind: 'parkedRest',
    id: 'BR-2015.parkedRest',
    crew: 2,
    restMs: 6 * HOUR_MS,
    everyMs: 3 * DAY_MS,
    source: 'CLT 235-D, §5; 235-E, III',
  },
  { ...OF_2015, ...WEEKLY_REST, id: 'BR-2015.weeklyRest', dueAtOnce: 3, source: 'CLT 235-D, §1, §2' },
  { ...OF_2023, ...WEEKLY_REST, id: 'BR-2023.weeklyRest', dueAtOnce: 1, source: `CLT 235-D; ${STRUCK}` },
];
