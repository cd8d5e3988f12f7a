import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BRAZIL, clock, judged, lines, MINUTE, minutes, onClock, row } from '../../test/working-hours.ts';
import type { HoursProfile } from './hours-profile.ts';

const HOUR = 60 * MINUTE;
const AGREED: HoursProfile = { ...BRAZIL, agreements: ['fourHours'] };
const CREW: HoursProfile = { ...BRAZIL, crew: 2 };

test('[HOURS-1] a day of work: what is left, overtime, and when the next one may begin', () => {
  const day = row('2024-03-04 19:00', 'R11 D5:30 M1 D3');
  const atBreak = judged(day, BRAZIL, clock('2024-03-05 11:30'));
  assert.deepEqual(atBreak.now.left?.ms, 0);
  assert.equal(atBreak.now.left?.rule, 'BR-2015.break.goods');
  assert.equal(onClock(atBreak.now.breakUntil ?? 0), '2024-03-05 12:00');
  const { breaches, excesses, days, now } = judged(day);
  assert.deepEqual([lines(breaches), lines(excesses)], [[], []]);
  assert.deepEqual(
    days.map(({ date }) => date),
    ['2024-03-04', '2024-03-05'],
  );
  assert.equal(minutes(days[1]?.drivingMs ?? 0), 8 * 60 + 30);
  assert.equal(minutes(days[1]?.overtimeMs ?? 0), 30);
  assert.equal(onClock(now.nextStart?.at ?? 0), '2024-03-06 02:30');
  assert.equal(now.left && minutes(now.left.ms), 90, 'two hours of overtime, and half an hour of it is used');
});

test('[HOURS-2] driving without a break is a breach from the minute on at which the limit is passed', () => {
  assert.deepEqual(lines(judged(row('2024-03-05 06:00', 'D5:30')).breaches), []);
  assert.deepEqual(lines(judged(row('2024-03-05 06:00', 'D5:31')).breaches), [
    'BR-2015.break.goods 2024-03-05 11:30 +1',
  ]);
});

test('[HOURS-3] pieces of a break add up; the last of them begins the count anew', () => {
  const split = 'D3 R0:15 D2:30';
  assert.deepEqual(lines(judged(row('2024-03-05 06:00', `${split} R0:15 D4`)).breaches), []);
  assert.deepEqual(lines(judged(row('2024-03-05 06:00', `${split} D0:10`)).breaches), [
    'BR-2015.break.goods 2024-03-05 11:45 +10',
  ]);
  const atLimit = judged(row('2024-03-05 06:00', split));
  assert.equal(onClock(atLimit.now.breakUntil ?? 0), '2024-03-05 12:00');
  assert.equal(
    lines(judged(row('2024-03-05 06:00', 'D3 R0:04 D2 R0:26 D0:31')).breaches).length,
    1,
    'too short',
  );
});

test('[HOURS-4] waiting is no work before 12 July 2023, and work from that day on', () => {
  const text = 'D4 A4 M1 D4 R11';
  const before = judged(row('2023-07-11 06:00', text));
  assert.deepEqual(lines(before.breaches), []);
  assert.deepEqual(
    [before.shifts[0]?.workMs, before.days[0]?.waitingMs, before.shifts[0]?.overtimeMs],
    [8 * HOUR, 4 * HOUR, 0],
  );
  const after = judged(row('2023-07-12 06:00', text));
  assert.deepEqual(lines(after.breaches), ['BR-2023.workingDay 2023-07-12 17:00 +120']);
  assert.deepEqual([after.shifts[0]?.workMs, after.shifts[0]?.overtimeMs], [12 * HOUR, 4 * HOUR]);
  assert.deepEqual(lines(judged(row('2023-07-12 06:00', text), AGREED).breaches), []);
});

test('[HOURS-5] a daily rest of 8 and 3 hours is one before 12 July 2023, and too short from that day on', () => {
  const nights = (day: string): string[] =>
    lines(judged(row(day, 'W4 R4 W4 R8 W6 R1:30 W3:30 R1:30 W0:30 R11')).breaches);
  assert.deepEqual(
    nights('2023-07-09 10:00').filter((line) => line.includes('dailyRest')),
    [],
  );
  assert.deepEqual(
    nights('2023-08-09 10:00').filter((line) => line.includes('dailyRest')),
    ['BR-2023.dailyRest 2023-08-10 06:00 +180'],
  );
  const missing = judged(row('2023-07-09 10:00', 'W4 R4 W4 R8 W6 R1:30 W3:30 R1 W4 R11'));
  assert.deepEqual(
    lines(missing.breaches).filter((line) => line.includes('dailyRest')),
    ['BR-2015.dailyRest 2023-07-10 06:00 +30'],
  );
});

test('[HOURS-6] the date on which a rest begins decides by which version it is judged', () => {
  const over = judged(row('2023-07-11 09:00', 'W4 M1 W6 R8 W5 R3 W3 R11'));
  assert.deepEqual(
    lines(over.breaches).filter((line) => line.includes('dailyRest')),
    [],
  );
  const next = judged(row('2023-07-12 09:00', 'W4 M1 W6 R8 W5 R3 W3 R11'));
  assert.deepEqual(
    lines(next.breaches)
      .filter((line) => line.includes('dailyRest'))
      .slice(0, 1),
    ['BR-2023.dailyRest 2023-07-13 04:00 +180'],
  );
});

test('[HOURS-7] rest in a moving vehicle counts for a crew of two until 12 July 2023', () => {
  const onTheRoad = (day: string, profile: HoursProfile): string[] => {
    const activities = row(day, 'D5 M1 D2 R11 D5 M1 D1 R35').map((each, at) =>
      at === 3 ? { ...each, isMoving: true } : each,
    );
    return lines(judged(activities, profile).breaches).filter((line) => line.includes('ailyRest'));
  };
  assert.deepEqual(onTheRoad('2023-06-05 06:00', CREW), []);
  assert.deepEqual(onTheRoad('2023-08-07 06:00', CREW), ['BR-2023.dailyRest 2023-08-07 19:00 +600']);
  assert.deepEqual(onTheRoad('2023-06-05 06:00', BRAZIL), ['BR-2015.dailyRest 2023-06-05 22:00 +420']);
  const days = Array.from({ length: 4 }, () => 'D5 M1 D4 R11 D3').join(' ');
  const moving = row('2023-06-05 06:00', days).map((each) =>
    each.kind === 'rest' ? { ...each, isMoving: true } : each,
  );
  assert.deepEqual(
    lines(judged(moving, CREW).breaches).filter((line) => line.includes('parked')),
    ['BR-2015.parkedRest 2023-06-08 06:00 +1440'],
  );
});

test('[HOURS-8] a weekly rest has 35 hours', () => {
  const week = `${Array.from({ length: 5 }, () => 'W5 M1 W3 R15').join(' ')} W5 M1 W3`;
  const rest = (text: string): string[] =>
    lines(judged(row('2024-02-26 09:00', `${week} ${text} W1`)).breaches);
  assert.deepEqual(rest('R35'), []);
  assert.deepEqual(rest('R34:30'), ['BR-2023.weeklyRest 2024-03-04 04:30 +30']);
});

test('[HOURS-9] weekly rests may be saved up on a journey until 12 July 2023', () => {
  const away = Array.from({ length: 20 }, () => 'W5 M1 W3 R15').join(' ');
  const before = judged(row('2023-06-01 06:00', away));
  assert.deepEqual(lines(before.breaches), []);
  assert.deepEqual(
    before.excesses.filter(({ rule }) => rule === 'BR-2015.weeklyRest').map(({ byMs }) => byMs / HOUR),
    [70],
    'two of 35 hours are due',
  );
  const after = judged(row('2024-03-04 06:00', away));
  assert.equal(after.breaches.length, 1);
  assert.equal(onClock(after.breaches[0]?.at ?? 0), '2024-03-10 06:00', 'the seventh day');
});

test('[HOURS-10] an hour of the night has 52 minutes and a half', () => {
  const [shift] = judged(row('2024-03-05 20:00', 'D4 M1 D3 R11')).shifts;
  assert.equal(minutes(shift?.workMs ?? 0), 7 * 60);
  assert.equal(Math.round((shift?.countedMs ?? 0) / 1000), 7 * 3600 + 42 * 60 + 51);
  const { days } = judged(row('2024-03-05 20:00', 'D4 M1 D3 R11'));
  assert.deepEqual(
    days.map(({ nightMs }) => minutes(nightMs)),
    [120, 180],
  );
});

test('[HOURS-11] passengers: a break after four hours', () => {
  const bus: HoursProfile = { ...BRAZIL, service: 'passengers' };
  assert.deepEqual(lines(judged(row('2024-03-05 06:00', 'D4:10'), bus).breaches), [
    'BR-2015.break.passengers 2024-03-05 10:00 +10',
  ]);
});

test('[HOURS-12] the daily rest lies within the 24 hours from the first work on', () => {
  const text = 'W6 M2 W2 B2 W1:20 R11 W1';
  assert.deepEqual(lines(judged(row('2024-03-05 06:00', text)).breaches), [
    'BR-2023.dailyRest 2024-03-05 19:00 +20',
  ]);
  assert.deepEqual(lines(judged(row('2023-03-07 06:00', text)).breaches), []);
});

test('[HOURS-13] going on to a safe place is recorded, and no breach', () => {
  const activities = row('2024-03-05 06:00', 'D5:30 D0:20');
  const reason = activities.map((each, at) =>
    at === 1 ? { ...each, reason: 'noSafePlace' as const, note: 'no safe place, km 312' } : each,
  );
  const { breaches, excesses } = judged(reason);
  assert.deepEqual(lines(breaches), []);
  assert.deepEqual(lines(excesses), ['BR-2015.break.goods 2024-03-05 11:30 +20']);
  assert.equal(judged(activities).breaches.length, 1, 'without a reason');
});

test('[HOURS-14] durations are real ones, whatever zones a journey crosses', () => {
  const begin = clock('2024-03-05 22:00', 'America/Cuiaba');
  const end = clock('2024-03-06 05:00', 'America/Sao_Paulo');
  const { shifts } = judged([{ kind: 'driving', begin, end }]);
  assert.equal(shifts[0]?.drivingMs, 6 * HOUR);
});

test('[HOURS-15] a working day above six hours has a meal of an hour, at whichever time', () => {
  const meals = (text: string, profile = BRAZIL): string[] =>
    lines(judged(row('2024-03-05 06:00', text), profile).breaches);
  assert.deepEqual(meals('W5 B0:30 W3 R15:30'), ['BR-2015.meal 2024-03-05 12:30 +30']);
  assert.deepEqual(meals('W4 B0:30 W2 B0:30 W2 R15:30'), ['BR-2015.meal 2024-03-05 13:00 +30']);
  assert.deepEqual(meals('W4 B0:30 W2 B0:30 W2 R15:30', { ...BRAZIL, agreements: ['splitMeal'] }), []);
  assert.deepEqual(meals('W6 R15:30'), []);
});

test('[HOURS-16] twelve hours of work and 36 of rest, by agreement', () => {
  const guard: HoursProfile = { ...BRAZIL, agreements: ['twelveBy36'] };
  assert.deepEqual(lines(judged(row('2024-03-05 06:00', 'W6 M1 W5 R36 W6 M1 W5 R36'), guard).breaches), []);
  assert.deepEqual(lines(judged(row('2024-03-05 06:00', 'W6 M1 W5 R35 W1'), guard).breaches), [
    'BR-2015.dailyRest.twelveBy36 2024-03-07 05:00 +60',
  ]);
});

test('[HOURS-17] normal hours of a week above 44 are overtime, and no breach', () => {
  const week = `${Array.from({ length: 5 }, () => 'W5 M1 W4 R14').join(' ')} W5 M1 W3 R38`;
  const { breaches, excesses } = judged(row('2024-03-04 06:00', week));
  assert.deepEqual(lines(breaches), []);
  assert.deepEqual(lines(excesses), ['BR-2015.workingWeek 2024-03-09 10:00 +240']);
});
