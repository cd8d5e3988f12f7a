import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiDate } from '@rastro/fleet';
import type { StoredPosition } from '../records.ts';
import type { StoreUnderTest } from './store-under-test.ts';
import { allRows, batch, event, position } from './made-rows.ts';

/** Tests of reading positions and events. @param room The store of the running test. */
export function historyContract(room: StoreUnderTest): void {
  const history = (query: { from: number; to: number; pageSize: number }) =>
    allRows(room.store().history({ deviceId: 1, ...query }));

  test('[STORE-4] history is ordered and includes both ends, for any page size', async () => {
    const times = [5000, 1000, 3000, 2000, 4000, 6000];
    const stored = times.map((fixTime, i) => position({ id: i + 1, fixTime, contentKey: i }));
    const twins = [position({ id: 20, fixTime: 3000, deviceTime: 500 }), position({ id: 21, fixTime: 3000 })];
    await room.store().commit(batch({ positions: [...stored, ...twins, position({ id: 30, deviceId: 2 })] }));
    for (const pageSize of [1, 2, 3, 100]) {
      const found = await history({ from: 2000, to: 5000, pageSize });
      assert.deepEqual(
        found.map(({ id }) => id),
        [4, 20, 3, 21, 5, 1],
      );
    }
  });

  test('[STORE-5] history stops reading when the consumer stops', async () => {
    const rows = Array.from({ length: 50 }, (_, i) => position({ id: i + 1, fixTime: i, contentKey: i }));
    await room.store().commit(batch({ positions: rows }));
    let pages = 0;
    for await (const page of room.store().history({ deviceId: 1, from: 0, to: 100, pageSize: 10 })) {
      pages += page.length > 0 ? 1 : 0;
      if (pages === 2) break;
    }
    assert.equal(pages, 2);
  });

  test('[STORE-15] recent tracks hold each device up to its newest position', async () => {
    const at = (id: number, deviceId: number, fixTime: number) =>
      position({ id, deviceId, fixTime, contentKey: id, attributes: { distance: id } });
    const states = [1, 2].map((deviceId) => ({
      deviceId,
      positionId: deviceId === 1 ? 3 : 5,
      lastUpdate: 1,
      status: 'online' as const,
      memory: '{}',
    }));
    const positions = [at(1, 1, 1000), at(2, 1, 5000), at(3, 1, 9000), at(4, 2, 100), at(5, 2, 200)];
    await room.store().commit(batch({ positions, states }));
    const points: [number, number, number, number][] = [];
    for await (const page of room.store().recentTracks(4000)) {
      for (const p of page) points.push([p.deviceId, p.positionId, p.time, p.distance]);
    }
    assert.deepEqual(points, [
      [1, 2, 5000, 2],
      [1, 3, 9000, 3],
      [2, 4, 100, 4],
      [2, 5, 200, 5],
    ]);
  });

  test('[STORE-16] events come by time, then id, with both ends, for any page size', async () => {
    const times = [300, 100, 200, 200, 400, 50];
    const events = times.map((eventTime, i) => event({ id: i + 1, eventTime }));
    await room.store().commit(batch({ events: [...events, event({ id: 9, deviceId: 2, eventTime: 200 })] }));
    for (const pageSize of [1, 2, 100]) {
      const ids: number[] = [];
      for await (const page of room.store().events({ deviceId: 1, from: 100, to: 300, pageSize })) {
        ids.push(...page.map(({ id }) => id));
      }
      assert.deepEqual(ids, [2, 3, 4, 1]);
    }
  });

  test('[STORE-24] a history reader gives what the store gives, for any page size', async () => {
    const positions = Array.from({ length: 7 }, (_, i) =>
      position({
        id: i + 1,
        fixTime: 1000 + Math.floor(i / 2) * 10,
        deviceTime: 1000 + i,
        contentKey: i,
        attributes: i % 2 ? { fuel: i, note: 'x' } : { motion: true },
      }),
    );
    const events = [event({ id: 1 }), event({ id: 2 }), event({ id: 3, eventTime: 1500 })];
    await room
      .store()
      .commit(batch({ positions: [...positions, position({ id: 99, deviceId: 2 })], events }));
    const reader = await room.historyReader();
    for (const pageSize of [1, 2, 3, 100]) {
      const query = { deviceId: 1, from: 1000, to: 1020, pageSize };
      const stored = await allRows(room.store().history(query));
      assert.equal(stored.length, 6);
      const raw = (await allRows(reader.positions(query))).map((p) => ({
        ...p,
        network: JSON.parse(p.network ?? 'null') as never,
        geofenceIds: JSON.parse(p.geofenceIds ?? 'null') as never,
        attributes: JSON.parse(p.attributes) as never,
      }));
      assert.deepEqual(raw, stored);
      const texts = await allRows(reader.positionTexts(query));
      const api = stored.map(({ contentKey: _, ...p }) => ({ ...p, ...instantsOf(p) }));
      assert.deepEqual(
        texts.map((text) => JSON.parse(text) as unknown),
        api,
      );
      const pages: string[] = [];
      for await (const bytes of room.store().historyJson(query)) pages.push(Buffer.from(bytes).toString());
      assert.equal(pages.length, Math.ceil(6 / pageSize));
      assert.equal(pages.join(''), texts.map((text) => `,${text}`).join(''));
      const track = (names: readonly string[]) => allRows(reader.track(query, names));
      const fuel = (p: StoredPosition) => ('fuel' in p.attributes ? { fuel: p.attributes['fuel'] } : {});
      assert.deepEqual(
        (await track(['fuel'])).map(({ id, attributes }) => [id, attributes]),
        stored.map((p) => [p.id, fuel(p)]),
      );
      assert.deepEqual(
        (await track(['motion', 'fuel'])).map(({ attributes }) => Object.keys(attributes).join()),
        stored.map(({ id }) => (id % 2 ? 'motion' : 'fuel')),
      );
      assert.ok((await track([])).every(({ attributes }) => Object.keys(attributes).length === 0));
      const { id, latitude, longitude, address } = position({ id: 2 });
      assert.deepEqual(await reader.placesById([2, 1000]), [{ id, latitude, longitude, address }]);
      const whole = { ...query, to: 2000 };
      const ofReader = await allRows(reader.events(whole));
      assert.deepEqual(
        ofReader.map((e) => ({ ...e, attributes: JSON.parse(e.attributes) as never })),
        await allRows(room.store().events(whole)),
      );
    }
    assert.deepEqual(await reader.positionsById([3, 55]), await room.store().positionsById([3, 55]));
    await reader.close();
  });
}

const instantsOf = ({
  serverTime,
  deviceTime,
  fixTime,
}: Record<'serverTime' | 'deviceTime' | 'fixTime', number>) => ({
  serverTime: apiDate(serverTime),
  deviceTime: apiDate(deviceTime),
  fixTime: apiDate(fixTime),
});
