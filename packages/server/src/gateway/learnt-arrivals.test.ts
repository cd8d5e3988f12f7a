import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { LiveRoute, RouteTimes } from '@rastro/fleet/road-routes';
import { KINDS, startBothKinds, type BothKinds } from '../../test/both-kinds.ts';
import { eventually } from '../../test/eventually.ts';
import { company, DEPOT, makeRoute } from '../../test/road-company.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

/** Rides of six minutes at 12 m/s, up and down a street, twenty minutes apart: more than a model needs. */
const [RIDES, EVERY_S, STEPS, STEP_S] = [216, 1200, 6, 60];
const STEP_DEGREES = (12 * STEP_S) / 111_195;

async function driveUpAndDown(uniqueId: string, end: number): Promise<void> {
  const port = both.server('embedded').protocols['osmand'];
  const begin = Math.floor(end / 1000) - (RIDES - 1) * EVERY_S - STEPS * STEP_S;
  for (let ride = 0; ride < RIDES; ride++)
    for (let step = 0; step <= STEPS; step++) {
      const along = ride % 2 === 0 ? step : STEPS - step;
      const latitude = DEPOT.latitude - along * STEP_DEGREES;
      const time = begin + ride * EVERY_S + step * STEP_S;
      const isMoving = step < STEPS;
      const query = `id=${uniqueId}&lat=${latitude}&lon=${DEPOT.longitude}&speed=${isMoving ? 23 : 0}&ignition=${isMoving}&timestamp=${time}`;
      assert.equal((await fetch(`http://127.0.0.1:${port}/?${query}`)).status, 200);
    }
}

test('[ROADROUTE-12] the vehicles of a company teach when its next stops are reached, and how far apart places are', async () => {
  const now = Date.now();
  const frame = { beginsAt: new Date(now).toISOString(), day: new Date(now).toISOString().slice(0, 10) };
  const opened = [];
  for (const kind of KINDS) {
    const { acme, van1, ids } = await company(both, kind, 2);
    await driveUpAndDown(van1.uniqueId, now);
    const other = await company(both, kind, 1);
    const route = await makeRoute(acme.client, van1.id, ids, frame);
    const theirs = await makeRoute(other.acme.client, other.van1.id, other.ids, frame);
    assert.equal(route.travel.source, 'history');
    opened.push({ acme, other, route, theirs });
  }
  // A night that was missed is learnt from at the start.
  await both.restart('embedded', async () => undefined);
  await both.restart('external', async () => undefined);
  for (const { acme, other, route, theirs } of opened) {
    const liveOf = (client = acme.client, { id } = route) =>
      client.json<LiveRoute>('GET', `/ext/routes/${id}/live`);
    const usual = await liveOf(other.acme.client, theirs);
    await eventually(async () => (await liveOf()).travel.source === 'learnt');
    const live = await liveOf();
    const [first, second] = live.stops;
    assert.ok(first?.expected && second?.expected);
    // 1.1 km at 12 m/s; others take some 300 s for it.
    const seconds = (Date.parse(first.expected.at) - Date.now()) / 1000;
    assert.ok(seconds > 40 && seconds < 180, `${seconds} s`);
    assert.ok(first.expected.from <= first.expected.at && first.expected.at <= first.expected.to);
    assert.ok(second.expected.at > first.expected.at && second.expected.to >= first.expected.to);
    // The customer next door has driven nothing.
    assert.equal(usual.travel.source, 'history');
    assert.equal((await liveOf(other.acme.client, theirs)).travel.source, 'history');
    // A route that is planned is as fast.
    const planned = await acme.client.json<RouteTimes>('POST', '/ext/routes/times', {
      beginsAt: frame.beginsAt,
      start: DEPOT,
      end: DEPOT,
      orderIds: route.stops.map(({ orderId }) => orderId),
    });
    assert.equal(planned.travel.source, 'learnt');
  }
});
