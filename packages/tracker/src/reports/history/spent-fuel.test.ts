import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { knots, type SummaryItem, type ReportItems } from '@rastro/fleet';
import { openTestTracker, type TestTracker } from '../../../test/open-test-tracker.ts';

const START = Date.UTC(2026, 2, 2, 12);
const MINUTE = 60_000;

let t: TestTracker;
let cookie: string;
before(async () => {
  t = await openTestTracker();
  cookie = await t.signIn(await t.addUser({ administrator: true }));
});
after(() => t.dispose());

test('[REPORT-62] a sensor that trembles upwards has not given fuel back', async () => {
  const made = await t.api('POST', '/devices', cookie, { name: 'Bus', uniqueId: 'bus' });
  const { id: deviceId } = made.json as { id: number };
  const positions = Array.from({ length: 240 }, (_, minute) => {
    const time = START + minute * MINUTE;
    return {
      id: minute + 1,
      deviceId,
      protocol: 'test',
      serverTime: time,
      deviceTime: time,
      fixTime: time,
      valid: true,
      latitude: -23.5 + (minute % 120) * 0.005,
      longitude: -46.6,
      altitude: 0,
      speed: knots(18),
      course: 0,
      accuracy: 0,
      address: null,
      network: null,
      geofenceIds: null,
      attributes: { ignition: true, fuel: minute < 120 ? 50 : 50.4 },
      contentKey: minute + 1,
    };
  });
  await t.storage.commit({ positions, events: [], states: [] });
  const period = `from=${new Date(START - MINUTE).toISOString()}&to=${new Date(START + 300 * MINUTE).toISOString()}`;
  const spent = async (kind: string): Promise<unknown> => {
    const lines: readonly (ReportItems['fuel'] | SummaryItem)[] = (
      await t.api('GET', `/reports/${kind}?${period}&deviceId=${deviceId}`, cookie)
    ).json;
    return lines.map(({ spentFuel }) => spentFuel);
  };
  assert.deepEqual(await spent('fuel'), [0]);
  assert.deepEqual(await spent('summary'), [0]);
  assert.deepEqual(await spent('daily'), [0]);
  const trips = (await spent('trips')) as number[];
  assert.ok(trips.length > 0 && trips.every((litres) => litres >= 0), trips.join());
});
