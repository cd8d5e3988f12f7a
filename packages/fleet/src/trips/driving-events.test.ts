import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { drives, recordsOf, rules } from '../../test/random-drives.ts';
import { reduceRecords, Road, settingsWith, START } from '../../test/trips.ts';
import { sumsOf } from './day-sums.ts';
import { DRIVING_EVENT_KINDS, type DrivingEventKind } from './driving-style.ts';
import type { Episode, StretchSegment, Sums } from './stretch-segment.ts';
import type { TripSettings } from './trip-settings.ts';
import { readWorkHours } from './work-hours.ts';

const isEvent = ({ kind }: Episode): boolean => DRIVING_EVENT_KINDS.some((each) => each === kind);
const eventsOf = (pieces: readonly StretchSegment[]): readonly Episode[] =>
  pieces.flatMap(({ episodes }) => episodes.filter(isEvent));
const brief = ({ kind, note, figures }: Episode) => [
  kind,
  note,
  Math.round((figures['peakMs2'] ?? 0) * 10) / 10,
];

/** Speeds of a drive at a record each second, between two minutes at a constant speed. */
function secondBySecond(speeds: readonly number[], settings?: TripSettings): readonly StretchSegment[] {
  const road = new Road().drive(120, 60, 1);
  for (const kmh of speeds) road.drive(1, kmh, 1);
  return reduceRecords(road.drive(120, speeds.at(-1) ?? 60, 1).records, settings);
}

test('[STYLE-1] braking and accelerating are worked out from reported speeds, once for what is within three seconds', () => {
  const pieces = secondBySecond([48, 46, 34, 34, 34, 34, 34, 34, 46, 58]);
  assert.deepEqual(eventsOf(pieces).map(brief), [
    ['braking', 'derived', 3.3],
    ['acceleration', 'derived', 3.3],
  ]);
  const sums = sumsOf(pieces);
  assert.deepEqual([sums.brakings, sums.severeBrakings, sums.accelerations], [1, 0, 1]);
  const first = sums.distanceM - sums.watchedM;
  assert.ok(Math.abs(first - (2 * 60) / 3.6) <= 1, 'all but the first two seconds');
});

test('[STYLE-1] from 1.35 times the threshold on an event is severe; what no vehicle does is none', () => {
  const severe = sumsOf(secondBySecond([45]));
  assert.deepEqual([severe.brakings, severe.severeBrakings], [0, 1]);
  const impossible = sumsOf(secondBySecond([20]));
  assert.deepEqual([impossible.brakings, impossible.severeBrakings], [0, 0]);
  const lorry = settingsWith({ harshBrakingMs2: 2.2, harshAccelerationMs2: 1.6, harshCorneringMs2: 2.2 });
  assert.equal(sumsOf(secondBySecond([51], lorry)).brakings, 1);
  assert.equal(sumsOf(secondBySecond([51])).brakings, 0);
});

test('[STYLE-2] cornering is speed times turning; a vehicle below 20 km/h does not corner', () => {
  const turned = (kmh: number): Sums => {
    const road = new Road().setFields({ course: 355 }).drive(60, kmh, 1);
    for (const course of [10, 25, 40]) road.setFields({ course }).drive(1, kmh, 1);
    return sumsOf(reduceRecords(road.drive(60, kmh, 1).records));
  };
  assert.deepEqual([turned(50).cornerings, turned(50).severeCornerings], [1, 0]);
  assert.equal(turned(19).cornerings, 0);
});

test('[STYLE-3] at two seconds events are shown as known in part, and not counted; at three there are none', () => {
  const every = (seconds: number): readonly StretchSegment[] => {
    const road = new Road().drive(120, 80, seconds);
    return reduceRecords(road.drive(seconds, 80 - 14 * seconds, seconds).drive(120, 30, seconds).records);
  };
  assert.deepEqual(eventsOf(every(2)).map(brief), [['braking', 'partly', 3.9]]);
  const two = sumsOf(every(2));
  assert.deepEqual([two.brakings + two.severeBrakings, two.watchedM], [0, 0]);
  assert.ok(two.partlyWatchedM > 2000);
  assert.deepEqual(eventsOf(every(3)), []);
  assert.equal(sumsOf(every(3)).partlyWatchedM, 0);
});

test('[STYLE-4] a tracker that reports harsh driving is believed, from its first report on, and an alarm it repeats is one', () => {
  const road = new Road().drive(120, 60, 1);
  road.setFields({ alarms: 'hardBraking,phone' }).drive(40, 60, 20).setFields({ alarms: null });
  road.drive(120, 60, 20).drive(20, 40, 1).drive(1, 20, 1).drive(100, 20, 1);
  const pieces = reduceRecords(road.records);
  assert.deepEqual(eventsOf(pieces).map(brief), [
    ['braking', 'tracker', 0],
    ['phone', 'tracker', 0],
  ]);
  const sums = sumsOf(pieces);
  assert.deepEqual([sums.brakings, sums.phoneAlarms], [1, 1]);
  const derived = reduceRecords(road.records, settingsWith({ harshSource: 'derived' }));
  assert.equal(sumsOf(derived).severeBrakings, 1, 'none where a record comes each twenty seconds');
  assert.deepEqual(eventsOf(reduceRecords(road.records, settingsWith({ harshSource: 'off' }))), []);
  const unmeasured = sumsOf(reduceRecords(road.records, settingsWith({ harshBrakingMs2: 0 })));
  assert.deepEqual([unmeasured.severeBrakings, unmeasured.brakings > 0], [0, true], 'how hard is not known');
});

test('[STYLE-5] speeding is divided by what is above the limit, but for what a radar tolerates', () => {
  const road = new Road().setFields({ limitKmh: 100 });
  for (const kmh of [104, 109, 118, 140, 160]) road.drive(60, kmh, 10);
  const sums = sumsOf(reduceRecords(road.records));
  // A pair of records has the lower band of the two.
  assert.deepEqual([sums.over10S, sums.over20S, sums.over50S, sums.overMoreS], [60, 60, 60, 50]);
  assert.equal(sums.overspeedS, 290);
});

test('[STYLE-6] driving longer than allowed without a break is an event, however many short stops there are', () => {
  const settings = settingsWith({ maxDriveS: 4 * 3600, minBreakS: 1800 });
  const road = new Road()
    .drive(2 * 3600, 60)
    .stand(1200)
    .drive(3 * 3600, 60)
    .stand(2400)
    .drive(3600, 60);
  const pieces = reduceRecords(road.records, settings);
  const [event, ...more] = eventsOf(pieces);
  assert.deepEqual([event?.kind, more.length, sumsOf(pieces).longDrives], ['longDrive', 0, 1]);
  assert.ok(Math.abs((event?.start.time ?? 0) - (START + (4 * 3600 + 1200) * 1000)) <= 120_000);
});

test('[STYLE-7] night and hours of work are those of the zone of the vehicle', () => {
  // 8:00 in UTC is 5:00 in São Paulo: a Monday.
  const road = new Road().drive(2 * 3600, 60);
  const zone = 'America/Sao_Paulo';
  const night = sumsOf(reduceRecords(road.records, settingsWith({ zone, nightToMin: 360 })));
  assert.ok(Math.abs(night.nightS - 3600) <= 60, `${night.nightS}`);
  const hours = settingsWith({ zone, workHours: '1-5 06:00-18:00' });
  assert.ok(Math.abs(sumsOf(reduceRecords(road.records, hours)).offHoursM - 60_000) < 1100);
  const overMidnight = settingsWith({ zone: 'Asia/Tokyo', workHours: '7 22:00-02:00; 1 17:30-18:00' });
  const tokyo = sumsOf(reduceRecords(road.records, overMidnight));
  assert.ok(Math.abs(tokyo.offHoursM - (tokyo.distanceM - 30_000)) < 1100);
});

test('[STYLE-7] hours of work that cannot be read are none', () => {
  assert.deepEqual(readWorkHours('6-1 08:00-12:30'), [{ days: [6, 7, 1], fromMin: 480, toMin: 750 }]);
  for (const text of ['', 'x', '8 08:00-12:00', '1 25:00-26:00', '1 08:60-09:00', '1 08:00-08:00', '1-5'])
    assert.equal(readWorkHours(text), null, text);
});

const COUNTED: Readonly<Record<DrivingEventKind, readonly (keyof Sums)[]>> = {
  braking: ['brakings', 'severeBrakings'],
  acceleration: ['accelerations', 'severeAccelerations'],
  cornering: ['cornerings', 'severeCornerings'],
  belt: ['beltAlarms'],
  phone: ['phoneAlarms'],
  longDrive: ['longDrives'],
};

test('[STYLE-8] whatever is sent, events that are listed are those that are counted, and drivers add up to the vehicle', () => {
  fc.assert(
    fc.property(drives, rules, (steps, settings) => {
      const pieces = reduceRecords(recordsOf(steps), settings);
      const sums = sumsOf(pieces);
      const events = eventsOf(pieces).filter(({ note }) => note !== 'partly');
      for (const kind of DRIVING_EVENT_KINDS) {
        const counted = COUNTED[kind].reduce((total, name) => total + sums[name], 0);
        assert.equal(counted, events.filter((event) => event.kind === kind).length, kind);
      }
      const quarters = pieces.flatMap((piece) => piece.quarters);
      const drivers = Map.groupBy(quarters, ({ driver }) => driver);
      const metres = [...drivers.values()].map((own) =>
        own.reduce((total, { distanceM }) => total + distanceM, 0),
      );
      assert.equal(
        metres.reduce((a, b) => a + b, 0),
        sums.distanceM,
      );
      assert.ok(sums.watchedM + sums.partlyWatchedM <= sums.distanceM + pieces.length);
    }),
    { numRuns: 300 },
  );
});
