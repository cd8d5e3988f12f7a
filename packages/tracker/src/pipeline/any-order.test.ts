import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { knots } from '@rastro/fleet';
import type { DeviceRecord } from '@rastro/protocols';
import type { StoredPosition } from '@rastro/storage';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';
import { fence, NOW, record } from '../../test/open-test-pipeline.ts';
import { DEFAULT_PIPELINE_OPTIONS } from './options.ts';
import { DeviceOptions } from './device-options.ts';
import { IdSequence } from './ids.ts';
import { LiveDevices } from './live-device.ts';
import { Pipeline } from './pipeline.ts';
import { referenceDataOf } from './reference-data.ts';
import { Visibility } from '../access/visibility.ts';

interface ReportItem {
  readonly startTime: string;
  readonly endTime: string;
  readonly distance: number;
  readonly maxSpeed: number;
}

let t: TestTracker;
let userId = 0;
let cookie = '';
before(async () => {
  t = await openTestTracker();
  userId = await t.addUser();
  cookie = await t.signIn(userId);
});
after(() => t.dispose());

/** A drive, a stop, a drive back; odd speeds, an alarm, two records of one second. */
const RECORDS: readonly DeviceRecord[] = [
  ...[0, 60, 120, 180, 240].map((s, i) =>
    record(s, { latitude: 52 + i * 0.01, speed: knots(30 + i) }, { ignition: true }),
  ),
  ...[300, 400, 500, 600].map((s) => record(s, { latitude: 52.04 }, { ignition: s < 350 })),
  record(600, { latitude: 52.04 }, { alarm: 'sos' }),
  ...[700, 760, 820, 880].map((s, i) =>
    record(s, { latitude: 52.03 - i * 0.01, speed: knots(35) }, { ignition: true }),
  ),
];

const fail = (_id: number, error: unknown): never => {
  throw error;
};
let serial = 0;

/** History and reports after records came in some order, in messages of some lengths. */
async function outcome(order: readonly DeviceRecord[], cuts: readonly number[]) {
  const { directory } = t.tracker;
  const id = await t.addDevice(`any-${serial++}`);
  const yard = await directory.linked.geofence.create(fence('CIRCLE (52 13, 1500)'));
  const link = { ownerKind: 'device', ownerId: id, propertyKind: 'geofence', propertyId: yard.id };
  const seen = { ownerKind: 'user', ownerId: userId, propertyKind: 'device', propertyId: id };
  await directory.links.change([link, seen], []);
  const entity = directory.devices.get(id);
  assert.ok(entity);
  const live = await LiveDevices.load(t.storage);
  const visibility = new Visibility(directory);
  const options = new DeviceOptions(DEFAULT_PIPELINE_OPTIONS, directory, visibility);
  const around = referenceDataOf(directory, visibility, live, options);
  const ids = await IdSequence.open(t.storage, (error) => fail(0, error));
  const pipeline = new Pipeline({
    live,
    ids,
    around,
    onRejected: () => {},
    onImplausible: () => {},
    onForeign: () => {},
    onFault: fail,
  });
  const period = { from: NOW - 1000, to: NOW + 1_000_000 };
  const [from, to] = [period.from, period.to].map((ms) => new Date(ms).toISOString());
  const report = async (name: string): Promise<readonly ReportItem[]> => {
    const reply = await t.api('GET', `/reports/${name}?deviceId=${id}&from=${from}&to=${to}`, cookie);
    assert.equal(reply.status, 200, reply.text);
    return reply.json;
  };
  for (let at = 0, i = 0; at < order.length; i++) {
    const size = cuts[i % cuts.length] ?? 1;
    const processed = pipeline.process(entity, 'test', order.slice(at, at + size), NOW + 3_600_000);
    const { positions, events, late } = processed;
    await t.storage.commit({ positions, events, states: [], late: late ?? [] });
    at += size;
    if (i % 3 !== 1) continue;
    // A change of links brings derived history up to here; what follows corrects it.
    await directory.links.change([], [link]);
    await directory.links.change([link], []);
    await report('summary');
  }
  const history: StoredPosition[] = [];
  for await (const page of t.storage.history({ deviceId: id, ...period, pageSize: 100 }))
    history.push(...page);
  const trips = (await report('trips')).map(({ startTime, endTime, distance, maxSpeed }) => [
    startTime,
    endTime,
    Math.round(distance),
    maxSpeed,
  ]);
  const totals = (await report('summary')).map(({ distance, maxSpeed }) => [Math.round(distance), maxSpeed]);
  return {
    history: history.map(({ fixTime, latitude, speed, geofenceIds, attributes }) => [
      (fixTime - NOW) / 1000,
      latitude,
      speed,
      geofenceIds?.length ?? 0,
      attributes['alarm'] ?? null,
    ]),
    trips,
    totals,
  };
}

test('[PIPE-42] any order, repetition and cutting of the same records gives the same history, trips and totals', async () => {
  const expected = await outcome(RECORDS, [RECORDS.length]);
  assert.equal(expected.history.length, RECORDS.length);
  assert.equal(expected.trips.length, 2);
  const order = fc
    .tuple(
      fc.shuffledSubarray([...RECORDS], { minLength: RECORDS.length, maxLength: RECORDS.length }),
      fc.array(fc.constantFrom(...RECORDS), { maxLength: 12 }),
      fc.array(fc.nat({ max: 1000 }), { minLength: 12, maxLength: 12 }),
    )
    .map(([all, again, places]) => {
      const mixed = [...all];
      for (const [i, each] of again.entries()) mixed.splice((places[i] ?? 0) % (mixed.length + 1), 0, each);
      return mixed;
    });
  const cuts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(order, cuts, async (mixed, sizes) => {
      assert.deepEqual(await outcome(mixed, sizes), expected);
    }),
    { numRuns: 40 },
  );
});
