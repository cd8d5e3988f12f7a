import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Road, settingsWith } from '../../test/trips.ts';
import { drives, recordsOf, rules } from '../../test/random-drives.ts';
import { TripReducer } from './trip-reducer.ts';
import type { TripRecord, BoundaryRecord } from './trip-record.ts';
import { DEFAULT_TRIP_SETTINGS, type TripSettings } from './trip-settings.ts';
import { stretchesOf } from './stretches.ts';
import { TripWatch } from './trip-watch.ts';

const boundaryRecord = (record: TripRecord): BoundaryRecord => ({
  ...record,
  odometerM: null,
  engineMs: null,
  fuelL: null,
  fuelPercent: null,
  fuelUsedL: null,
  limitKmh: null,
  driver: null,
  geofenceIds: [],
  course: null,
  isFine: false,
  alarms: null,
});

/** Returns the transitions that a watch reports; it is restored from its text before each third record. */
function transitionsOf(records: readonly TripRecord[], settings: TripSettings): readonly string[] {
  let watch = TripWatch.start(settings);
  return records.flatMap((one, at) => {
    if (at % 3 === 0) watch = TripWatch.from(watch.state(), settings) ?? assert.fail('was not read');
    return watch.add(boundaryRecord(one)).map(({ kind, at: { time, key } }) => `${kind} ${time} ${key}`);
  });
}
/** Trips of the derived history, as far as they are certain. */
function known(records: readonly TripRecord[], settings: TripSettings): readonly string[] {
  const reducer = TripReducer.start(settings);
  for (const one of records) reducer.add(one);
  return stretchesOf([...reducer.take(), ...reducer.open()])
    .filter(({ kind }) => kind === 'trip')
    .flatMap(({ start, end, ended }) => [
      `began ${start.time} ${start.key}`,
      ...(ended === null ? [] : [`ended ${end.time} ${end.key}`]),
    ]);
}

test('[BOOK-60] a watch tells the trips of the books, each begin and end once, whatever comes', () => {
  fc.assert(
    fc.property(drives, rules, (steps, settings) => {
      const records = recordsOf(steps).map((one) => ({ ...one, geofenceIds: [1], fuelL: 40 }));
      assert.deepEqual(transitionsOf(records, settings), known(records, settings));
    }),
    { numRuns: 300 },
  );
});

test('[BOOK-60] what does not come after all others, or from a clock ahead, says nothing; no text goes on anew', () => {
  const { records } = new Road().stand(600, 60).drive(1800, 50, 60);
  const watch = TripWatch.start(DEFAULT_TRIP_SETTINGS);
  for (const one of records) watch.add(boundaryRecord(one));
  const [first] = records;
  const last = records.at(-1);
  assert.ok(first && last);
  const text = watch.state();
  assert.deepEqual([watch.add(boundaryRecord(first)), watch.add(boundaryRecord(last))], [[], []]);
  const ahead = { ...boundaryRecord(last), time: last.time + 86_400_000, serverTime: last.time };
  assert.deepEqual(watch.add(ahead), []);
  assert.equal(watch.state(), text);
  assert.ok(text.length < 1000, `${text.length} letters`);
  assert.equal(TripWatch.from('[]', settingsWith({})), null);
});
