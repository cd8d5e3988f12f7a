import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { BRAZIL, clock, judged, MINUTE, onClock, row } from '../../test/working-hours.ts';
import type { Activity } from './activity.ts';
import { activitiesOf, movedWithoutDriver, type DriverSignals } from './derive-activities.ts';
import { correctedActivities, correctionOf } from './hours-correction.ts';
import { canonicalJson, monthContent, nextSheet, signSheet } from './month-sheet.ts';

const at = (time: string): number => clock(`2024-03-05 ${time}`);
const span = (begin: string, end: string) => ({ deviceId: 7, begin: at(begin), end: at(end) });
const NOTHING: DriverSignals = {
  checkIns: [{ ...span('06:00', '16:00'), isCheckedOut: true }],
  trips: [],
  engineOn: [],
  atStops: [],
  entries: [],
  tachograph: [],
};
const written = (activities: readonly Activity[]): string[] =>
  activities.map(({ kind, begin, end, isMoving, proposal }) =>
    [kind, onClock(begin).slice(11), onClock(end).slice(11), isMoving ? 'moving' : '', proposal ?? '']
      .join(' ')
      .trim(),
  );
const derived = (signals: Partial<DriverSignals>, profile = BRAZIL): string[] =>
  written(activitiesOf({ ...NOTHING, ...signals }, profile, at('18:00')));

test('[HOURS-60] a checked-in driver drives, works while the engine runs or at a stop, and is unclear otherwise', () => {
  assert.deepEqual(
    derived({
      trips: [span('05:00', '08:00'), span('08:02', '09:00')],
      engineOn: [span('05:00', '09:10')],
      atStops: [span('09:10', '10:00')],
    }),
    ['driving 06:00 09:00', 'work 09:00 10:00', 'unclear 10:00 16:00  meal', 'rest 16:00 18:00'],
  );
});

test('[HOURS-61] rest is never inferred: without a check-out the time is unclear', () => {
  const checkIns = [{ ...span('06:00', '08:00'), isCheckedOut: false }];
  const activities = activitiesOf(
    { ...NOTHING, checkIns, trips: [span('06:00', '08:00')] },
    BRAZIL,
    at('20:00'),
  );
  assert.deepEqual(written(activities), ['driving 06:00 08:00']);
  assert.equal(judged(activities, BRAZIL, at('20:00')).days[0]?.unclearMs, 12 * 60 * MINUTE);
  assert.deepEqual(derived({ checkIns: [] }), []);
});

test('[HOURS-62] entries of the driver count, except against a vehicle that moves', () => {
  const trips = [span('06:00', '09:00'), span('10:00', '10:04'), span('12:00', '16:00')];
  const entry = (kind: Activity['kind'], begin: string, end: string): Activity => ({
    kind,
    begin: at(begin),
    end: at(end),
  });
  assert.deepEqual(
    derived({ trips, entries: [entry('waiting', '09:00', '11:00'), entry('meal', '11:00', '12:30')] }),
    [
      'driving 06:00 09:00',
      'waiting 09:00 10:00',
      'waiting 10:00 10:04 moving',
      'waiting 10:04 11:00',
      'meal 11:00 12:00',
      'driving 12:00 16:00',
      'rest 16:00 18:00',
    ],
  );
  assert.deepEqual(
    derived(
      { trips: [span('06:00', '16:00')], entries: [entry('rest', '07:00', '16:00')] },
      { ...BRAZIL, crew: 2 },
    ),
    ['driving 06:00 07:00', 'rest 07:00 16:00 moving', 'rest 16:00 18:00'],
  );
});

test('[HOURS-63] a tachograph beats all other sources', () => {
  const tachograph: Activity[] = [{ kind: 'break', begin: at('07:00'), end: at('07:45') }];
  assert.deepEqual(derived({ trips: [span('06:00', '16:00')], tachograph }), [
    'driving 06:00 07:00',
    'break 07:00 07:45',
    'driving 07:45 16:00',
    'rest 16:00 18:00',
  ]);
});

test('[HOURS-64] a vehicle that moves without a checked-in driver has an unknown one', () => {
  const found = movedWithoutDriver(
    [span('05:00', '07:00'), span('08:00', '09:00')],
    [span('05:30', '06:30'), { ...span('05:00', '09:00'), deviceId: 8 }],
  );
  assert.deepEqual(
    found.map(({ begin, end }) => `${onClock(begin).slice(11)}-${onClock(end).slice(11)}`),
    ['05:00-05:30', '06:30-07:00', '08:00-09:00'],
  );
});

const author = (id: string, time: string) => ({
  id,
  at: time,
  byId: 3,
  byName: 'Ana',
  reason: 'asked the driver',
});
test('[HOURS-65] corrections lie over what was derived, in the order in which they were made, each once', () => {
  const day = row('2024-03-05 06:00', 'D4 U2 D4');
  const first = correctionOf(
    day,
    { kind: 'rest', begin: at('10:00'), end: at('12:00') },
    author('a', '2024-03-06T10:00:00Z'),
  );
  const then = correctedActivities(day, [first]);
  const second = correctionOf(
    then,
    { kind: 'work', begin: at('11:00'), end: at('12:30') },
    author('b', '2024-03-06T11:00:00Z'),
  );
  assert.deepEqual(written(second.before), ['rest 11:00 12:00', 'driving 12:00 12:30']);
  assert.deepEqual(written(correctedActivities(day, [second, first, second])), [
    'driving 06:00 10:00',
    'rest 10:00 11:00',
    'work 11:00 12:30',
    'driving 12:30 16:00',
  ]);
  assert.deepEqual(written(day), ['driving 06:00 10:00', 'unclear 10:00 12:00', 'driving 12:00 16:00']);
});

test('[HOURS-66] a sheet is signed as it is; a correction makes another version, unsigned', () => {
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  const activities = row('2024-02-29 06:00', 'D5 M1 D3 R15 D5 M1 D3 R35');
  const of = { driverUniqueId: 'A1', driverName: 'Ana', month: '2024-03' as const, corrections: [] };
  const content = monthContent(judged(activities), BRAZIL, of);
  assert.deepEqual(
    content.days.map(({ date }) => date),
    ['2024-03-01', '2024-03-02', '2024-03-03'],
  );
  const sheet = nextSheet(null, content, hash);
  assert.equal(signSheet(sheet, { name: 'Ana', at: '2024-04-01T10:00:00Z', hash: 'another' }), null);
  const signed = signSheet(sheet, { name: 'Ana', at: '2024-04-01T10:00:00Z', hash: sheet.hash });
  assert.equal(signed?.signature?.name, 'Ana');
  assert.equal(
    nextSheet(signed, monthContent(judged(activities), BRAZIL, of), hash),
    signed,
    'nothing has changed',
  );
  const correction = correctionOf(
    activities,
    { kind: 'work', begin: clock('2024-03-01 15:00'), end: clock('2024-03-01 16:00') },
    author('a', '2024-04-02T10:00:00Z'),
  );
  const corrected = correctedActivities(activities, [correction]);
  const next = nextSheet(
    signed,
    monthContent(judged(corrected), BRAZIL, { ...of, corrections: [correction] }),
    hash,
  );
  assert.deepEqual([next.version, next.signature, next.hash === sheet.hash], [2, null, false]);
});

test('[HOURS-67] equal contents have one text, in whichever order their keys are', () => {
  assert.equal(canonicalJson({ b: [1, { d: null, c: 'é' }], a: undefined }), '{"b":[1,{"c":"é","d":null}]}');
  assert.equal(canonicalJson({ a: 1, b: 2 }), canonicalJson({ b: 2, a: 1 }));
});
