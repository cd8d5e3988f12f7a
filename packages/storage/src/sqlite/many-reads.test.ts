import assert from 'node:assert/strict';
import { test } from 'node:test';
import { position } from '../contract/made-rows.ts';
import { openStore } from '../contract/open-history.ts';
import { manyReads } from './many-reads.ts';

const HOUR_MS = 3_600_000;

test('[STORE-59] a head that ends with a packed run has no records behind it; one within the run has', async () => {
  const store = openStore();
  const at = (id: number, deviceTime: number) =>
    position({ id, deviceId: 1, fixTime: HOUR_MS, deviceTime, contentKey: id });
  const last = at(3, HOUR_MS + 2000);
  store.commit([at(1, HOUR_MS), at(2, HOUR_MS + 1000), last]);
  store.packAll();
  assert.equal(store.count('positions'), 0);
  const insert = store.db.prepare(
    `INSERT OR REPLACE INTO book_heads (device_id, settings, revision, last_time, last_device_time, last_key, state,
       longest_episode) VALUES (1, '', 1, ?, ?, ?, '', 0)`,
  );
  const { ends } = manyReads(store.db);
  const hasNews = async (time: number, deviceTime: number, key: number) => {
    insert.run(time, deviceTime, key);
    return (await ends([1])).map((end) => end.hasNews);
  };
  assert.deepEqual(await hasNews(HOUR_MS, HOUR_MS + 2000, 3), [false]);
  assert.deepEqual(await hasNews(HOUR_MS, HOUR_MS + 2000, 2), [true], 'of the moment of the last one');
  assert.deepEqual(await hasNews(HOUR_MS, HOUR_MS + 1000, 2), [true]);
  assert.deepEqual(await hasNews(HOUR_MS - 1, HOUR_MS, 1), [true]);
  assert.deepEqual(await hasNews(HOUR_MS + 1, HOUR_MS, 1), [false]);
  store.db.close();
});
