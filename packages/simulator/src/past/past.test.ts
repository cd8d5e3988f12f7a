import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, systemClock } from '@rastro/base';
import { distanceM } from '@rastro/fleet';
import { HASTY } from '../../test/support.ts';
import { httpServer, until } from '../../test/test-server.ts';
import { demoFleet } from '../demo/demo-fleet.ts';
import { Life, type LifeBefore } from '../demo/life.ts';
import { runDemoFleet } from '../demo/run-demo-fleet.ts';
import { civilDay, kindOfDay } from './civil-day.ts';
import { pastOf, type PastRecord, type PastRequest } from './past-of.ts';

const END = Date.UTC(2026, 10, 20, 18, 30);
const fleet = demoFleet();
const beforeOf = (name: string, beganAt = END): LifeBefore => {
  const serial = fleet.findIndex((vehicle) => vehicle.name === name);
  const member = fleet[serial];
  assert.ok(member, name);
  return new Life(member, serial, beganAt).before;
};
const recordsOf = (request: PastRequest): readonly PastRecord[] => [...pastOf(request)].flat();
const ONE_OF_EACH = ['Fiorino 01', 'Carro 01', 'Ônibus 01', 'Carreta 01', 'Lancha', 'Reserva 01', 'Perdido'];

test('[SIM-23] the same past each time; later on the same day it goes on', () => {
  for (const name of ONE_OF_EACH) {
    const request = { ...beforeOf(name), days: 5 };
    const records = recordsOf(request);
    assert.deepEqual(recordsOf(request), records, name);
    const later = recordsOf({ ...request, end: request.end + 2 * 3_600_000 });
    const shared = records.filter(({ time }) => time < request.end - 2 * 3_600_000);
    assert.deepEqual(later.slice(0, shared.length), shared, name);
  }
});

test('[SIM-23] rounds begin and end at home, within the area, in order', () => {
  for (const name of ONE_OF_EACH) {
    const before = beforeOf(name);
    const records = recordsOf({ ...before, days: 20 });
    const { centre, radiusM } = before.vehicle.home;
    const first = records[0];
    const last = records.at(-1);
    assert.ok(first && last && records.length > 200, name);
    assert.ok(last.time <= before.end && before.end - last.time <= 2 * 3_600_000, name);
    assert.equal(civilDay(first.time), civilDay(before.end) - 20);
    assert.ok(distanceM(first, last) < 10, name);
    for (const [at, record] of records.entries()) {
      const earlier = records[at - 1];
      if (!earlier) continue;
      assert.ok(record.time > earlier.time, name);
      const seconds = (record.time - earlier.time) / 1000;
      assert.ok(distanceM(record, earlier) < 50 + (seconds * 160) / 3.6, `${name} jumps at ${record.time}`);
      const odometer = Number(record.attributes['odometer'] ?? 0);
      assert.ok(odometer >= Number(earlier.attributes['odometer'] ?? 0), name);
      if (before.vehicle.habit.kind !== 'road') assert.ok(distanceM(record, centre) < radiusM * 1.3, name);
    }
  }
});

test('[SIM-25] people rest on Sundays, fill low tanks, and one lorry is robbed', () => {
  const request = { ...beforeOf('Bitrem 01'), days: 60 };
  const records = recordsOf(request);
  const driven = (kind: string): number =>
    records.filter(({ time, speedKmh }) => speedKmh > 0 && kindOfDay(civilDay(time)) === kind).length;
  assert.ok(driven('workday') > 10 * driven('rest'));
  const levels = records.map(({ attributes }) => Number(attributes['fuel']));
  const steps = levels.slice(1).map((level, at) => level - (levels[at] ?? level));
  assert.ok(steps.filter((step) => step > 100).length >= 5);
  const theft = steps.findIndex((step) => step < -30);
  const stolen = records[theft + 1];
  assert.ok(stolen);
  assert.equal(civilDay(request.end) - civilDay(stolen.time), 12);
  assert.equal(kindOfDay(civilDay(Date.UTC(2026, 11, 25, 12))), 'rest');
});

test('[SIM-24] goes on where the past ends, without a gap or a jump', async (t) => {
  const member = fleet.find(({ name }) => name === 'Bicicleta');
  assert.ok(member);
  const server = await httpServer(t);
  const beganAt = systemClock.now();
  let last: PastRecord | undefined;
  let odometerM = 0;
  const make = async (before: LifeBefore): Promise<number> => {
    const lived = pastOf({ ...before, days: 2 });
    for (let day = lived.next(); ; day = lived.next()) {
      if (day.done) return (odometerM = day.value);
      last = day.value.at(-1) ?? last;
    }
  };
  const stop = new AbortController();
  const run = { host: '127.0.0.1', ports: { osmand: server.port }, clock: systemClock, timing: HASTY };
  const driving = runDemoFleet({ ...run, fleet: [member], past: { beganAt, make } }, stop.signal);
  const fixes = () =>
    server.received.flatMap(({ records }) => records.flatMap(({ fix }) => (fix ? [fix] : [])));
  await until(() => (fixes().at(-1)?.time ?? 0) > beganAt - 2000, 'the present');
  stop.abort();
  await driving;
  const [first] = fixes();
  assert.ok(first && last);
  assert.ok(distanceM(first, last) < 200);
  // Parked, it writes every two hours.
  assert.ok(first.time > last.time && first.time - last.time < 2 * 2 * 3_600_000);
  const odometers = server.received.flatMap(({ records }) =>
    records.map(({ attributes }) => Number(attributes['odometer'])),
  );
  assert.ok(odometers.every((odometer) => odometer >= Math.round(odometerM)));
  for (const [at, fix] of fixes().entries()) {
    const earlier = fixes()[at - 1];
    if (!earlier) continue;
    assert.ok(fix.time - earlier.time < 2 * 60_000 && distanceM(fix, earlier) < 200);
  }
  assert.ok(first.time > beganAt - DAY_MS);
});
