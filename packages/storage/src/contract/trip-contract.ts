import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_SUMS } from '@rastro/fleet/trips';
import { allRows, batch, isStorageError, position } from './made-rows.ts';
import { asStored, change, episode, key, piece, quarter, QUARTER_MS, tripDay } from './made-trips.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const SLOTS_A_DAY = 96;

/** Tests of derived history: what is stored, and how a snapshot reads it. */
export function tripContract({ store, reopen, tripReader, inSnapshot }: StoreUnderTest): void {
  test('[STORE-40] all reads of a snapshot see one state, whatever is written meanwhile', async () => {
    await store().applyTrips([change({ pieces: [piece('trip', 0, 100)] })]);
    const reader = await tripReader();
    const pieces = () => reader.inSnapshot((snapshot) => snapshot.pieces(1, 0, 1000));
    const [head, before, later] = await Promise.all([
      reader.inSnapshot(async (snapshot) => {
        const first = await snapshot.head(1);
        await store().applyTrips([change({ revision: 1, pieces: [piece('stop', 100, 200)] })]);
        assert.deepEqual(await snapshot.head(1), first);
        assert.equal((await snapshot.pieces(1, 0, 1000)).length, 1);
        return first;
      }),
      assert.rejects(
        reader.inSnapshot(async () => {
          throw new Error('the reader fails');
        }),
        /the reader fails/,
      ),
      pieces(),
    ]);
    assert.deepEqual([head?.revision, before, later.length], [1, undefined, 2]);
    const last = pieces();
    await reader.close();
    assert.equal((await last).length, 2, 'who asked before the end is answered');
    await assert.rejects(pieces(), isStorageError('CLOSED'));
  });

  test('[STORE-41] derived history is there after opening again, as it was stored', async () => {
    const visit = episode('visit', 20, 80, { geofenceId: 7, figures: { metres: 5 } });
    const drive = episode('drive', 10, 90, { driver: 'ana', goesOn: true, note: 'counter' });
    const pieces = [
      piece('trip', 0, 100, { quarters: [quarter(3, 100)], episodes: [visit, drive], driver: 'ana' }),
      piece('stop', 100, 300, { odometer: { startM: 1, endM: 2 }, fuelBy: 'level', ended: null }),
    ];
    const [first, second, other] = [
      tripDay(0, [quarter(3, 100), quarter(9, 7)]),
      tripDay(1, [quarter(SLOTS_A_DAY, 40)]),
      tripDay(5, []),
    ];
    const days = [first, second, other];
    assert.deepEqual(await store().applyTrips([change({ pieces, days })]), [true]);
    await reopen();
    await inSnapshot(async (snapshot) => {
      assert.deepEqual(await snapshot.head(1), {
        deviceId: 1,
        settings: 'settings',
        revision: 1,
        last: key(1000),
        state: 'state',
        late: null,
        retentionStart: null,
      });
      assert.equal(await snapshot.head(2), null);
      assert.deepEqual(await snapshot.span(1), { from: 0, to: 300 });
      assert.equal(await snapshot.span(2), null);
      assert.deepEqual(await snapshot.pieces(1, 100, 100), pieces.map(asStored));
      assert.deepEqual(await snapshot.pieces(1, 0, 99), pieces.slice(0, 1).map(asStored));
      assert.deepEqual(await snapshot.pieces(1, 0, 300, ['stop']), pieces.slice(1).map(asStored));
      assert.deepEqual(await snapshot.episodes(1, 80, 300, ['visit', 'drive']), [drive, visit]);
      assert.deepEqual(await snapshot.episodes(1, 81, 300, ['visit', 'idle']), []);
      assert.deepEqual(await snapshot.days(1, 0, 1), [first, second]);
      assert.deepEqual(await snapshot.sumOfDays(1, 0, 4), { ...NO_SUMS, distanceM: 147 });
      assert.deepEqual(await snapshot.sumOfDays(2, 0, 4), NO_SUMS);
      const sums = await snapshot.sumsOfSlots(1, [0, 9, 2 * SLOTS_A_DAY]);
      assert.deepEqual(
        sums.map(({ distanceM }) => distanceM),
        [100, 47],
      );
    });
    const { state: _, retentionStart: __, ...cursor } = (await inSnapshot((s) => s.head(1))) ?? {};
    assert.deepEqual(await store().tripCursors(null), [cursor]);
    assert.deepEqual(await store().tripCursors([1]), [cursor]);
    assert.deepEqual(await store().tripCursors([2]), []);
  });

  test('[STORE-41] what a change replaces gives way with its episodes and days; the rest stays', async () => {
    const visits = [10, 110, 210].map((at) => episode('visit', at, at + 10, { geofenceId: 7 }));
    const pieces = visits.map((visit, i) =>
      piece('trip', i * 100, (i + 1) * 100, { quarters: [quarter(i, 10 + i)], episodes: [visit] }),
    );
    const days = [0, 1, 2].map((day) => tripDay(day, [quarter(day * SLOTS_A_DAY, 1)]));
    await store().applyTrips([change({ pieces, days })]);
    const middle = { after: key(100), upTo: key(200) };
    const quarters = await inSnapshot((s) => s.quartersBeside(1, { from: 0, to: null }, middle));
    assert.deepEqual(quarters, [quarter(0, 10), quarter(2, 12)]);
    const touched = await inSnapshot((s) => s.quartersBeside(1, { from: 250, to: 260 }, middle));
    assert.deepEqual(touched, [quarter(2, 12)]);
    const all = { from: 0, to: 300 };
    for (const [kinds, expected] of [
      [[], pieces.filter((_, i) => i !== 1)],
      [['stop' as const], []],
    ] as const)
      assert.deepEqual(
        await inSnapshot((s) => s.piecesBeside(1, all, kinds, middle)),
        expected.map(asStored),
      );
    assert.deepEqual(
      await inSnapshot((s) => s.episodesBeside(1, all, ['visit'], middle)),
      visits.filter((_, i) => i !== 1),
    );
    const begin = { after: null, upTo: key(200) };
    assert.deepEqual(await inSnapshot((s) => s.episodesBeside(1, all, ['visit'], begin)), visits.slice(2));
    const again = [piece('stop', 100, 150), piece('trip', 150, 200)];
    const newDay = tripDay(1, [quarter(SLOTS_A_DAY, 5)]);
    const replaced = change({
      revision: 1,
      head: null,
      replaces: middle,
      pieces: again,
      replacesDays: { from: 1, to: null },
      days: [newDay],
    });
    assert.deepEqual(await store().applyTrips([{ ...replaced, revision: 7 }, replaced]), [false, true]);
    await inSnapshot(async (snapshot) => {
      const stored = await snapshot.pieces(1, 0, 1000);
      assert.deepEqual(
        stored.map(({ start, kind }) => [start.time, kind]),
        [
          [0, 'trip'],
          [100, 'stop'],
          [150, 'trip'],
          [200, 'trip'],
        ],
      );
      const left = await snapshot.episodes(1, 0, 1000, ['visit']);
      assert.deepEqual(
        left.map(({ start }) => start.time),
        [10, 210],
      );
      assert.deepEqual(await snapshot.days(1, 0, 9), [days[0], newDay]);
      const head = await snapshot.head(1);
      assert.deepEqual([head?.revision, head?.state], [2, 'state'], 'unchanged but for its revision');
    });
  });

  test('[STORE-41] boundaries are found before a time and after a key, in order', async () => {
    const pieces = [0, 100, 200].map((from) => piece('trip', from, from + 100));
    await store().applyTrips([change({ pieces })]);
    const boundary = (time: number) => ({
      end: { time, deviceTime: 0, key: 0 },
      decidedAt: key(time),
      state: `state ${time}`,
    });
    await inSnapshot(async (snapshot) => {
      assert.deepEqual(await snapshot.boundaryBefore(1, 200), boundary(100));
      assert.equal(await snapshot.boundaryBefore(1, 100), null);
      assert.deepEqual(await snapshot.boundariesAfter(1, key(100), 9), [boundary(200), boundary(300)]);
      assert.deepEqual(await snapshot.boundariesAfter(1, { ...key(0), key: 0 }, 1), [boundary(100)]);
    });
  });

  test('[STORE-42] rows come in order from a key on, for any page size, without clocks that ran ahead', async () => {
    const times = [3000, 1000, 2000, 4000, 5000];
    const positions = times.map((fixTime, i) =>
      position({ id: i + 1, fixTime, deviceTime: fixTime, serverTime: 5000, contentKey: i }),
    );
    const ahead = position({ id: 8, fixTime: 3500, deviceTime: 3500, serverTime: 1000, contentKey: 8 });
    const twin = position({ id: 9, fixTime: 3000, deviceTime: 2999, serverTime: 5000, contentKey: 9 });
    await store().commit(
      batch({ positions: [...positions, ahead, twin, position({ id: 10, deviceId: 2 })] }),
    );
    for (const pageSize of [1, 2, 100])
      await inSnapshot(async (snapshot) => {
        const query = { pageSize, clockAheadS: 1 };
        const ids = async (rows: ReturnType<typeof snapshot.rowsAfter>): Promise<number[]> =>
          (await allRows(rows)).map(({ id }) => id);
        assert.deepEqual(await ids(snapshot.rowsAfter(1, null, query)), [2, 3, 9, 1, 4, 5]);
        const from = { time: 3000, deviceTime: 2999, key: 9 };
        assert.deepEqual(await ids(snapshot.rowsAfter(1, from, query)), [1, 4, 5]);
        assert.deepEqual(await ids(snapshot.rowsAfter(1, from, { ...query, limit: 2 })), [1, 4]);
        assert.deepEqual(await ids(snapshot.rowsBefore(1, from, query)), [3, 2]);
        assert.deepEqual(await ids(snapshot.rowsBefore(1, from, { ...query, limit: 1 })), [3]);
        const period = { from: 2000, to: 4000, clockAheadS: 1 };
        const tracks = await allRows(snapshot.trackRows(1, period));
        assert.deepEqual(
          tracks.map(({ contentKey }) => contentKey),
          [2, 9, 0, 3],
        );
        const paths = await snapshot.pathRows(1, [period], 1);
        assert.deepEqual(
          paths.map(({ fixTime }) => fixTime),
          [2000, 3000, 3000, 4000],
        );
        for await (const [row] of snapshot.rowsAfter(1, null, query)) {
          assert.equal(row?.id, 2);
          break;
        }
        assert.equal((await snapshot.head(1)) ?? null, null, 'the snapshot goes on after a page is left');
      });
  });

  test('[STORE-43] a late record, or one that goes, flags the history that has it, and outruns its change', async () => {
    const at = (id: number, fixTime: number) =>
      position({ id, fixTime, deviceTime: fixTime, contentKey: id });
    const late = async (id: number, time: number): Promise<void> => {
      await store().commit(batch({ positions: [at(id, time)], late: [id] }));
    };
    await late(1, 500);
    assert.deepEqual(await store().applyTrips([change()]), [false], 'the first revision, too');
    assert.deepEqual(await store().applyTrips([change({ revision: 1 })]), [true]);
    await late(2, 700);
    await late(3, 300);
    await late(4, 5000);
    await store().removePositions({ deviceId: 1, from: 500, to: 500, id: null }, 10);
    const head = await inSnapshot((snapshot) => snapshot.head(1));
    assert.deepEqual([head?.late, head?.revision], [{ from: 300, to: 700 }, 6]);
    assert.deepEqual(await store().applyTrips([change({ revision: 2 })]), [false]);
    assert.deepEqual(await store().applyTrips([change({ revision: 6, head: null })]), [true]);
    const settled = await inSnapshot((snapshot) => snapshot.head(1));
    assert.deepEqual([settled?.late, settled?.last], [null, key(1000)]);
  });

  test('[STORE-44] cached days are stored for the history they are from, and go when it changes', async () => {
    const bytes = (value: number): Uint8Array => new Uint8Array([value, 1]);
    const cached = (day: number) => ({ day, head: bytes(day).slice(0, 1), body: bytes(day) });
    const days = [0, 1, 2, 3].map((day) => tripDay(day, [quarter(day * SLOTS_A_DAY, 1)]));
    await store().applyTrips([
      change({ days, head: { settings: '', last: key(4 * 96 * QUARTER_MS), state: '' } }),
    ]);
    assert.equal(await store().saveTrackDays(1, 7, [cached(0)]), false);
    assert.equal(await store().saveTrackDays(1, 1, [0, 1, 2, 3].map(cached)), true);
    await reopen();
    const left = async (): Promise<readonly number[]> =>
      (await inSnapshot((s) => s.trackHeads(1, 0, 9))).map(({ day }) => day);
    await inSnapshot(async (snapshot) => {
      assert.deepEqual(await snapshot.trackHeads(1, 1, 1), [{ day: 1, head: bytes(1).slice(0, 1) }]);
      assert.deepEqual(await snapshot.trackDay(1, 1), bytes(1));
      assert.equal(await snapshot.trackDay(1, 9), null);
    });
    // A record that comes late.
    const time = SLOTS_A_DAY * QUARTER_MS + 5;
    const record = position({ id: 1, fixTime: time, deviceTime: time });
    await store().commit(batch({ positions: [record], late: [1] }));
    assert.deepEqual(await left(), [0, 2, 3]);
    // A day with new values, and one that gives way.
    const values = { replacesDays: { from: 2, to: 2 }, days: [tripDay(3, [])] };
    await store().applyTrips([change({ revision: 2, head: null, ...values })]);
    assert.deepEqual(await left(), [0]);
  });

  test('[STORE-45] old positions go up to a boundary, and the history derived from them stays', async () => {
    const at = (fixTime: number) =>
      position({ id: fixTime, fixTime, deviceTime: fixTime, contentKey: 1, serverTime: 5000 });
    const state = { deviceId: 1, positionId: 1000, lastUpdate: 1, status: 'online', memory: '{}' } as const;
    await store().commit(batch({ positions: [50, 150, 250, 350, 1000].map(at), states: [state] }));
    assert.equal(await store().dropPositions(1, 9999, 10), 0, 'none is in the history yet');
    const pieces = [0, 100, 200].map((from) => piece('trip', from, from + 100));
    await store().applyTrips([change({ pieces })]);
    assert.equal(await store().dropPositions(1, 201, 1), 1, 'at most so many');
    assert.equal(await store().dropPositions(1, 201, 10), 1);
    assert.equal(await store().dropPositions(1, 201, 10), 0);
    await inSnapshot(async (snapshot) => {
      const head = await snapshot.head(1);
      assert.deepEqual(head?.retentionStart, { time: 200, decidedAt: key(200), state: 'state 200' });
      assert.equal((await snapshot.pieces(1, 0, 1000)).length, 3);
      const rows = await allRows(snapshot.rowsAfter(1, null, { pageSize: 9, clockAheadS: 300 }));
      assert.deepEqual(
        rows.map(({ id }) => id),
        [250, 350, 1000],
      );
    });
    const { revision = 0 } = (await inSnapshot((snapshot) => snapshot.head(1))) ?? {};
    await store().applyTrips([change({ revision, beginsAnew: true })]);
    const anew = await inSnapshot((snapshot) => snapshot.head(1));
    assert.deepEqual(anew?.retentionStart, { time: 200, decidedAt: key(200), state: null });
  });
}
