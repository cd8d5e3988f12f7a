import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { knots } from '@rastro/fleet';
import { openHistoryReader, openStorage, positionJson, type StoredPosition } from '@rastro/storage';
import { serializePosition } from '../../../serializers/serializers.ts';

const PLAIN: StoredPosition = {
  id: 7,
  deviceId: 3,
  protocol: 'teltonika',
  serverTime: Date.UTC(2026, 1, 28, 23, 59, 59, 999),
  deviceTime: Date.UTC(2026, 2, 1),
  fixTime: Date.UTC(2026, 1, 28, 23, 59, 59, 1),
  valid: true,
  latitude: -23.549_999_999_999_997,
  longitude: 1e-7,
  altitude: 760,
  speed: knots(0.1 + 0.2),
  course: 0,
  accuracy: 1e21,
  address: null,
  network: null,
  geofenceIds: null,
  attributes: {},
  contentKey: 9,
};

test('[REPORT-31] a route is to the letter what the position would be as JSON', () => {
  const positions: readonly StoredPosition[] = [
    PLAIN,
    { ...PLAIN, latitude: -0, longitude: 5e-324, valid: false, fixTime: -1 },
    {
      ...PLAIN,
      address: 'Rua "São João"\n\u2028 \\ 😀 \uD800',
      network: { radioType: 'gsm', cellTowers: [] },
      geofenceIds: [1, 22],
      attributes: { ignition: true, note: 'ç"\\', power: 13.9, count: 3 },
    },
  ];
  for (const position of positions) {
    const raw = {
      ...position,
      network: position.network && JSON.stringify(position.network),
      geofenceIds: position.geofenceIds && JSON.stringify(position.geofenceIds),
      attributes: JSON.stringify(position.attributes),
    };
    assert.equal(positionJson(raw), JSON.stringify(serializePosition(position)));
  }
});

test('[REPORT-31] so it is of whatever is stored, also where the store puts texts together', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-route-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const storage = await openStorage({ folder });
  await storage.commit({ positions: anyPositions(600), events: [], states: [] });
  const reader = await openHistoryReader(storage.location);
  const query = { deviceId: 3, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 70 };
  const expected: string[] = [];
  for await (const page of storage.history(query))
    expected.push(...page.map((position) => JSON.stringify(serializePosition(position))));
  const [texts, items]: [string[], string[]] = [[], []];
  for await (const page of reader.positionTexts(query)) texts.push(...page);
  let pages = '';
  for await (const bytes of storage.historyJson(query)) pages += Buffer.from(bytes).toString();
  for await (const page of reader.positions(query)) items.push(...page.map(positionJson));
  await reader.close();
  await storage.close();
  assert.equal(expected.length, 600);
  assert.deepEqual(texts, expected);
  assert.deepEqual(items, expected);
  assert.equal(pages, expected.map((item) => `,${item}`).join(''));
});

/** Every part takes each of its forms, in ever other company: the numbers of forms have no common divisor. */
function anyPositions(count: number): StoredPosition[] {
  const numbers = [0, 760, 0.1 + 0.2, -23.549_999_999_999_997, 1e-7, 1e21, 5e-324];
  const texts = [null, '', 'Rua "São João"\n', '\u2028 \\ 😀', "d'Água"];
  const attributes = [
    {},
    { note: 'ç"\\', power: 13.9 },
    { ignition: true, list: [1, null], at: { x: -1.5 } },
  ];
  const geofences = [null, [], [1, 22]];
  const networks = [null, { radioType: 'gsm', cellTowers: [] }];
  const pick = <T>(values: readonly T[], i: number): T => values[i % values.length] as T;
  return Array.from({ length: count }, (_, i) => ({
    ...PLAIN,
    id: i + 1,
    contentKey: i,
    protocol: pick(['teltonika', 'gt06', 'osmand'], i >> 2),
    fixTime: PLAIN.fixTime + i * 86_399,
    deviceTime: PLAIN.fixTime + i * 86_399 + (i % 4) * 500,
    valid: i % 3 > 0,
    latitude: pick(numbers, i),
    longitude: pick(numbers, i + 1),
    altitude: pick(numbers, i >> 1),
    speed: knots(pick(numbers, i >> 2)),
    course: pick(numbers, i >> 3),
    accuracy: pick(numbers, i + 2),
    address: pick(texts, i),
    network: pick(networks, i),
    geofenceIds: pick(geofences, i >> 1),
    attributes: pick(attributes, i),
  }));
}
