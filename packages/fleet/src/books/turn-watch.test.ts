import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Road, settingsWith } from '../../test/books.ts';
import { drives, recordsOf, rules } from '../../test/random-drives.ts';
import { BookFold } from './book-fold.ts';
import type { BookRecord, TurnRecord } from './book-record.ts';
import { DEFAULT_BOOK_SETTINGS, type BookSettings } from './book-settings.ts';
import { stretchesOf } from './stretches.ts';
import { TurnWatch } from './turn-watch.ts';

const forTurns = (record: BookRecord): TurnRecord => ({
  ...record,
  odometerM: null,
  engineMs: null,
  fuelL: null,
  fuelPercent: null,
  fuelUsedL: null,
  limitKmh: null,
  driver: null,
  geofenceIds: [],
});

/** What a watch tells of records; each third one it is read anew from its text. */
function told(records: readonly BookRecord[], settings: BookSettings): readonly string[] {
  let watch = TurnWatch.start(settings);
  return records.flatMap((one, at) => {
    if (at % 3 === 0) watch = TurnWatch.from(watch.state(), settings) ?? assert.fail('was not read');
    return watch.add(forTurns(one)).map(({ kind, at: { time, key } }) => `${kind} ${time} ${key}`);
  });
}
/** Trips of the books, as far as they are sure. */
function known(records: readonly BookRecord[], settings: BookSettings): readonly string[] {
  const fold = BookFold.start(settings);
  for (const one of records) fold.add(one);
  return stretchesOf([...fold.take(), ...fold.open()])
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
      assert.deepEqual(told(records, settings), known(records, settings));
    }),
    { numRuns: 300 },
  );
});

test('[BOOK-60] what does not come after all others, or from a clock ahead, says nothing; no text goes on anew', () => {
  const { records } = new Road().stand(600, 60).drive(1800, 50, 60);
  const watch = TurnWatch.start(DEFAULT_BOOK_SETTINGS);
  for (const one of records) watch.add(forTurns(one));
  const [first] = records;
  const last = records.at(-1);
  assert.ok(first && last);
  const text = watch.state();
  assert.deepEqual([watch.add(forTurns(first)), watch.add(forTurns(last))], [[], []]);
  const ahead = { ...forTurns(last), time: last.time + 86_400_000, serverTime: last.time };
  assert.deepEqual(watch.add(ahead), []);
  assert.equal(watch.state(), text);
  assert.ok(text.length < 1000, `${text.length} letters`);
  assert.equal(TurnWatch.from('[]', settingsWith({})), null);
});
