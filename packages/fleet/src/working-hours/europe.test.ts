import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BERLIN,
  clock,
  EUROPE,
  judged,
  lines,
  MINUTE,
  minutes,
  onClock,
  row,
} from '../../test/working-hours.ts';
import type { Activity } from './activity.ts';
import type { HoursProfile } from './hours-profile.ts';

const breaches = (from: string, text: string, profile: HoursProfile = EUROPE): string[] =>
  lines(judged(row(from, text, BERLIN), profile).breaches, BERLIN);
const MONDAY = '2024-03-04 06:00';

test('[HOURS-20] a break of 45 minutes after four hours and a half', () => {
  const { days } = judged(row(MONDAY, 'D4:30 B0:45 D4:30', BERLIN), EUROPE);
  assert.equal(minutes(days[0]?.drivingMs ?? 0), 9 * 60);
  assert.deepEqual(breaches(MONDAY, 'D4:30 B0:45 D4:30'), []);
  assert.deepEqual(breaches(MONDAY, 'D4:31'), ['EU.break 2024-03-04 10:30 +1']);
});

test('[HOURS-21] a break in two parts has the short one first', () => {
  assert.deepEqual(breaches(MONDAY, 'D2 B0:15 D2:30 B0:30 D4:30'), []);
  assert.deepEqual(breaches(MONDAY, 'D2 B0:30 D2:30 B0:15 D1'), ['EU.break 2024-03-04 11:15 +60']);
  assert.deepEqual(breaches(MONDAY, 'D2 B0:20 D2:30 B0:25 D1'), ['EU.break 2024-03-04 11:15 +60']);
  const { now } = judged(row(MONDAY, 'D2 B0:30 D2:30', BERLIN), EUROPE);
  assert.deepEqual([now.left?.ms, onClock(now.breakUntil ?? 0, BERLIN)], [0, '2024-03-04 11:30']);
});

test('[HOURS-22] coaches of occasional services may part their break otherwise, from 22 May 2024 on', () => {
  const coach: HoursProfile = { ...EUROPE, service: 'occasional' };
  assert.deepEqual(breaches('2024-06-03 06:00', 'D2 B0:30 D2:30 B0:15 D1', coach), []);
  assert.equal(breaches('2024-05-13 06:00', 'D2 B0:30 D2:30 B0:15 D1', coach).length, 1);
  assert.equal(breaches('2024-06-03 06:00', 'D2 B0:30 D2:30 B0:15 D1').length, 1, 'goods');
});

/** A day that drives so long, with a break, and ends 24 hours after it began. */
const tenHours = 'D4:30 B0:45 D4:30 B0:45 D1 R12:30';

test('[HOURS-23] nine hours of driving a day, twice a week ten', () => {
  const text = `${tenHours} W1 R23 ${tenHours} W1 R23 D4:30 B0:45 D4:30 B0:45 D0:01 R13`;
  assert.deepEqual(breaches(MONDAY, text), ['EU.drivingDay 2024-03-08 16:30 +1']);
  assert.deepEqual(breaches(MONDAY, `${tenHours} W1 R23 ${tenHours}`), []);
});

test('[HOURS-24] 56 hours of driving a week, 90 in two', () => {
  const nine = 'D4:30 B0:45 D4:30 R14:15';
  const first = `${tenHours} ${tenHours} ${nine} ${nine} ${nine} ${nine} R21`;
  const { days } = judged(row('2024-03-04 03:00', first, BERLIN), EUROPE);
  assert.equal(minutes(days.reduce((sum, { drivingMs }) => sum + drivingMs, 0)), 56 * 60);
  const second = `${nine} ${nine} ${nine} D4:30 B0:45 D2:31 R16:14`;
  assert.deepEqual(breaches('2024-03-04 03:00', `${first} R3 ${second}`), [
    'EU.drivingFortnight 2024-03-14 10:45 +1',
  ]);
  const long = `${tenHours} ${tenHours} ${nine} ${nine} ${nine} D4:30 B0:45 D4:31 R14:14`;
  assert.deepEqual(
    breaches('2024-03-04 03:00', long).filter((line) => line.startsWith('EU.drivingWeek')),
    ['EU.drivingWeek 2024-03-09 12:45 +1'],
  );
});

const short = 'W5 B1 W4 B1 W3 R10';
test('[HOURS-25] a daily rest is measured in the 24 hours; three may be reduced between two weekly ones', () => {
  const { shifts } = judged(row(MONDAY, `${short} W1`, BERLIN), EUROPE);
  assert.equal(shifts[0]?.rest, 'reduced');
  assert.deepEqual(breaches(MONDAY, `${short} ${short} ${short} W1`), []);
  assert.deepEqual(breaches(MONDAY, `${short} ${short} ${short} ${short} W1`), [
    'EU.dailyRest 2024-03-07 19:00 +60',
  ]);
  assert.deepEqual(breaches(MONDAY, `${short} ${short} ${short} R45 ${short} W1`), []);
  const { now } = judged(row(MONDAY, `${short} ${short} ${short} W1`, BERLIN), EUROPE);
  assert.equal(onClock(now.nextStart?.at ?? 0, BERLIN), '2024-03-07 18:00', '11 hours: three were reduced');
});

test('[HOURS-26] a daily rest of three and nine hours is a regular one', () => {
  const { shifts, breaches: found } = judged(row(MONDAY, 'W5 R3 W7 R9 W1', BERLIN), EUROPE);
  assert.deepEqual([shifts[0]?.rest, found.length], ['regular', 0]);
  assert.equal(judged(row(MONDAY, 'W5 R2:59 W7:01 R9 W1', BERLIN), EUROPE).shifts[0]?.rest, 'reduced');
});

test('[HOURS-27] a crew of two rests nine hours within thirty', () => {
  const crew: HoursProfile = { ...EUROPE, crew: 2 };
  const text = 'W10 B2 W9 R9 W1';
  assert.deepEqual(breaches(MONDAY, text, crew), []);
  assert.deepEqual(breaches(MONDAY, text), ['EU.dailyRest 2024-03-04 21:00 +360']);
  assert.deepEqual(breaches(MONDAY, 'W10 B2 W9:10 R9 W1', crew), ['EU.dailyRest.crew 2024-03-05 03:00 +10']);
});

const day = 'W5 B1 W3 R15';
const sixDays = `${Array.from({ length: 5 }, () => day).join(' ')} W5 B1 W3`;
test('[HOURS-28] a weekly rest begins six times 24 hours after the last one at the latest', () => {
  const begun = `R45 ${Array.from({ length: 6 }, () => day).join(' ')}`;
  const activities = row('2024-03-02 09:00', begun, BERLIN);
  const fine = judged(activities, EUROPE, clock('2024-03-10 05:00', BERLIN));
  assert.deepEqual(fine.breaches, []);
  assert.equal(
    judged(row('2024-03-04 06:00', day, BERLIN), EUROPE, clock('2024-03-04 15:00', BERLIN)).breaches.length,
    0,
  );
  const late = row('2024-03-02 09:00', `${begun} W0:10`, BERLIN);
  assert.deepEqual(lines(judged(late, EUROPE).breaches, BERLIN), ['EU.weeklyRest 2024-03-10 06:00 +10']);
});

test('[HOURS-29] missing hours of a reduced weekly rest are given back by the end of the third week', () => {
  const reduced = judged(row('2024-03-04 03:00', `${sixDays} R24 W1`, BERLIN), EUROPE);
  assert.deepEqual(
    reduced.weeklyRests.map(({ kind, missingMs, giveBackUntil }) => [
      kind,
      missingMs / MINUTE / 60,
      giveBackUntil,
    ]),
    [['reduced', 21, '2024-03-31']],
  );
  const weeks = (last: string): string => `${sixDays} R24 ${sixDays} R45 ${sixDays} R45 ${day} ${last}`;
  const never = judged(row('2024-03-04 03:00', weeks(`${sixDays} R45 ${sixDays}`), BERLIN), EUROPE);
  assert.deepEqual(never.breaches.filter(({ byMs }) => byMs === 21 * 60 * MINUTE).length, 1);
  const back = judged(
    row('2024-03-04 03:00', `${sixDays} R24 ${sixDays} R66 ${sixDays} R45 ${sixDays} R45`, BERLIN),
    EUROPE,
  );
  assert.deepEqual(back.breaches, []);
  assert.ok(back.weeklyRests[0]?.givenBackAt);
});

test('[HOURS-30] a weekly rest over the change of the clocks is as long as it is, not as the wall says', () => {
  const begin = clock('2024-03-29 20:00', BERLIN);
  const end = clock('2024-03-31 17:00', BERLIN);
  const activities: Activity[] = [
    ...row('2024-03-29 10:00', 'W5 B1 W4', BERLIN),
    { kind: 'rest', begin, end },
    { kind: 'work', begin: end, end: end + MINUTE },
  ];
  const [rest] = judged(activities, EUROPE).weeklyRests;
  assert.deepEqual([rest?.kind, (rest?.restMs ?? 0) / MINUTE / 60], ['reduced', 44]);
});

test('[HOURS-31] an hour more to reach the base for a weekly rest, from 20 August 2020 on', () => {
  const last = (from: string): readonly Activity[] =>
    row(from, `${tenHours} ${tenHours} D4:30 B0:45 D4:30 B0:45 D0:45 R45`, BERLIN).map((each, at, all) =>
      at === all.length - 2 ? { ...each, reason: 'reachedBase' } : each,
    );
  const after = judged(last(MONDAY), EUROPE);
  assert.deepEqual(
    [lines(after.breaches, BERLIN), lines(after.excesses, BERLIN)],
    [[], ['EU.drivingDay 2024-03-06 16:30 +45']],
  );
  assert.deepEqual(lines(judged(last('2020-03-02 06:00'), EUROPE).breaches, BERLIN), [
    'EU.drivingDay.2007 2020-03-04 16:30 +45',
  ]);
});

test('[HOURS-32] two reduced weekly rests in a row are for goods across borders, from 20 August 2020 on', () => {
  const text = `${sixDays} R24 ${sixDays} R24 W1`;
  assert.deepEqual(breaches('2024-03-04 03:00', text), ['EU.weeklyRest 2024-03-16 21:00 +1260']);
  assert.deepEqual(breaches('2024-03-04 03:00', text, { ...EUROPE, isInternational: true }), []);
  assert.equal(breaches('2020-03-02 03:00', text, { ...EUROPE, isInternational: true }).length, 1);
});

test('[HOURS-33] a rest on a ferry may be interrupted twice, for an hour in all', () => {
  const restAfter = (text: string): string | null | undefined => {
    const activities = row(MONDAY, text, BERLIN);
    const ferry = activities.map((each) => ({ ...each, isFerry: each.kind === 'driving' }));
    return judged(ferry, EUROPE).shifts[0]?.rest;
  };
  assert.equal(restAfter('W5 B1 W3 R3 D0:30 R6 D0:30 R5 W1'), 'regular');
  assert.equal(restAfter('W5 B1 W3 R3 D0:30 R6 D0:31 R5 W1'), 'reduced', 'nine hours until the second one');
  assert.equal(restAfter('W5 B1 W3 R3 D0:10 R3 D0:10 R3 D0:10 R5 W1'), 'reduced', 'the third one ends it');
});
