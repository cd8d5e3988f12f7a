import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { LiveRoute } from '@rastro/fleet/road-routes';
import { KINDS, startBothKinds, type BothKinds } from '../../test/both-kinds.ts';
import { eventually } from '../../test/eventually.ts';
import { company, makeRoute, orderOf } from '../../test/road-company.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

/** A van that reports where it is, each so many seconds after a moment. */
async function report(
  uniqueId: string,
  begin: number,
  records: readonly (readonly [second: number, latitude: number, speed: number])[],
) {
  const port = both.server('embedded').protocols['osmand'];
  for (const [second, latitude, speed] of records) {
    const time = Math.floor(begin / 1000) + second;
    const query = `id=${uniqueId}&lat=${latitude}&lon=-46.6&speed=${speed}&ignition=true&timestamp=${time}`;
    assert.equal((await fetch(`http://127.0.0.1:${port}/?${query}`)).status, 200);
  }
}

test('[ROADROUTE-11] a stop is arrived at and left by its fence, and the next ones are expected from where the van is', async () => {
  const begin = Date.now() - 600_000;
  const opened = await Promise.all(
    KINDS.map(async (kind) => {
      const { acme, dispatcher, van1, van2, ids } = await company(both, kind);
      const [first = 0, second = 0, third = 0] = ids;
      const { client } = acme;
      // A place 1.1 km on is passed by, the first one is stood at.
      await report(van1.uniqueId, begin, [
        [0, -23.5, 30],
        [60, -23.51, 0],
        [90, -23.51, 0],
        [400, -23.51, 0],
        [430, -23.513, 30],
        [460, -23.517, 30],
        [520, -23.52, 30],
        [560, -23.524, 30],
      ]);
      const frame = {
        beginsAt: new Date(begin).toISOString(),
        day: new Date(begin).toISOString().slice(0, 10),
      };
      const route = await makeRoute(client, van1.id, ids, frame);
      const silent = await makeRoute(client, van2.id, [], frame);
      return { client, dispatcher, first, second, third, route, silent };
    }),
  );
  for (const { client, dispatcher, first, second, third, route, silent } of opened) {
    await eventually(async () => (await orderOf(client, first)).state === 'arrived');
    const order = await orderOf(client, first);
    const at = (seconds: number): string =>
      new Date(Math.floor(begin / 1000) * 1000 + seconds * 1000).toISOString();
    const arrived = order.steps.at(-1);
    assert.deepEqual([order.arrivedAt, arrived?.by, arrived?.kind], [at(60), 'fence', 'arrive']);
    const live = await client.json<LiveRoute>('GET', `/ext/routes/${route.id}/live`);
    assert.deepEqual(
      live.stops.map(({ arrivedAt, leftAt }) =>
        [arrivedAt, leftAt].map((time) => time && new Date(time).toISOString()),
      ),
      [
        [at(60), at(400)],
        [null, null],
        [null, null],
      ],
    );
    const [, next, last] = live.stops;
    assert.deepEqual([live.isSilent, live.stops[0]?.expected], [false, null]);
    assert.ok(next?.expected && last?.expected);
    assert.ok(next.expected.from <= next.expected.at && next.expected.at < last.expected.at);
    assert.ok(last.expected.to > last.expected.at && (live.endsAt ?? '') > last.expected.at);
    // The window of the third has passed: it is late before the van is there.
    const { steps: _, version, ...third0 } = await orderOf(client, third);
    const { reference, customer, minutes, load, contact, note, place } = third0;
    const window = { from: null, to: new Date(begin).toISOString() };
    await client.json('PUT', `/ext/orders/${third}`, {
      reference,
      customer,
      minutes,
      load,
      contact,
      note,
      place,
      ...window,
      version,
    });
    const late = await client.json<LiveRoute>('GET', `/ext/routes/${route.id}/live`);
    assert.deepEqual(
      late.stops.map(({ risk }) => risk),
      ['none', 'none', 'late'],
    );
    assert.equal((await orderOf(client, second)).state, 'assigned', 'it was driven past');
    const nothing = await client.json<LiveRoute>('GET', `/ext/routes/${silent.id}/live`);
    assert.deepEqual([nothing.positionAt, nothing.isSilent, nothing.stops], [null, true, []]);
    assert.equal((await dispatcher.client.call('GET', `/ext/routes/${silent.id}/live`)).status, 404);
  }
});

test('[ROADROUTE-16] a stop within a silence is arrived at when its records come, and what was reported stays', async () => {
  const begin = Math.floor(Date.now() / 1000) * 1000 - 900_000;
  const { acme, van1, ids } = await company(both, 'embedded', 2);
  const [first = 0, second = 0] = ids;
  const at = (seconds: number): string => new Date(begin + seconds * 1000).toISOString();
  const route = await makeRoute(acme.client, van1.id, ids, { beginsAt: at(0), day: at(0).slice(0, 10) });
  await report(van1.uniqueId, begin, [
    [0, -23.5, 30],
    [500, -23.52, 0],
    [530, -23.52, 0],
    [560, -23.52, 0],
  ]);
  await eventually(async () => (await orderOf(acme.client, second)).state === 'arrived');
  assert.equal((await orderOf(acme.client, first)).arrivedAt, null);
  await report(van1.uniqueId, begin, [
    [100, -23.51, 0],
    [130, -23.51, 0],
    [400, -23.51, 0],
    [430, -23.514, 30],
    [460, -23.5195, 30],
    [590, -23.52, 0],
  ]);
  await eventually(async () => (await orderOf(acme.client, first)).state === 'arrived');
  assert.equal((await orderOf(acme.client, first)).arrivedAt, at(100));
  assert.equal((await orderOf(acme.client, second)).arrivedAt, at(500));
  const live = await acme.client.json<LiveRoute>('GET', `/ext/routes/${route.id}/live`);
  assert.equal(Date.parse(live.stops[0]?.leftAt ?? ''), Date.parse(at(400)));
});
