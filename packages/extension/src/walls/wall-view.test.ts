import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@rastro/base';
import { PLAIN_USER } from '@rastro/fleet';
import { WALL_LIMITS } from '@rastro/fleet/layouts';
import { createTrackingClient } from '@rastro/tracking-client';
import { countWall } from './wall-view.ts';

test('[WALL-2] a map above its bounds says how many vehicles it leaves out', async () => {
  const ids = Array.from({ length: WALL_LIMITS.vehicles + 7 }, (_, at) => at + 1);
  const answers: Readonly<Record<string, object>> = {
    '/api/server': { id: 1, attributes: {} },
    '/api/devices': ids.map((id) => ({
      id,
      name: `Van ${id}`,
      uniqueId: `v${id}`,
      attributes: {},
      status: 'online',
    })),
    '/api/positions': ids.map((deviceId) => ({
      deviceId,
      latitude: 1,
      longitude: 2,
      course: 0,
      attributes: {},
    })),
  };
  const client = createTrackingClient({
    basePath: '/api',
    fetch: async (url) => Response.json(answers[url.split('?')[0] ?? ''] ?? []),
  });
  const view = await countWall(
    {
      clock: systemClock,
      brand: 'rastro',
      version: '1',
      layouts: { own: async () => [], standard: async () => null },
    },
    {
      client,
      user: { ...PLAIN_USER, id: 1, name: 'Ana', email: 'ana@example.com', totpKey: null, password: null },
      wall: {
        id: 1,
        name: 'Hall',
        layoutIds: [],
        map: true,
        seconds: 30,
        personal: false,
        createdAt: 0,
        endsAt: 1,
        zone: 'UTC',
        language: 'en',
        hash: '',
        sealed: '',
      },
    },
  );
  assert.deepEqual([view.map?.length, view.mapLeftOut], [WALL_LIMITS.vehicles, 7]);
});
