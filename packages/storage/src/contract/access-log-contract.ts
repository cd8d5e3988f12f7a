import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExtensionStorage } from '../extension-port.ts';
import {
  ACCESS_LOG_SPAN,
  type NewAccessLogEntry,
  type SeenPart,
  type AccessLogSearch,
} from '../access-log-port.ts';

const partsOf = (...ids: readonly number[]): readonly SeenPart[] =>
  [...Map.groupBy(ids, (id) => Math.floor(id / ACCESS_LOG_SPAN))].map(([part, own]) => {
    const bits = new Uint8Array(ACCESS_LOG_SPAN / 8);
    for (const id of own) bits[(id % ACCESS_LOG_SPAN) >> 3]! |= 1 << (id & 7);
    return { part, bits };
  });
const seen = (ids: readonly number[], values: Partial<NewAccessLogEntry> = {}): NewAccessLogEntry => ({
  hour: 100,
  readerId: 7,
  readerName: 'Ana Lima',
  isGuest: false,
  kind: 'live',
  byToken: false,
  parts: partsOf(...ids),
  ...values,
});
const ANY: AccessLogSearch = {
  deviceId: null,
  within: null,
  readerId: null,
  from: 0,
  to: 1000,
  kind: null,
  text: null,
  isOldestFirst: false,
  after: null,
  limit: 10,
};

/** Tests of the access log that every store of the extension passes. */
export function accessLogContract(storeNow: () => ExtensionStorage): void {
  const find = (search: Partial<AccessLogSearch>) => storeNow().searchAccessLog({ ...ANY, ...search });
  const hours = async (search: Partial<AccessLogSearch>) => (await find(search)).map(({ hour }) => hour);

  test('[EXTVIEW-1] of one reader, hour and kind all vehicles are one line, however often and of however many', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => index + 1);
    await storeNow().addAccessLogEntries([
      seen([5, 1023, 1024]),
      seen(many, { readerId: 8, readerName: 'Rui' }),
    ]);
    await storeNow().addAccessLogEntries([seen([5, 6])]);
    const [line, ...more] = await find({ readerId: 7 });
    assert.deepEqual([line?.deviceIds, more], [[5, 6, 1023, 1024], []]);
    assert.deepEqual((await find({ readerId: 8 }))[0]?.deviceIds, many);
    assert.deepEqual(
      (await find({ deviceId: 1024 })).map(({ readerName, deviceIds }) => [readerName, deviceIds]),
      [
        ['Rui', [1024]],
        ['Ana Lima', [1024]],
      ],
    );
    assert.deepEqual(await find({ deviceId: 3001 }), []);
    assert.deepEqual(await find({ deviceId: 7, readerId: 7 }), []);
  });

  test('[EXTVIEW-2] lines are found by vehicle, reader, time, kind and name, both ways, page by page', async () => {
    const lines = [1, 2, 3, 4].map((hour) => seen([5], { hour }));
    const others = [
      seen([5], { hour: 2, kind: 'export', byToken: true }),
      seen([6], { hour: 3, readerId: 8, readerName: '50% Frota', isGuest: true }),
    ];
    await storeNow().addAccessLogEntries([...lines, ...others]);
    assert.deepEqual(await hours({ deviceId: 5 }), [4, 3, 2, 2, 1]);
    assert.deepEqual(await hours({ deviceId: 5, isOldestFirst: true, from: 2, to: 3 }), [2, 2, 3]);
    assert.deepEqual(await hours({ readerId: 8 }), [3]);
    assert.deepEqual(await hours({ kind: 'export' }), [2]);
    assert.deepEqual(await hours({ text: '50%' }), [3]);
    assert.deepEqual(await hours({ text: '5_%' }), []);
    const paged: number[] = [];
    let after: AccessLogSearch['after'] = null;
    do {
      const page = await find({ deviceId: 5, after, limit: 2 });
      paged.push(...page.map(({ hour }) => hour));
      after = page.length === 2 ? (page.at(-1) ?? null) : null;
    } while (after);
    assert.deepEqual(paged, [4, 3, 2, 2, 1]);
  });

  test('[EXTVIEW-4] lines are found by vehicles, each within hours and kinds of its own', async () => {
    await storeNow().addAccessLogEntries([
      seen([5, 2000], { hour: 1 }),
      seen([5], { hour: 2 }),
      seen([5, 6], { hour: 3, kind: 'history' }),
      seen([2000], { hour: 3 }),
      seen([7], { hour: 1, readerId: 8 }),
    ]);
    const within = [
      { deviceId: 5, from: 0, to: 1, kinds: ['live', 'latest'] },
      { deviceId: 5, from: 1, to: 9, kinds: ['history'] },
      { deviceId: 2000, from: 1, to: 2, kinds: ['live'] },
    ] as const;
    const lines = (await find({ within })).map(({ hour, kind, deviceIds }) => [hour, kind, deviceIds]);
    assert.deepEqual(lines, [
      [3, 'history', [5]],
      [1, 'live', [5, 2000]],
    ]);
    assert.deepEqual(await hours({ within, isOldestFirst: true, limit: 1 }), [1]);
    assert.deepEqual(await hours({ within: [] }), []);
    const years = [1, 200, 5000, 5001].map((hour) => seen([9], { hour, readerId: 11, readerName: 'Lea' }));
    await storeNow().addAccessLogEntries(years);
    const always = { within: [{ deviceId: 9, from: 0, to: 90_000, kinds: ['live'] }] as const, to: 90_000 };
    assert.deepEqual(await hours(always), [5001, 5000, 200, 1]);
    const first = await find({ ...always, isOldestFirst: true, limit: 2 });
    const rest = await hours({ ...always, isOldestFirst: true, after: first.at(-1) ?? null });
    assert.deepEqual(
      [first.map(({ hour }) => hour), rest],
      [
        [1, 200],
        [5000, 5001],
      ],
    );
  });

  test('[EXTVIEW-3] what is old is forgotten, with readers of whom nothing is left; a reader is called otherwise', async () => {
    await storeNow().addAccessLogEntries([
      seen([5], { hour: 1, readerId: 9, readerName: 'Gone' }),
      seen([5], { hour: 4 }),
    ]);
    await storeNow().removeAccessLogBefore(4);
    assert.deepEqual(await hours({}), [4]);
    await storeNow().renameReader(7, '#7');
    assert.equal((await find({ deviceId: 5 }))[0]?.readerName, '#7');
    await storeNow().addAccessLogEntries([seen([5], { hour: 5, readerId: 9, readerName: 'Back' })]);
    assert.deepEqual(
      (await find({})).map(({ readerName }) => readerName),
      ['Back', '#7'],
    );
  });
}
