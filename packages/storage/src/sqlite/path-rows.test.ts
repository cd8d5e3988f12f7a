import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { knots, type Attributes } from '@rastro/fleet';
import { openStorage } from '../open-storage.ts';
import { openTripReader } from './sqlite-trips.ts';

const START = Date.UTC(2026, 2, 2);
const PERIOD = { from: START, to: START + 86_400_000, clockAheadS: 300 };

test('[STORE-35] the rows of a way are those of the track, with the ignition that their attributes say', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-way-'));
  const storage = await openStorage({ folder });
  const reader = openTripReader(storage.location);
  t.after(async () => {
    reader.close();
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  const name = fc.constantFrom('ignition', 'IGNITION', 'io', '{', 'é');
  const plain = fc.oneof(
    fc.boolean(),
    fc.integer(),
    fc.constant(null),
    fc.constantFrom('"ignition":true', '{', 'true'),
  );
  const value = fc.oneof(plain, fc.array(plain), fc.dictionary(name, plain));
  const attributes = fc.sample(fc.dictionary(name, value), 2000) as readonly Attributes[];
  const positions = attributes.map((each, i) => ({
    id: i + 1,
    deviceId: 1,
    protocol: 'test',
    // Every ninth is of a clock that runs too far ahead.
    serverTime: START + i * 1000 - (i % 9 === 0 ? 600_000 : 0),
    deviceTime: START + i * 1000 - (i % 3),
    fixTime: START + i * 1000,
    valid: true,
    latitude: -23.5 + i / 1e5,
    longitude: -46.6,
    altitude: 0,
    speed: knots(i % 50),
    course: 0,
    accuracy: 0,
    address: null,
    network: null,
    geofenceIds: null,
    attributes: each,
    contentKey: i,
  }));
  await storage.commit({ positions, events: [], states: [] });
  const rows = reader.trackRows(1, PERIOD);
  assert.ok(rows.length > 1500 && rows.length < 2000);
  const ways = reader.pathRows(1, PERIOD);
  assert.deepEqual(
    ways,
    rows.map(({ attributes: text, altitude: _, ...row }) => ({
      ...row,
      ignition: (JSON.parse(text) as Attributes)['ignition'] === true,
    })),
  );
  assert.ok(ways.some(({ ignition }) => ignition) && ways.some(({ ignition }) => !ignition));
});
