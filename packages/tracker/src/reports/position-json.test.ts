import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knots } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';
import { positionView } from '../views/views.ts';
import { positionJson } from './position-json.ts';

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
    assert.equal(positionJson(raw), JSON.stringify(positionView(position)));
  }
});
