import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { knots, type Attributes } from '@rastro/fleet';
import { allRows, batch, position } from './made-rows.ts';
import type { StoreUnderTest } from './store-under-test.ts';

/** A third of the records come before midnight. */
const START = Date.UTC(2026, 2, 2) - 700_000;
const PERIOD = { from: START, to: START + 86_400_000, clockAheadS: 300 };

/** Tests of reading tracks. */
export function trackContract({ store, inSnapshot }: StoreUnderTest): void {
  test('[STORE-35] the rows of a track without attributes are the full ones, with the ignition', async () => {
    const name = fc.constantFrom('ignition', 'IGNITION', 'io', '{', 'é');
    const plain = fc.oneof(
      fc.boolean(),
      fc.integer(),
      fc.constant(null),
      fc.constantFrom('"ignition":true', '{', 'true'),
    );
    const value = fc.oneof(plain, fc.array(plain), fc.dictionary(name, plain));
    const attributes = fc.sample(fc.dictionary(name, value), 2000) as readonly Attributes[];
    const positions = attributes.map((each, i) =>
      position({
        id: i + 1,
        // Every ninth is of a clock that runs too far ahead.
        serverTime: START + i * 1000 - (i % 9 === 0 ? 600_000 : 0),
        deviceTime: START + i * 1000 - (i % 3),
        fixTime: START + i * 1000,
        latitude: -23.5 + i / 1e5,
        speed: knots(i % 50),
        attributes: each,
        contentKey: i,
      }),
    );
    await store().commit(batch({ positions }));
    const [rows, paths] = await inSnapshot(async (snapshot) => [
      await allRows(snapshot.trackRows(1, PERIOD)),
      await snapshot.pathRows(1, [PERIOD], PERIOD.clockAheadS),
    ]);
    assert.equal(rows.length, positions.filter(({ id }) => id % 9 !== 1).length);
    assert.deepEqual(
      paths,
      rows.map(({ attributes: text, altitude: _, ...row }) => ({
        ...row,
        ignition: (JSON.parse(text) as Attributes)['ignition'] === true,
      })),
    );
    const periods = [
      { from: START + 5000, to: START + 5000 },
      { from: START + 600_000, to: START + 800_000 },
      { from: START + 1_500_000, to: PERIOD.to },
    ];
    assert.deepEqual(
      await inSnapshot((snapshot) => snapshot.pathRows(1, periods, PERIOD.clockAheadS)),
      paths.filter(({ fixTime }) => periods.some(({ from, to }) => fixTime >= from && fixTime <= to)),
    );
    assert.ok(paths.some(({ ignition }) => ignition) && paths.some(({ ignition }) => !ignition));
  });
}
