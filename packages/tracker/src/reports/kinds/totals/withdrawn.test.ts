import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS } from '@rastro/base';
import { addTotals, knots, NO_TOTALS, type ReportItems, type TotalsItem } from '@rastro/fleet';
import type { DrivingEventKind, WithdrawnEvent } from '@rastro/fleet/trips';
import { openTestTracker, type TestTracker } from '../../../../test/open-test-tracker.ts';
import { storedPosition } from '../../../../test/stored-position.ts';

/** A midnight. */
const START = Date.UTC(2026, 3, 6);
const MINUTE = 60_000;
let t: TestTracker;
let cookie: string;
let van: number;
let withdrawn: ReadonlyMap<number, readonly WithdrawnEvent[]> = new Map();

/** Two days of an hour each: alarms of the tracker at minutes 5, 25 and 45, by Ana and then by Rui. */
const drives = (deviceId: number) =>
  [0, 1].flatMap((day) =>
    Array.from({ length: 60 }, (_, i) =>
      storedPosition({
        id: day * 1000 + i + 1,
        deviceId,
        fixTime: START + day * DAY_MS + 8 * 60 * MINUTE + i * MINUTE,
        latitude: -23.5 + (day * 60 + i) * 0.008,
        speed: knots(60 / 1.852),
        attributes: {
          ignition: true,
          driverUniqueId: i < 30 ? 'ana' : 'rui',
          ...(i % 20 === 5 ? { alarm: i === 45 ? 'hardCornering' : 'hardBraking' } : {}),
        },
      }),
    ),
  );

before(async () => {
  t = await openTestTracker({ withdrawn: async () => withdrawn });
  cookie = await t.signIn(await t.addUser({ administrator: true }));
  const made = await t.api('POST', '/devices', cookie, { name: 'Van', uniqueId: 'van' });
  van = (made.json as { id: number }).id;
  await t.storage.commit({ positions: drives(van), events: [], states: [] });
});
after(() => t.dispose());

const WHOLE = { from: START, to: START + 2 * DAY_MS - 1 };
async function ask<K extends 'totals' | 'harsh'>(
  type: K,
  query = '',
  period = WHOLE,
): Promise<readonly ReportItems[K][]> {
  const [from, to] = [period.from, period.to].map((time) => new Date(time).toISOString());
  const { status, json } = await t.api('GET', `/reports/${type}?from=${from}&to=${to}${query}`, cookie);
  assert.equal(status, 200);
  return json;
}
const at = (day: number, minute: number, kind: DrivingEventKind, late = 0): WithdrawnEvent => {
  const time = START + day * DAY_MS + 8 * 60 * MINUTE + minute * MINUTE + late;
  return { kind, from: time, to: time };
};
const counts = ({ brakings, cornerings }: TotalsItem): readonly number[] => [brakings, cornerings];

test('[REPORT-120] an event that was taken back is listed and counts no more, in totals by vehicle, driver and group alike', async () => {
  withdrawn = new Map();
  const [before] = await ask('totals');
  assert.ok(before);
  assert.deepEqual(counts(before), [4, 2]);
  withdrawn = new Map([
    [van, [at(0, 5, 'braking'), at(1, 45, 'cornering')]],
    [99_999, [at(0, 5, 'braking')]],
  ]);
  const [after] = await ask('totals');
  assert.deepEqual(after, { ...before, brakings: 3, cornerings: 1 });
  const byDriver = await ask('totals', '&by=driver');
  assert.deepEqual(
    byDriver.map((line) => [line.driverUniqueId, ...counts(line)]),
    [
      ['ana', 3, 0],
      ['rui', 0, 1],
    ],
  );
  assert.deepEqual(counts(byDriver.reduce(addTotals, NO_TOTALS)), [3, 1]);
  const [group] = await ask('totals', '&by=group');
  const [sum] = await ask('totals', '&sum=true');
  assert.deepEqual(
    [counts(group ?? NO_TOTALS), counts(sum ?? NO_TOTALS)],
    [
      [3, 1],
      [3, 1],
    ],
  );
  const events = await ask('harsh');
  assert.deepEqual(
    events.map(({ kind, isWithdrawn }) => [kind, isWithdrawn]),
    [
      ['braking', true],
      ['braking', false],
      ['cornering', false],
      ['braking', false],
      ['braking', false],
      ['cornering', true],
    ],
  );
  const csv = (
    await t.api(
      'GET',
      `/reports/harsh/csv?from=${new Date(WHOLE.from).toISOString()}&to=${new Date(WHOLE.to).toISOString()}`,
      cookie,
    )
  ).text;
  assert.equal(csv.match(/contestado, não conta/g)?.length, 2);
});

test('[REPORT-120] within a day, in some hours and in a period that cuts a quarter of an hour it is what is listed there', async () => {
  withdrawn = new Map([[van, [at(0, 5, 'braking'), at(1, 5, 'braking')]]]);
  const day = { from: START, to: START + DAY_MS - 1 };
  assert.deepEqual(counts((await ask('totals', '', day))[0] ?? NO_TOTALS), [1, 1]);
  const zone = '&zone=UTC&fromHour=08:00&toHour=08:15';
  assert.deepEqual(counts((await ask('totals', zone))[0] ?? NO_TOTALS), [0, 0]);
  assert.deepEqual(
    counts((await ask('totals', '&zone=UTC&fromHour=08:15&toHour=08:30'))[0] ?? NO_TOTALS),
    [2, 0],
  );
  const cut = { from: START + 8 * 60 * MINUTE + 3 * MINUTE, to: START + DAY_MS - 1 };
  assert.deepEqual(counts((await ask('totals', '', cut))[0] ?? NO_TOTALS), [1, 1]);
  const byDriver = await ask('totals', '&by=driver', cut);
  assert.deepEqual(counts(byDriver.reduce(addTotals, NO_TOTALS)), [1, 1]);
});

test('[REPORT-120] what is no event any more, or another kind, is not taken from the sums', async () => {
  withdrawn = new Map([[van, [at(0, 12, 'braking'), at(0, 45, 'braking'), at(0, 5, 'phone')]]]);
  assert.deepEqual(counts((await ask('totals'))[0] ?? NO_TOTALS), [4, 2]);
  assert.ok((await ask('harsh')).every(({ isWithdrawn }) => !isWithdrawn));
});
