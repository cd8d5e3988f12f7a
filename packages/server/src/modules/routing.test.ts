import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@rastro/base';
import { startOsrmSimulator, startVroomSimulator } from '@rastro/outgoing/testing';
import { readSettings } from '../settings/read-settings.ts';
import { openRouting } from './routing.ts';

const places = [
  { latitude: 41.15, longitude: -8.61 },
  { latitude: 41.16, longitude: -8.6 },
];
const job = { place: 1, service: 60, load: 1, from: 0, to: 36_000, vehicle: null };
const vehicle = { start: 0, end: 0, capacity: 5, from: 0, to: 36_000, first: [] };

test('[SET-105] a router and an optimiser that are set are asked, also on this machine; without them the product plans itself', async (t) => {
  const [router, vroom] = [await startOsrmSimulator(), await startVroomSimulator()];
  t.after(() => Promise.all([router.close(), vroom.close()]));
  for (const isSet of [true, false]) {
    const outside = { ROUTER_URL: `${router.url}/`, ROUTER_DIALECT: 'osrm', OPTIMIZER_URL: vroom.url };
    const settings = readSettings(isSet ? outside : {}, null);
    const routing = openRouting({ settings, clock: systemClock });
    const { seconds, source } = await routing.travelTimes.matrix(places, { at: 0 });
    assert.equal(source, isSet ? 'router' : 'history');
    const found = await routing.optimiser.optimise({ places: 2, seconds, jobs: [job], vehicles: [vehicle] });
    assert.deepEqual([found.optimiser, found.plan.unserved], [isSet ? 'service' : 'builtIn', []]);
    await routing.close?.();
  }
  assert.throws(() => readSettings({ ROUTER_DIALECT: 'google' }, null), /ROUTER_DIALECT/);
  assert.throws(() => readSettings({ OPTIMIZER_URL: 'vroom' }, null), /OPTIMIZER_URL/);
});
