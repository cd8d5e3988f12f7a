// Working hours (docs/working-hours.md): a month of one driver, and what 1,000 drivers have left now, each with 28 days
// of activities as a phone and a tracker would give them.
import { judgeHours, type Activity, type HoursProfile } from '@rastro/fleet/working-hours';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DRIVERS = 1000;
const PROFILE: HoursProfile = {
  family: 'BR',
  zone: 'America/Sao_Paulo',
  service: 'goods',
  crew: 1,
  agreements: [],
  isInternational: false,
  customRules: [],
};
const DAY_OF_WORK = [
  ['work', 20],
  ['driving', 95],
  ['waiting', 30],
  ['driving', 110],
  ['break', 20],
  ['driving', 60],
  ['meal', 60],
  ['driving', 80],
  ['work', 25],
  ['driving', 70],
  ['unclear', 20],
] as const;

/** Six days of work and one of rest, again and again. */
function activitiesOf(days: number, driver: number): readonly Activity[] {
  const first = Date.UTC(2026, 9, 5, 9) + (driver % 120) * MINUTE;
  return Array.from({ length: days }, (_, day) => {
    let at = first + day * DAY;
    const next = at + DAY;
    const worked = day % 7 === 6 ? [] : DAY_OF_WORK;
    const done = worked.map(([kind, minutes]): Activity => {
      const begin = at;
      at += minutes * MINUTE;
      return { kind, begin, end: at };
    });
    return [...done, { kind: 'rest' as const, begin: at, end: next }];
  }).flat();
}

const endOf = (activities: readonly Activity[]): number => activities.at(-1)?.end ?? 0;
function milliseconds(run: () => void): number {
  const begin = performance.now();
  run();
  return performance.now() - begin;
}

const month = activitiesOf(31, 0);
const rounds = Array.from({ length: 200 }, () =>
  milliseconds(() => void judgeHours(month, PROFILE, endOf(month))),
).toSorted((a, b) => a - b);
console.log(`month of one driver (${month.length} activities): median ${rounds[100]?.toFixed(2)} ms`);

const fleet = Array.from({ length: DRIVERS }, (_, driver) => activitiesOf(28, driver));
const all = milliseconds(() => {
  for (const activities of fleet) judgeHours(activities, PROFILE, endOf(activities) - 6 * 60 * MINUTE);
});
console.log(`${DRIVERS} drivers now: ${all.toFixed(0)} ms`);
