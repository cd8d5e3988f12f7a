import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BRAZIL, clock, EUROPE, judged, lines, MINUTE, row } from '../../test/working-hours.ts';
import { ACTIVITY_KINDS, type Activity } from './activity.ts';
import type { HoursProfile } from './hours-profile.ts';
import { hoursRules, rulesOn } from './rule-index.ts';
import { judgeHours } from './judge-hours.ts';
import { hasUnclear, isPause } from './timeline.ts';

const DAY = 24 * 60 * MINUTE;
const PROFILES: readonly HoursProfile[] = [
  BRAZIL,
  { ...BRAZIL, crew: 2, service: 'passengers', agreements: ['fourHours'] },
  EUROPE,
  { ...EUROPE, crew: 2, isInternational: true },
];
const profiles = fc.constantFrom(...PROFILES);
const begins = fc.constantFrom('2021-11-08 05:00', '2023-07-03 05:00', '2024-04-08 05:00');
/** Activities in a row, some of them long rests, with gaps. */
const weeks = fc
  .record({
    from: begins,
    pieces: fc.array(
      fc.record({
        kind: fc.constantFrom(...ACTIVITY_KINDS, 'driving' as const, 'rest' as const),
        minutes: fc.oneof(
          { weight: 4, arbitrary: fc.integer({ min: 1, max: 300 }) },
          { weight: 1, arbitrary: fc.integer({ min: 480, max: 3000 }) },
        ),
        gap: fc.oneof(
          { weight: 9, arbitrary: fc.constant(0) },
          { weight: 1, arbitrary: fc.integer({ min: 1, max: 600 }) },
        ),
        isMoving: fc.boolean(),
        reason: fc.constantFrom(null, null, 'noSafePlace' as const, 'reachedBase' as const),
      }),
      { minLength: 1, maxLength: 120 },
    ),
  })
  .map(({ from, pieces }) => {
    let at = clock(from);
    return pieces.map(({ kind, minutes, gap, isMoving, reason }): Activity => {
      const begin = at + gap * MINUTE;
      at = begin + minutes * MINUTE;
      return { kind, begin, end: at, reason, isMoving: isMoving && isPause({ kind }) };
    });
  });

test('[HOURS-40] neither cuts in activities nor their order change anything', () => {
  fc.assert(
    fc.property(
      weeks,
      profiles,
      fc.integer(),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      (activities, profile, which, share) => {
        const verdict = judged(activities, profile);
        const at = Math.abs(which) % activities.length;
        const cut = activities.flatMap((each, index) => {
          const middle = Math.floor(each.begin + (each.end - each.begin) * share);
          return index === at
            ? [
                { ...each, begin: middle },
                { ...each, end: middle },
              ]
            : [each];
        });
        assert.deepEqual(judged(cut, profile), verdict);
        assert.deepEqual(judged(activities.toReversed(), profile), verdict);
        assert.deepEqual(judged([...activities, ...activities], profile), verdict, 'all of them twice');
      },
    ),
    { numRuns: 150 },
  );
});

test('[HOURS-41] whole weeks later, where no clocks and no rules change, everything is the same', () => {
  fc.assert(
    fc.property(weeks, profiles, fc.integer({ min: 1, max: 4 }), (activities, profile, count) => {
      // In UTC, in which no clocks change; rules are those of 2024 on.
      const own = { ...profile, zone: 'UTC' };
      const base = Date.UTC(2024, 7, 5) - Date.UTC(2021, 10, 8);
      const moved = (by: number): Activity[] =>
        activities.map((each) => ({ ...each, begin: each.begin + by, end: each.end + by }));
      const byMs = count * 7 * DAY;
      const first = judged(moved(base), own);
      const later = judged(moved(base + byMs), own);
      const numbers = (verdict: typeof first, by: number): unknown => ({
        breaches: verdict.breaches.map((each) => ({ ...each, at: each.at - by })),
        excesses: verdict.excesses.map((each) => ({ ...each, at: each.at - by })),
        left: verdict.now.left,
        days: verdict.days.map((each) => ({ ...each, date: null })),
      });
      assert.deepEqual(numbers(later, byMs), numbers(first, 0));
    }),
    { numRuns: 150 },
  );
});

test('[HOURS-42] no rule reports a breach on a day of rest', () => {
  fc.assert(
    fc.property(weeks, profiles, (activities, profile) => {
      const { breaches, days } = judged(activities, profile);
      const parked = activities.filter(({ kind, isMoving }) => kind === 'rest' && !isMoving);
      for (const { at, rule } of breaches)
        assert.ok(!parked.some(({ begin, end }) => begin <= at && at < end), `${rule} during rest`);
      for (const { unclearMs, restMs, breakMs, drivingMs, otherWorkMs, waitingMs } of days)
        assert.ok(drivingMs + otherWorkMs + waitingMs + breakMs + restMs + unclearMs <= DAY);
    }),
    { numRuns: 300 },
  );
});

test('[HOURS-43] every minute of a driver is in one day, once', () => {
  fc.assert(
    fc.property(weeks, profiles, (activities, profile) => {
      const { days } = judged(activities, profile);
      const sum = days.reduce(
        (all, day) =>
          all + day.drivingMs + day.otherWorkMs + day.waitingMs + day.breakMs + day.restMs + day.unclearMs,
        0,
      );
      const ends = activities.map(({ end }) => end);
      assert.equal(sum, Math.max(...ends) - Math.min(...activities.map(({ begin }) => begin)));
    }),
  );
});

test('[HOURS-44] whoever goes on for as long as is left breaks no rule, and a minute more does', () => {
  fc.assert(
    fc.property(weeks, fc.constantFrom(BRAZIL, EUROPE), (activities, profile) => {
      const { breaches, now } = judged(activities, profile);
      const at = Math.max(...activities.map(({ end }) => end));
      const leftMs = now.left?.ms ?? 0;
      if (leftMs === 0) return;
      // Meals are judged when a day has ended.
      const count = (found: typeof breaches): number =>
        found.filter(({ rule }) => !rule.includes('meal')).length;
      const goOn = (ms: number): number =>
        count(judged([...activities, { kind: 'driving', begin: at, end: at + ms }], profile).breaches);
      const before = count(breaches);
      assert.equal(goOn(leftMs), before, `${leftMs / MINUTE} min are left by ${now.left?.rule}`);
      assert.ok(goOn(leftMs + MINUTE) > before, `a minute more than ${now.left?.rule} leaves`);
    }),
    { numRuns: 300 },
  );
});

test('[HOURS-45] unclear time is no rest, and a breach says how much of it there was', () => {
  const { breaches, days } = judged([
    ...row('2024-03-05 06:00', 'W5 M1 W3'),
    ...row('2024-03-06 06:00', 'W5 M1 W3'),
  ]);
  assert.deepEqual(
    lines(breaches),
    ['BR-2023.workingDay 2024-03-06 08:00 +360', 'BR-2023.dailyRest 2024-03-05 19:00 +600'].toSorted((a, b) =>
      a.includes('dailyRest') ? -1 : b.includes('dailyRest') ? 1 : 0,
    ),
  );
  assert.equal(breaches[0]?.unclearMs, 15 * 60 * MINUTE);
  assert.equal(days[0]?.restMs, 0);
});

test('[HOURS-46] every rule says since when, and where it is written', () => {
  for (const profile of PROFILES) {
    const rules = hoursRules(profile);
    assert.ok(rules.every(({ source, validFrom }) => source.length > 0 && validFrom >= '2007-04-11'));
    assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length);
  }
});

test('[HOURS-47] a set of rules of their own is judged like a law', () => {
  const custom: HoursProfile = {
    ...BRAZIL,
    family: 'custom',
    customRules: [
      {
        kind: 'break',
        id: 'ours.break',
        validFrom: '2020-01-01',
        validUntil: null,
        source: 'company policy 7',
        drivingMs: 120 * MINUTE,
        breakMs: 20 * MINUTE,
        pieceMs: 20 * MINUTE,
        parts: null,
        excusedBy: [],
      },
    ],
  };
  assert.deepEqual(lines(judged(row('2024-03-05 06:00', 'D2 B0:20 D2:05'), custom).breaches), [
    'ours.break 2024-03-05 10:20 +5',
  ]);
  const none = judged(row('2024-03-05 06:00', 'D24'), { ...custom, customRules: [] });
  assert.deepEqual([none.breaches, none.now.left], [[], null]);
});

test('[HOURS-48] of activities at the same time the one that is no rest counts; broken ones count as nothing', () => {
  const day = row('2024-03-05 06:00', 'W5 M1 W3');
  const overlapped = [...day, ...row('2024-03-05 10:00', 'R2 D1')];
  const [sums] = judged(overlapped).days;
  assert.deepEqual(
    [sums?.otherWorkMs, sums?.drivingMs, sums?.restMs, sums?.breakMs].map((ms) => (ms ?? 0) / MINUTE),
    [420, 60, 0, 60],
  );
  const broken = [
    { kind: 'rest' as const, begin: Number.NaN, end: 5 },
    { kind: 'rest' as const, begin: clock('2024-03-05 08:00'), end: clock('2024-03-05 07:00') },
  ];
  assert.deepEqual(judged([...day, ...broken], BRAZIL, clock('2024-03-05 15:00')), judged(day));
  assert.deepEqual(judged([], BRAZIL, clock('2024-03-05 15:00')).breaches, []);
});

test('[HOURS-68] the rules of a day are one of each kind, for the service and the agreements of the driver', () => {
  const idsOn = (date: '2020-01-01' | '2024-01-01', profile: HoursProfile) =>
    rulesOn(profile, date).map(({ id }) => id);
  const passengers: HoursProfile = { ...BRAZIL, service: 'passengers' };
  assert.ok(idsOn('2024-01-01', passengers).includes('BR-2015.break.passengers'));
  assert.ok(idsOn('2020-01-01', BRAZIL).includes('BR-2015.dailyRest'));
  assert.ok(idsOn('2024-01-01', BRAZIL).includes('BR-2023.dailyRest'));
  const agreed = rulesOn({ ...BRAZIL, agreements: ['twelveBy36'] }, '2024-01-01');
  assert.equal(agreed.find(({ kind }) => kind === 'dailyRest')?.id, 'BR-2015.dailyRest.twelveBy36');
  assert.equal(new Set(agreed.map(({ kind }) => kind)).size, agreed.length);
});

test('[HOURS-49] where nothing is unclear, rest in what is unclear changes nothing', () => {
  let clear = 0;
  fc.assert(
    fc.property(weeks, profiles, (given, profile) => {
      let at = given[0]?.begin ?? 0;
      const activities = given
        .filter(({ kind }) => kind !== 'unclear')
        .map((each): Activity => {
          const begin = at;
          at = begin + each.end - each.begin;
          return { ...each, begin, end: at };
        });
      const [first] = activities;
      if (!first || hasUnclear(activities, at)) return;
      clear += 1;
      const rest: Activity = { kind: 'rest', begin: first.begin, end: at };
      assert.deepEqual(judgeHours([...activities, rest], profile, at), judgeHours(activities, profile, at));
    }),
    { numRuns: 100 },
  );
  assert.ok(clear > 50, `${clear} of 100`);
  assert.equal(hasUnclear([{ kind: 'work', begin: 0, end: 10 }], 20), true);
});
